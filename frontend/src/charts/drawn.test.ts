import { describe, expect, it } from 'vitest';

import type { Chart, Reading, Result } from '@/api/types';
import { formatMoney } from '@/lib/format';

import samples from '../../../backend/tests/golden/drawn_charts.json';

import {
  absentOf,
  axisOf,
  barsOf,
  basisOfMark,
  chartOf,
  crossingsOf,
  drawingOf,
  placedOf,
  yearsOf,
} from './drawn';

const plans = samples as unknown as Record<string, Chart[]>;
const charts = Object.entries(plans).flatMap(([sample, own]) =>
  own.map((chart) => ({ sample, key: chart.words.key, chart })),
);
const ofKind = (kind: Chart['kind']) => charts.filter(({ chart }) => chart.kind === kind);
const modes = (chart: Chart) => [drawingOf(chart, false), drawingOf(chart, true)];
const valueOf = (reading: Reading | null | undefined) => reading?.value ?? null;

it('has four charts of three samples, of which those of money have differences', () => {
  expect(charts).toHaveLength(12);
  for (const { chart } of charts) {
    const isMoney = chart.kind === 'stacked_bars' || chart.kind === 'lines';
    expect(Boolean(chart.apart)).toBe(isMoney);
    expect(drawingOf(chart, true)).toBe(isMoney ? chart.apart : chart.drawn);
  }
});

it.each(charts)('$sample, $key: the axes have the ticks of the specification', ({ chart }) => {
  for (const drawing of modes(chart)) {
    for (const axis of [drawing.across, drawing.upright]) {
      if (!axis) continue;
      const { domain, ticks, tickFormatter } = axisOf(axis);
      expect(domain).toEqual([axis.lowest, axis.highest]);
      expect(ticks.map((value) => ({ value, text: tickFormatter(value) }))).toEqual(axis.ticks);
    }
  }
});

it.each(ofKind('stacked_bars'))('$sample: each bar has the segments of its configuration', ({ chart }) => {
  for (const drawing of modes(chart)) {
    const bars = barsOf(drawing);
    expect(bars.map(({ name, end }) => [name, end])).toEqual(
      drawing.series.map(({ name, end }) => [name, end?.text]),
    );
    expect(bars.map(({ whole }) => whole.replace('+', ''))).toEqual(
      drawing.series.map(({ end }) => (end?.value == null ? (end?.text ?? '') : formatMoney(end.value))),
    );
    expect(bars.map(({ whole }) => whole[0] === '+')).toEqual(bars.map(({ end }) => end[0] === '+'));
    drawing.series.forEach(({ points }, turn) => {
      expect(points.map(({ part }) => part)).toEqual(chart.parts.map(({ key }) => key));
      expect(bars[turn]?.amounts).toEqual(points.map(({ across }) => valueOf(across)));
      expect(bars[turn]?.texts).toEqual(points.map(({ across }) => across?.text));
    });
  }
});

it.each(ofKind('lines'))('$sample: each line has the corners and bars of its configuration', ({ chart }) => {
  for (const drawing of modes(chart)) {
    const years = yearsOf(drawing);
    drawing.series.forEach(({ points }, turn) => {
      expect(years.map(({ year }) => year)).toEqual(points.map(({ across }) => valueOf(across)));
      expect(years.map(({ cumulative }) => cumulative[turn])).toEqual(points.map(({ upright }) => upright));
      expect(years.map(({ added }) => added[turn])).toEqual(points.map(({ added }) => added));
    });
    expect(crossingsOf(drawing)).toEqual(crossingsOf(chart.drawn));
  }
});

it.each([...ofKind('intervals'), ...ofKind('points')])(
  '$sample, $key: each point has its place and its range',
  ({ chart: { drawn } }) => {
    const known = drawn.series.filter(({ unknown }) => !unknown);
    const placed = placedOf(drawn);
    expect(placed.map(({ place }) => place)).toEqual(known.map(({ place }) => place));
    placed.forEach(({ across, upright, range: [down, up], text }, turn) => {
      const point = known[turn]?.points[0];
      expect([across, upright, text]).toEqual([
        valueOf(point?.across),
        valueOf(point?.upright),
        point?.across?.text,
      ]);
      const life = upright ?? across;
      if (point?.low) expect(life - down).toBeCloseTo(valueOf(point.low) ?? NaN, 9);
      if (point?.high) expect(life + up).toBeCloseTo(valueOf(point.high) ?? NaN, 9);
    });
  },
);

describe('what is not known', () => {
  const drawn = {
    about: '',
    marks: [],
    series: [
      {
        configuration: 'a',
        name: 'A',
        place: 0,
        unknown: 'never',
        points: [{ across: { value: null, text: 'never' } }],
      },
      { configuration: 'b', name: 'B', place: 1, points: [{ across: { value: 3, text: '3' } }] },
    ],
  };

  it('has no place, and is named with the reason', () => {
    expect(placedOf(drawn)).toEqual([{ place: 1, across: 3, upright: null, range: [0, 0], text: '3' }]);
    expect(absentOf(drawn)).toEqual(['A: never']);
  });

  it('leaves a gap in bars and lines', () => {
    expect(barsOf(drawn).map(({ amounts }) => amounts)).toEqual([[null], [3]]);
    expect(yearsOf({ ...drawn, series: [] })).toEqual([]);
  });
});

it('finds the chart of a result, and none where there is nothing to draw', () => {
  const [first] = charts;
  const result = (drawn: Chart[]) => ({ decision: { charts: { drawn } } }) as Result;
  expect(chartOf(result(first ? [first.chart] : []), 'cost_parts')).toBe(first?.chart);
  expect(chartOf(result([]), 'wear')).toBeUndefined();
  expect(chartOf({}, 'wear')).toBeUndefined();
});

it('draws a warranty as what the vendor states, and the horizon as what is chosen', () => {
  const mark = { axis: 'across' as const, at: 5, text: '', place: null };
  expect(basisOfMark({ ...mark, kind: 'warranty' })).toBe('vendor-stated');
  expect(basisOfMark({ ...mark, kind: 'horizon' })).toBe('entered');
});
