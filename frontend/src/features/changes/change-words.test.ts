import { describe, expect, it } from 'vitest';

import type { Result } from '@/api/types';
import type { PlanWords } from '@/plan/plan-actions';
import type { Change } from '@/plan/plan-diff';
import { result } from '@/test-fixtures/plan';

import { changeLine, changeWords } from './change-words';

/** A value as a page writes it: rounded unless asked exactly, and marked where nobody entered it. */
const WORDS: PlanWords = {
  labelOf: (pointer) => `label of ${pointer}`,
  textOf: (_, value, { exact = false, used } = {}) => {
    if (value === undefined) return used ? `${String(used.value)} (not entered)` : 'nothing';
    if (typeof value === 'number' && !exact) return value.toFixed(0);
    return typeof value === 'string' ? value : JSON.stringify(value);
  },
};
const SPARES = '/policy/spare_hosts';

const changed = (more: Partial<Change>): Change => ({
  kind: 'changed',
  pointer: SPARES,
  beforePointer: SPARES,
  before: 1,
  after: 2,
  ...more,
});

const using = (pointer: string, value: number | null): Result => ({
  ...result,
  inputs: [
    { quantity: 'hosts', configuration: null, pointer, value, label: '', unit: '', status: 'assumed' },
  ],
});

describe('a change in words', () => {
  it.each<[string, Partial<Change>, string]>([
    ['of a field', {}, `label of ${SPARES} 1 \u2192 2`],
    [
      'too small for the usual digits is written exactly',
      { before: 1.1, after: 1.2 },
      `label of ${SPARES} 1.1 \u2192 1.2`,
    ],
    ['large enough is rounded', { before: 1.1, after: 2.2 }, `label of ${SPARES} 1 \u2192 2`],
    ['of a field that is cleared', { after: undefined }, `label of ${SPARES} 1 \u2192 nothing`],
    [
      'a configuration',
      { kind: 'added', pointer: '/configurations/2', after: 'B' },
      'Configuration added: B',
    ],
    ['a group', { kind: 'removed', pointer: '/workload/groups/0', before: 'app' }, 'VM group removed: app'],
    [
      'network cards',
      { kind: 'added', pointer: '/configurations/1/network/cards/0', after: 'C' },
      'Network cards added: C',
    ],
    ['what no list holds', { kind: 'removed', pointer: '/economics', before: 'E' }, 'Part removed: E'],
  ])('%s', (_, change, line) => {
    expect(changeLine(changeWords(changed(change), WORDS))).toBe(line);
  });

  it('says what stood in for an absent field, in each plan at its own place', () => {
    const pointer = '/configurations/0/memory/dram_gib';
    const beforePointer = '/configurations/1/memory/dram_gib';
    const moved = { pointer, beforePointer };
    const [earlier, now] = [using(beforePointer, 256), using(pointer, 384)];
    const line = (change: Partial<Change>) =>
      changeLine(changeWords(changed({ ...moved, ...change }), WORDS, earlier, now));
    expect(line({ before: undefined })).toBe(`label of ${pointer} 256 (not entered) \u2192 2`);
    expect(line({ after: undefined })).toBe(`label of ${pointer} 1 \u2192 384 (not entered)`);
  });

  it('does not take a missing input for a value', () => {
    const { before } = changeWords(changed({ before: undefined }), WORDS, using(SPARES, null));
    expect(before).toBe('nothing');
  });
});
