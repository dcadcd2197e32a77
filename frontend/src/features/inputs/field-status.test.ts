import { describe, expect, it } from 'vitest';

import type { Input } from '@/api/types';
import type { Json } from '@/lib/json';
import type { FieldSpec } from '@/plan/form-types';

import { type Used, usedFor } from './field-status';

const spec = (more: Partial<FieldSpec> = {}): FieldSpec => ({
  tail: '/x',
  label: 'X',
  kind: 'number',
  ...more,
});

const input = (more: Partial<Input> = {}): Input => ({
  quantity: 'hosts',
  label: 'X',
  unit: '',
  configuration: null,
  pointer: '/x',
  value: 12,
  status: 'catalogue',
  ...more,
});

describe('a field with a value of the plan', () => {
  it.each<[string, Partial<FieldSpec>, Json, Input[], Used['status'], Json | undefined]>([
    ['is given', {}, 5, [], 'given', undefined],
    ['has the status of its remark', {}, 5, [input({ status: 'imported' })], 'imported', undefined],
    ['can be confirmed where it is assumed', {}, 5, [input({ status: 'assumed' })], 'assumed', 5],
    [
      'is not missing, whatever else lacks',
      {},
      5,
      [input({ status: 'missing', value: null })],
      'given',
      undefined,
    ],
    ['does not follow from another choice', {}, 5, [input({ status: 'convention' })], 'given', undefined],
    ['that is no number is given', { kind: 'text' }, 'a', [input({ status: 'assumed' })], 'given', undefined],
    ['may be zero', {}, 0, [], 'given', undefined],
  ])('%s', (_, more, own, records, status, confirms) => {
    const used = usedFor(spec(more), own, records, true);
    expect([used.status, used.confirms, used.placeholder]).toEqual([status, confirms, undefined]);
  });
});

describe('an absent field', () => {
  it.each<[string, Partial<FieldSpec>, Input[], Partial<Used>]>([
    [
      'shows what was used',
      {},
      [input()],
      { status: 'catalogue', placeholder: '12', value: 12, confirms: undefined },
    ],
    ['can confirm what is assumed', {}, [input({ status: 'assumed' })], { status: 'assumed', confirms: 12 }],
    [
      'has a default where the result says given',
      {},
      [input({ status: 'given' })],
      { status: 'default', confirms: 12 },
    ],
    [
      'shows a share in percent, and confirms it as a share',
      { kind: 'share' },
      [input({ value: 0.07, status: 'assumed' })],
      { placeholder: '7', value: 7, confirms: 0.07 },
    ],
    ['is optional without a record', {}, [], { status: 'optional' }],
    ['is optional where no value stands in', {}, [input({ value: null })], { status: 'optional' }],
    [
      'takes the first record that has a value',
      {},
      [input({ value: null }), input({ value: 7 }), input({ value: 9 })],
      { placeholder: '7' },
    ],
    [
      'confirms nothing where configurations differ',
      {},
      [input({ status: 'assumed' }), input({ status: 'assumed', value: 13 })],
      { placeholder: '12', confirms: undefined },
    ],
    [
      'confirms what all that have a value agree on',
      {},
      [input({ status: 'assumed' }), input({ value: null })],
      { confirms: 12 },
    ],
    [
      'shows no size in another unit',
      { unit: 'GB' },
      [input({ unit: 'GiB', status: 'assumed' })],
      { status: 'assumed', placeholder: undefined, value: undefined, confirms: undefined },
    ],
    ['shows a size in its unit', { unit: 'GiB' }, [input({ unit: 'GiB' })], { placeholder: '12' }],
    ['shows what is no size in any unit', { unit: 'W' }, [input({ unit: 'watts' })], { placeholder: '12' }],
    [
      'that is a choice has its fallback',
      { kind: 'choice', fallback: 'soft' },
      [],
      { status: 'default', confirms: 'soft' },
    ],
    [
      'that is a choice without a fallback is optional',
      { kind: 'choice' },
      [],
      { status: 'optional', confirms: undefined },
    ],
    [
      'that is a choice may be assumed',
      { kind: 'choice', absent: 'assumed', fallback: 'a' },
      [],
      { status: 'assumed' },
    ],
  ])('%s', (_, more, records, expected) => {
    expect(usedFor(spec(more), undefined, records, false)).toMatchObject(expected);
  });

  it.each<[string, Input[], Used['status']]>([
    ['is missing without a record', [], 'missing'],
    ['is missing with an empty one', [input({ value: null })], 'missing'],
    ['is not missing where a value stands in', [input()], 'catalogue'],
  ])('that a result needs %s', (_, records, status) => {
    expect(usedFor(spec(), undefined, records, true).status).toBe(status);
  });
});

it.each<[Partial<Input>, string]>([
  [{ note: 'a rule', source: 'a book', locator: 'page 3' }, 'a rule \u2014 a book, page 3'],
  [{ source: 'a book' }, 'a book'],
  [{ note: 'a rule', locator: 'page 3' }, 'a rule \u2014 page 3'],
  [{}, ''],
])('%j is noted as "%s"', (more, note) => {
  expect(usedFor(spec(), undefined, [input(more)], false).note).toBe(note);
  expect(usedFor(spec(), 5, [input(more)], false).note).toBe(note);
});
