/** Shares are kept as 0..1 and typed as percent; the round trip leaves no binary dust. */
const DIGITS = 12;

export function toPercent(share: number): number {
  return Number((share * 100).toPrecision(DIGITS));
}

export function fromPercent(percent: number): number {
  return Number((percent / 100).toPrecision(DIGITS));
}
