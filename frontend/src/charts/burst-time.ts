/** The time axis that all charts of a burst share, and samples of a course for their tables. */
import type { BurstResult, BurstSeries, Regime } from '@/api/types';
import { formatNumber } from '@/lib/format';

import { AXIS, axisLabel } from './style';

/** What the buffer does, in a word. */
export const REGIME_WORDS: Record<Regime, string> = {
  buffering: 'buffering',
  destaging: 'de-staging',
  throttled: 'throttled',
};

/** Charts with this name move their cursors together. */
export const SYNCED = 'burst';
export const LEFT = 52;
export const MARGIN = { top: 12, right: 16, bottom: 16, left: 0 } as const;

export function endOf(result: BurstResult): number {
  return Math.max(...result.configurations.map((each) => each.series?.minutes.at(-1) ?? 0));
}

/** Steps into which people cut hours and days, in minutes. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1_440, 2_880, 10_080];
const MOST_STEPS = 6;

function timeTicks(end: number): number[] {
  const step = STEPS.find((each) => end / each <= MOST_STEPS) ?? Math.ceil(end / MOST_STEPS);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

export function timeAxis(end: number) {
  return {
    type: 'number',
    dataKey: 'minute',
    domain: [0, end],
    ticks: timeTicks(end),
    allowDataOverflow: true,
    ...AXIS,
    tickFormatter: (value: number) => formatNumber(value),
    label: axisLabel('minutes'),
  } as const;
}

const ROWS = 24;

/** Places of a course that a table shows: evenly, with the first and the last. */
export function sampledPlaces(series: BurstSeries): number[] {
  const last = series.minutes.length - 1;
  const step = Math.max(1, Math.ceil(last / ROWS));
  const places = series.minutes.map((_, index) => index).filter((index) => index % step === 0);
  return places.at(-1) === last ? places : [...places, last];
}
