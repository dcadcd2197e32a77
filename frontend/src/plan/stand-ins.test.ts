import { describe, expect, it } from 'vitest';

import type { Input } from '@/api/types';
import { invented } from '@/test-fixtures/names';
import { result } from '@/test-fixtures/plan';

import type { Part } from './form-types';
import { usedInputs } from './stand-ins';

const parts: Part[] = [
  {
    title: '',
    tail: '',
    fields: [
      { tail: '/memory/stack', label: 'Stack', kind: 'number', unit: 'GiB', standsIn: 'storage_stack_gib' },
    ],
  },
];

const share: Input = {
  quantity: 'stack_memory_assumed_share',
  label: 'share',
  unit: '',
  configuration: 'nand',
  pointer: '/configurations/0/memory/stack',
  value: 0.05,
  status: 'assumed',
};

const [first] = result.configurations;
if (!first) throw new Error('The result has a configuration.');
const computed = {
  ...result,
  inputs: [share],
  configurations: [
    {
      ...first,
      quantities: { storage_stack_gib: { value: 76.8, state: 'evaluated' as const, missing: [] } },
    },
  ],
};

describe('what stands in for an absent field', () => {
  it('is the computed quantity, with the status of what is behind it', () => {
    expect(usedInputs(computed, parts)[0]).toMatchObject({
      quantity: 'storage_stack_gib',
      value: 76.8,
      unit: 'GiB',
      status: 'assumed',
      pointer: share.pointer,
    });
  });

  it('is nothing where the field is given', () => {
    const given: Input = {
      ...share,
      quantity: invented('given'),
      value: 45,
      status: 'given',
      kind: 'entered',
    };
    expect(usedInputs({ ...computed, inputs: [given, share] }, parts)).toEqual([given, share]);
  });
});
