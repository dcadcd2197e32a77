import { describe, expect, it } from 'vitest';

import { editField, removeElement } from '@/plan/plan-edits';
import { plan } from '@/test-fixtures/plan';

import { changeLines } from './change-lines';

const first = plan.configurations[0];
const SPARES = '/policy/spare_hosts';

describe('what another plan has otherwise', () => {
  it('is nothing for the plan itself', () => {
    expect(changeLines(plan, plan)).toEqual([]);
  });

  it('is a line for each field, in the words of the form', () => {
    const other = editField(editField(plan, SPARES, 3), '/policy/write_utilisation_limit', 0.54);
    const lines = changeLines(plan, other);
    expect(lines).toHaveLength(2);
    expect(lines.find((line) => line.startsWith('Spare hosts'))).toMatch(/\d → 3$/);
    expect(lines.find((line) => line.includes('%'))).toMatch(/50 % → 54 %$/);
  });

  it('names what is removed as the plan that has it does, and what is added as the other', () => {
    const without = removeElement(plan, '/configurations', 0);
    expect(changeLines(plan, without)).toEqual([`Configuration removed: ${first?.name}`]);
    expect(changeLines(without, plan)).toEqual([`Configuration added: ${first?.name}`]);
  });

  it('writes values as it is told to', () => {
    const other = editField(plan, SPARES, 3);
    expect(changeLines(plan, other, (_, value) => `<${String(value)}>`)).toEqual([
      expect.stringMatching(/<\d> → <3>$/),
    ]);
  });
});
