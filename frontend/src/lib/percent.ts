/** Shares are kept as 0..1 and typed as percent; the round trip leaves no binary rounding errors. */
const DIGITS = 12;

/** A computed number as people would enter it: 76.8, not 76.80000000000001. */
export function withoutDust(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

export function toPercent(share: number): number {
  return withoutDust(share * 100);
}

export function fromPercent(percent: number): number {
  return withoutDust(percent / 100);
}
