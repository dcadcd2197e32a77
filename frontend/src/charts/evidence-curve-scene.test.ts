import { describe, expect, it } from 'vitest';

import type { CurvePoint, MediumCurve, OpmCurves } from '@/api/types';

import { basesIn, basisOfPoint, lineOfCurve, ratioTicksOf, tableOf } from './evidence-curve-scene';

const at = (overcommit_ratio: number, per_vm: number | null, basis: CurvePoint['basis']): CurvePoint => ({
  overcommit_ratio,
  per_vm,
  low_per_vm: per_vm,
  high_per_vm: per_vm,
  basis,
});

const ssd: MediumCurve = {
  medium: 'ssd_local',
  label: 'local SSD',
  single_point: false,
  measured_from: 1.5,
  measured_to: 3,
  line: [
    at(0.75, 6900, 'extrapolated'),
    at(1.5, 5600, 'measured'),
    at(2, 4900.123456, 'interpolated'),
    at(3, 3000, 'measured'),
    at(3.75, 1700, 'extrapolated'),
  ],
  measured: [
    { medium: 'ssd_local', overcommit_ratio: 1.5, per_vm: 5600, kind: 'measured' },
    { medium: 'ssd_local', overcommit_ratio: 3, per_vm: 3000, kind: 'measured' },
  ],
  markers: [],
};

const alone: MediumCurve = {
  ...ssd,
  medium: 'hdd_local',
  label: 'local hard disk',
  single_point: true,
  line: [at(0.75, null, 'outside'), at(2, 3400, 'single_point'), at(3.75, null, 'outside')],
  measured: [{ medium: 'hdd_local', overcommit_ratio: 2, per_vm: 3400, kind: 'measured' }],
};

describe('the curves of a model', () => {
  it('are cut where what they rest on changes', () => {
    expect(lineOfCurve(ssd).map((each) => each.basis)).toEqual([
      'extrapolated',
      'interpolated',
      'extrapolated',
    ]);
    expect(lineOfCurve(alone)).toEqual([]);
  });

  it('name a point that stands alone, unless it was not even measured', () => {
    const point = { medium: 'hdd_local' as const, overcommit_ratio: 2, per_vm: 1, kind: 'measured' as const };
    expect(basisOfPoint(alone, point)).toBe('single_point');
    expect(basisOfPoint(alone, { ...point, kind: 'vendor-stated' })).toBe('vendor-stated');
    expect(basisOfPoint(ssd, point)).toBe('measured');
    expect(basesIn([ssd, alone])).toEqual(['measured', 'interpolated', 'extrapolated', 'single_point']);
  });

  it('stand on round ratios', () => {
    expect(ratioTicksOf([ssd])).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]);
    expect(ratioTicksOf([])).toEqual([0, 1]);
  });

  it('are a table of points as they are, and of the line as roughly as it is known', () => {
    const curves = {
      x: { label: 'memory overcommitment', unit: 'ratio' },
      y: { label: 'operations', unit: 'OPM' },
      curves: [ssd, alone],
    } as OpmCurves;
    const { columns, rows } = tableOf(curves);
    expect(columns).toHaveLength(6);
    expect(rows[0]).toEqual({
      label: '1.5\u00a0:\u00a01',
      cells: ['local SSD', '5,600 OPM', '', '', 'measured'],
    });
    expect(rows.at(-1)?.cells).toEqual(['local hard disk', '3,400 OPM', '', '', 'single point']);
  });
});
