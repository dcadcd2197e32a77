import { describe, expect, it } from 'vitest';

import type { Series, SeriesPoint } from '@/api/types';

import { axisText, barsOf, boundedText, figureText, hasCourse, sourceOf, subtitleOf } from './evidence-rows';

const point = (y: number, rest: Partial<SeriesPoint> = {}): SeriesPoint => ({ y, kind: 'measured', ...rest });
const series = (rest: Partial<Series>): Series => ({
  key: 'k',
  name: 'n',
  topic: 'memory',
  origin: 'built_in',
  kind: 'measured',
  citations: [],
  x: { label: 'memory overcommitment', unit: 'ratio' },
  y: { label: 'throughput of one VM', unit: 'share of baseline' },
  lines: [],
  ...rest,
});

describe('a series as rows', () => {
  it('puts lines that share categories side by side', () => {
    const bars = barsOf(
      series({
        lines: [
          { key: 'a', label: 'without', points: [point(2, { category: 'A' }), point(3, { category: 'B' })] },
          { key: 'b', label: 'with', points: [point(1, { category: 'A' })] },
        ],
      }),
    );
    expect(bars.lines.map((each) => each.label)).toEqual(['without', 'with']);
    expect(bars.rows.map((row) => [row.label, ...row.points.map((each) => each?.y)])).toEqual([
      ['A', 2, 1],
      ['B', 3, undefined],
    ]);
  });

  it('keeps figures measured twice at one place apart', () => {
    const bars = barsOf(
      series({
        lines: [{ key: 'ssd', label: 'local SSD', points: [point(0.9, { x: 2 }), point(0.8, { x: 2 })] }],
      }),
    );
    expect(bars.rows.map((row) => row.label)).toEqual([
      'local SSD, 2\u00a0:\u00a01',
      'local SSD, 2\u00a0:\u00a01',
    ]);
    expect(bars.lines).toHaveLength(1);
  });

  it('names a row once where line and category are the same', () => {
    const bars = barsOf(
      series({
        lines: [
          { key: 'a', label: 'Peak', points: [point(8, { category: 'Peak' })] },
          { key: 'b', label: 'Least', points: [point(1, { category: 'Least' })] },
        ],
      }),
    );
    expect(bars).toMatchObject({ rows: [{ label: 'Peak' }, { label: 'Least' }] });
  });

  it('has a course where a line has figures at several places', () => {
    const line = { key: 'a', label: 'a', points: [point(1, { x: 1 }), point(2, { x: 2 })] };
    expect(hasCourse(series({ lines: [line] }))).toBe(true);
    expect(hasCourse(series({ lines: [line], topic: 'single_figures' }))).toBe(false);
    expect(hasCourse(series({ lines: [{ ...line, points: line.points.slice(0, 1) }] }))).toBe(false);
    expect(hasCourse(series({ lines: [{ ...line, reference: true }] }))).toBe(false);
  });

  it('writes figures in the unit of their axis, with their bounds', () => {
    const share = { label: 'throughput', unit: 'share of baseline' };
    expect(figureText(5166.666666666667, { label: '', unit: 'OPM' })).toBe('5,166.67 OPM');
    expect(figureText(0.88, share)).toBe('88\u00a0%');
    expect(boundedText(point(0.95, { low: 0.95 }), share)).toBe('95\u00a0% or more');
    expect(boundedText(point(0.3, { high: 0.3 }), share)).toBe('30\u00a0% or less');
    expect(boundedText(point(0.92, { low: 0.92, high: 1 }), share)).toBe('92\u00a0% to 100\u00a0%');
    expect(axisText(share)).toBe('throughput, % of baseline');
    expect(axisText({ label: 'drive', unit: '' })).toBe('drive');
    expect(axisText({ label: 'orders', unit: 'orders/min' })).toBe('orders/min');
    expect(axisText({ label: 'mean latency', unit: 'us' })).toBe('mean latency, \u00b5s');
    expect(subtitleOf({ name: 'Peak', y: { label: 'peak', unit: 'IOPS' } })).toBe('IOPS');
    expect(subtitleOf({ name: 'Peak', y: { label: 'rate', unit: 'IOPS' } })).toBe('rate, IOPS');
  });
});

it('says in one line where a series is from', () => {
  expect(sourceOf({ citations: [], locator: 'p. 3' })).toBeUndefined();
  const citations = ['One', 'Two'].map((citation) => ({ citation, url: null }));
  expect(sourceOf({ citations, locator: 'p. 3' })).toBe('Source: One, p. 3; Two, p. 3');
  expect(sourceOf({ citations: citations.slice(0, 1), locator: null })).toBe('Source: One');
});
