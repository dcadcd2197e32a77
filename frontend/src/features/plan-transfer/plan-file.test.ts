import { describe, expect, it } from 'vitest';

import { plan } from '@/test-fixtures/plan';
import type { Json } from '@/lib/json';

import { editField } from '@/plan/plan-edits';

import { openable, planFile, planFileName, planFileText, readPlanFile } from './plan-file';

describe('a plan as a file', () => {
  it('comes back as it was written, its own models and remarks included', () => {
    const own = {
      ...plan,
      opm_models: [
        {
          key: 'web',
          name: 'Web',
          points: [{ medium: 'ssd_local' as const, overcommit_ratio: 2, per_vm: 1.1e3 }],
        },
      ],
    };
    const reading = readPlanFile(planFileText(own));
    expect(reading).toEqual({ document: own, scenarios: [] });
    expect(openable((reading as { document: Json }).document, [])).toEqual(own);
  });

  it('brings its scenarios along, those that can be opened', () => {
    const variant = editField(plan, '/policy/spare_hosts', 3);
    const text = planFileText(plan, [{ name: 'Three', plan: variant }]);
    expect(readPlanFile(text)).toEqual({ document: plan, scenarios: [{ name: 'Three', plan: variant }] });
    const odd = JSON.stringify({ plan, scenarios: [{ name: 'Odd', plan: {} }, 7, { plan: variant }] });
    expect(readPlanFile(odd)).toEqual({ document: plan, scenarios: [] });
  });

  it('of an earlier version is read with current names, its scenarios too', () => {
    const former = { ...plan, policy: { cache_utilisation_limit: 0.5 } };
    const current = { ...plan, policy: { write_utilisation_limit: 0.5 } };
    expect(readPlanFile(JSON.stringify(former))).toEqual({ document: current, scenarios: [] });
    const scenarios = [{ name: 'Three', plan: former }];
    expect(readPlanFile(JSON.stringify({ plan: former, scenarios }))).toEqual({
      document: current,
      scenarios: [{ name: 'Three', plan: current }],
    });
  });

  it('is named after the plan, its revision and the date', () => {
    const name = (revision: number | null) => planFile(plan, { revision }, '2026-11-27').name;
    expect(name(3)).toMatch(/-r3-2026-11-27\.hostwise\.json$/);
    expect(name(null)).toMatch(/-unsaved-2026-11-27\.hostwise\.json$/);
    const named = (text: string) => planFileName(text, 'r1');
    expect(named('Moderate I/O: NAND or Optane')).toBe('moderate-i-o-nand-or-optane-r1.hostwise.json');
    expect(named('\u00dcberl\u00e4nge')).toBe('uberlange-r1.hostwise.json');
    expect(named('***')).toBe('plan-r1.hostwise.json');
  });

  it('is read out of the answer that the API gives for a kept plan', () => {
    const kept = { id: 'x', revision: 3, plan };
    expect(readPlanFile(JSON.stringify(kept))).toEqual({ document: plan, scenarios: [] });
  });

  it('tells text that is not JSON from JSON that is not a plan', () => {
    expect(readPlanFile('{"name": ')).toEqual({ problem: expect.stringContaining('not JSON') as string });
    expect(readPlanFile('[1, 2]')).toEqual({ problem: expect.stringContaining('not a plan') as string });
  });

  it('leaves out what nobody knows, and nothing else', () => {
    const document = { ...plan, foo: 1, policy: { spare_hosts: 0, bar: 2 } } as unknown as Json;
    const problem = (pointer: string, code: string) => ({ pointer, code, message: '' });
    const opened = openable(document, [
      problem('/foo', 'extra_forbidden'),
      problem('/policy/bar', 'extra_forbidden'),
      problem('/policy/spare_hosts', 'greater_than'),
    ]);
    expect(opened).toEqual({ ...plan, policy: { spare_hosts: 0 } });
  });
});
