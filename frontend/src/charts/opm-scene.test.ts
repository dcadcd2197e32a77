import { describe, expect, it } from 'vitest';

import type { GroupOperations } from '@/api/types';
import { memoryReport, model } from '@/test-fixtures/memory';

import { basesShown, pointBasis, ratioWindow, referencesOf, tableOf, valueTicks } from './opm-scene';

const [configuration] = memoryReport.configurations;
if (!configuration) throw new Error('The report has configurations.');
const operations = configuration.operations[0] as GroupOperations;
const alone: GroupOperations = {
  ...operations,
  medium: 'hdd_local',
  curve: operations.curve && { ...operations.curve, medium: 'hdd_local', single_point: true, line: [] },
};

describe('the chart of operations', () => {
  it('shows every failure case at its ratio, the one that is looked at marked', () => {
    expect(referencesOf(configuration, 1)).toEqual([
      { key: 0, ratio: 1.6, label: 'all hosts running', shortLabel: 'all hosts running', current: false },
      { key: 1, ratio: 1.9, label: '1 host down (the spares)', shortLabel: '1 host down', current: true },
    ]);
  });

  it('has room for points, statements, cases and states', () => {
    expect(ratioWindow(configuration, model, referencesOf(configuration, 0))).toEqual([0.5, 4]);
    expect(valueTicks(operations, model).at(-1)).toBeGreaterThanOrEqual(6000);
  });

  it('never takes a lone point for a curve', () => {
    const [ssd, , hdd] = model.points;
    if (!ssd || !hdd) throw new Error('The model has points.');
    expect(pointBasis(model, ssd)).toBe('measured');
    expect(pointBasis(model, hdd)).toBe('single_point');
    expect(basesShown(operations, model)).toEqual([
      'measured',
      'interpolated',
      'extrapolated',
      'single_point',
    ]);
    expect(basesShown(alone, model)).toEqual(['measured', 'single_point']);
  });

  it('says in the table what each figure rests on', () => {
    const { rows } = tableOf(operations, model);
    expect(rows[0]).toEqual({ label: '1.5, local SSD', cells: ['5,500', '', '', 'measured'] });
    expect(rows.map((each) => each.cells.at(-1))).toContain('extrapolated');
  });
});
