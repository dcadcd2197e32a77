/** How the probability that flash wears out is drawn. */
import type { Value } from '@/api/types';
import type { Shape } from '@/lib/looks';

interface WearClass {
  label: string;
  /** Probabilities below this are of the class. */
  below: number;
  colour: string;
  shape: Shape;
}

/** From safe to unsafe; colour never stands alone. */
const KNOWN: readonly WearClass[] = [
  { label: 'worn out: below 1 %', below: 0.01, colour: 'var(--good)', shape: 'circle' },
  { label: '1 to 10 %', below: 0.1, colour: 'var(--warn)', shape: 'square' },
  { label: 'from 10 %', below: Infinity, colour: 'var(--bad)', shape: 'triangle' },
];

const UNKNOWN: WearClass = {
  label: 'wear not evaluated',
  below: 0,
  colour: 'var(--ink-soft)',
  shape: 'diamond',
};

/** The class of a probability; what has no flash that wears out is safe. */
export function wearOf({ value, state }: Value): WearClass {
  if (state === 'not_evaluated') return UNKNOWN;
  return KNOWN.find((each) => (value ?? 0) < each.below) ?? UNKNOWN;
}

/** The classes that are drawn, from safe to unsafe. */
export function wearClasses(values: readonly Value[]): WearClass[] {
  const drawn = new Set(values.map(wearOf));
  return [...KNOWN, UNKNOWN].filter((each) => drawn.has(each));
}
