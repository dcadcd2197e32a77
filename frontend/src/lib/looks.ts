/** What the drawing code needs of `tokens.json`; its colours are variables of the style sheet (`looks.ts` of the build). */
import tokens from '@looks/tokens.json';

export type Shape = keyof typeof tokens.shapes;

export const CONFIGURATION_COLOURS = tokens.configurations.colours.length;
/** The shapes of configurations in order. */
export const CONFIGURATION_SHAPES = tokens.configurations.shapes as readonly Shape[];
export const SHAPES = tokens.shapes;
export const MEDIA_SHAPES = tokens.media as Record<keyof typeof tokens.media, { shape: Shape }>;
export const BASES = tokens.bases;
export const RAMPS = tokens.ramps;

/** The fill of an area by what it stands for, and the ink that can be read on it; neutral where it has no own colour. */
export function fillOf(group: 'cost' | 'reclaimed' | 'regime', key: string) {
  return {
    fill: `var(--${group}-${key}, var(--neutral))`,
    ink: `var(--${group}-${key}-ink, var(--neutral-ink))`,
  };
}
