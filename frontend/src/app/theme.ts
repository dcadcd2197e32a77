import {
  type ActionIconProps,
  type ButtonProps,
  type CheckboxProps,
  type ComboboxProps,
  createTheme,
  type CSSVariablesResolver,
  type DrawerProps,
  type MantineColorsTuple,
  type MantineThemeComponent,
  type MenuProps,
  type ModalProps,
  type NumberInputProps,
  type SelectProps,
  type SliderProps,
  type TextareaProps,
  type TextInputProps,
  type TooltipProps,
} from '@mantine/core';

import { RAMPS } from '@/lib/looks';

/** That of the printed report, too. */
const FONT =
  '"Source Sans 3", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

/** What a component's own `extend` makes, which would load the component of every page with the first one. */
const byDefault = <P>(defaultProps: Partial<P>): MantineThemeComponent => ({ defaultProps });

/** Neutral greys and one accent; dense, flat, 14 px. */
export const theme = createTheme({
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.3' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '2px', sm: '4px', md: '4px', lg: '6px', xl: '8px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  colors: {
    dark: RAMPS.dark as unknown as MantineColorsTuple,
    accent: RAMPS.accent as unknown as MantineColorsTuple,
  },
  components: {
    ActionIcon: byDefault<ActionIconProps>({ variant: 'subtle', color: 'gray', size: 'md' }),
    Button: byDefault<ButtonProps>({ size: 'xs', variant: 'default' }),
    Checkbox: byDefault<CheckboxProps>({ size: 'xs' }),
    // A list that is not open is not there.
    Combobox: byDefault<ComboboxProps>({ keepMounted: false }),
    Drawer: byDefault<DrawerProps>({ closeButtonProps: { 'aria-label': 'Close' }, shadow: 'none' }),
    Menu: byDefault<MenuProps>({ shadow: 'sm', withinPortal: true, offset: 4 }),
    Modal: byDefault<ModalProps>({
      closeButtonProps: { 'aria-label': 'Close' },
      shadow: 'none',
      centered: true,
    }),
    NumberInput: byDefault<NumberInputProps>({ size: 'xs', hideControls: true }),
    Select: {
      ...byDefault<SelectProps>({
        size: 'xs',
        withCheckIcon: true,
        comboboxProps: { shadow: 'sm' },
        withScrollArea: false,
      }),
      styles: { options: { maxHeight: 320, overflowY: 'auto' } },
    },
    Slider: byDefault<SliderProps>({ size: 'xs', label: null }),
    TextInput: byDefault<TextInputProps>({ size: 'xs' }),
    Textarea: byDefault<TextareaProps>({ size: 'xs' }),
    Tooltip: byDefault<TooltipProps>({ openDelay: 300, withArrow: false, multiline: true, maw: 320 }),
  },
});

/** Contrast that passes WCAG 2.2 AA on both backgrounds, where the library's own does not. */
const COLOURS = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-placeholder)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-disabled-color': 'var(--ink-placeholder)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-default': 'var(--surface-raised)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-border': 'var(--line-strong)',
};

/** The library sets these for each scheme, which wins over what is set for all schemes. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: COLOURS, dark: COLOURS });
