import { describe, expect, it } from 'vitest';

import { getAt } from '@/plan/json-pointer';
import { editField } from '@/plan/plan-edits';
import { plan } from '@/test-fixtures/plan';

import { edited, GROUP, PEAK } from './six-numbers-edits';

describe('a number of the six', () => {
  const average = `${GROUP}/iops_average`;
  const template = editField(plan, average, 240);

  it.each<[string, number | undefined, number | undefined]>([
    [PEAK, 480, 120],
    [PEAK, 0, 0],
    [PEAK, undefined, undefined],
    // Any other leaves the average alone.
    ['/count', 50, 240],
  ])('%s of %j leaves an average load of %j', (tail, value, expected) => {
    const next = edited(template, template, tail, value);
    expect(getAt(next, GROUP + tail)).toBe(value);
    expect(getAt(next, average)).toBe(expected);
  });

  it('leaves no average load where the plan to start from has no peak to compare it with', () => {
    const next = edited(template, editField(template, GROUP + PEAK, 0), PEAK, 480);
    expect(getAt(next, average)).toBeUndefined();
  });
});
