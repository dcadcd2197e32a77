/** How axes, lines and small text look, the same in all charts. */
export const TEXT = { fill: 'var(--ink-soft)', fontSize: 11 } as const;
export const GRID = { stroke: 'var(--line)', strokeWidth: 1 } as const;
const AXIS_LINE = { stroke: 'var(--line-strong)' } as const;

export const AXIS = { tick: TEXT, tickLine: false, axisLine: AXIS_LINE } as const;
export const BARE_AXIS = { ...AXIS, axisLine: false } as const;

export const axisLabel = (value: string) =>
  ({ value, position: 'insideBottom', offset: -4, ...TEXT }) as const;

/** Keeps text readable over lines. */
export const HALO = { stroke: 'var(--surface)', strokeWidth: 3, paintOrder: 'stroke' } as const;

const ROUND_STEPS = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 5;

/** Round figures from 0 to just above a value, for an axis. */
export function roundTicks(value: number): number[] {
  if (!(value > 0)) return [0, 1];
  const least = value / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (ROUND_STEPS.find((each) => each * power >= least) ?? 10) * power;
  const count = Math.ceil(value / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Whole figures from 0 to a value, which is one of them: for an axis of a count. */
export function wholeTicks(value: number): number[] {
  const step = Math.max(1, Math.ceil(value / MOST_STEPS));
  const below = Array.from({ length: Math.ceil(value / step) }, (_, index) => index * step);
  // One right below the last would be written over it.
  return [...below.filter((each) => each === 0 || value - each > step / 2), value];
}

/** Whole figures around a span of counts that need not begin at 0. */
export function wholeSpan(least: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((most - least) / MOST_STEPS));
  const from = Math.max(0, Math.floor(least / step) * step);
  const count = Math.max(1, Math.ceil((most - from) / step));
  return Array.from({ length: count + 1 }, (_, index) => from + index * step);
}

/** Round figures around a span that need not begin at 0. */
export function spanTicks(least: number, most: number): number[] {
  const [, step = 1] = roundTicks(most - least || Math.abs(most));
  const from = Math.floor(least / step);
  const to = Math.max(Math.ceil(most / step), from + 1);
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)));
}

/** Text cut to a length that fits an axis. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}\u2026`;
}
