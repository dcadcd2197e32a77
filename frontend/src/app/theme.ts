import {
  ActionIcon,
  Button,
  Checkbox,
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  Menu,
  Modal,
  NumberInput,
  Select,
  Slider,
  TextInput,
  Textarea,
  Tooltip,
} from '@mantine/core';

const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

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
  focusRing: 'auto',
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  colors: {
    dark: [
      '#e4e7ec',
      '#a3abb8',
      '#8b93a1',
      '#6b7380',
      '#3b414d',
      '#2f3541',
      '#1f232b',
      '#15171c',
      '#111318',
      '#0c0e12',
    ],
    accent: [
      '#f1f0fb',
      '#dfdef5',
      '#c2bff0',
      '#a8a4ec',
      '#8f8ae4',
      '#7f79de',
      '#5a53bf',
      '#4640a3',
      '#383384',
      '#2b2766',
    ],
  },
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } }),
    Button: Button.extend({ defaultProps: { size: 'xs', variant: 'default' } }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs' } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, shadow: 'none' } }),
    Menu: Menu.extend({ defaultProps: { shadow: 'sm', withinPortal: true, offset: 4 } }),
    Modal: Modal.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, shadow: 'none', centered: true },
    }),
    NumberInput: NumberInput.extend({ defaultProps: { size: 'xs', hideControls: true } }),
    Select: Select.extend({
      defaultProps: {
        size: 'xs',
        withCheckIcon: true,
        comboboxProps: { shadow: 'sm' },
        withScrollArea: false,
      },
      styles: { options: { maxHeight: 320, overflowY: 'auto' } },
    }),
    Slider: Slider.extend({ defaultProps: { size: 'xs', label: null } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'xs' } }),
    Textarea: Textarea.extend({ defaultProps: { size: 'xs' } }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, withArrow: false, multiline: true, maw: 320 },
    }),
  },
});

/** Contrast that passes WCAG 2.2 AA on both backgrounds, where the library's own does not. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1b1e24',
    '--mantine-color-dimmed': '#5a616c',
    '--mantine-color-placeholder': '#68707c',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': '#c9ced6',
  },
  dark: {
    '--mantine-color-text': '#e4e7ec',
    '--mantine-color-dimmed': '#a3abb8',
    '--mantine-color-placeholder': '#949daa',
    '--mantine-color-error': '#ff9a90',
    '--mantine-color-body': '#15171c',
    '--mantine-color-default': '#1d2027',
    '--mantine-color-default-hover': '#262a33',
    '--mantine-color-default-border': '#3b414d',
  },
});
