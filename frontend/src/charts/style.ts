/** How axes and lines look, the same in all charts. */
export const TICK = { fill: 'var(--ink-soft)', fontSize: 11 } as const;
export const GRID = { stroke: 'var(--line)', strokeWidth: 1 } as const;
export const AXIS_LINE = { stroke: 'var(--line-strong)' } as const;

export const axisLabel = (value: string) =>
  ({ value, position: 'insideBottom', offset: -4, fill: 'var(--ink-soft)', fontSize: 11 }) as const;

/** Text cut to a length that fits an axis. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}\u2026`;
}
