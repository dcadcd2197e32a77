import { describe, expect, it } from 'vitest';

import type { ConfigurationGrowth, Growth } from '@/api/types';

import { byRunway, ownersOf } from './runway';

const MONTHS = [0, 12, 24];

type Limit = ConfigurationGrowth['limits'][number];

const limit = (label: string, more: Partial<Limit> = {}): Limit => ({
  key: label,
  label,
  hosts: [3, 4, 5],
  breaks_in: null,
  undecided: false,
  ...more,
});

const growing = (more: Partial<ConfigurationGrowth>, name = 'A'): ConfigurationGrowth => ({
  key: name,
  name,
  present: [6, 6, 6],
  needed: [6, 6, 6],
  breaks_in: null,
  broken_by: [],
  order_by: null,
  limits: [limit('memory')],
  ...more,
});

const growthOf = (configurations: ConfigurationGrowth[]) =>
  ({ months: MONTHS, grows: true, lead_time_months: 2, lead_time_assumed: false, configurations }) as Growth;

describe('for how long hosts are enough', () => {
  it('says that a lead time is assumed where nobody entered one', () => {
    const found = growthOf([growing({ limits: [limit('memory', { breaks_in: 7 })], order_by: 5 })]);
    const [text] = [...byRunway({ ...found, lead_time_assumed: true }).keys()];
    expect(text).toContain('Order more by month 5: they are assumed to take 2 months.');
  });

  it.each<[string, Partial<ConfigurationGrowth>, string]>([
    ['is the whole time where no limit breaks', {}, '6 hosts last all 24 months.'],
    ['is unknown without hosts', { present: [null, 6, 6] }, 'No hosts to begin with.'],
    [
      'says what is spare, and from when it is needed',
      { needed: [4, 5, 6] },
      '6 hosts last all 24 months. You need 4 today, all 6 from month 2.',
    ],
    [
      'says when some are never needed',
      { needed: [4, null, 5] },
      '6 hosts last all 24 months. You need 4 today, never all of them.',
    ],
    [
      'says the last month to order',
      { limits: [limit('memory', { breaks_in: 7 })], order_by: 5 },
      '6 hosts run out of memory in month 7. Order more by month 5: they take 2 months.',
    ],
    [
      'names the event that ends it',
      {
        limits: [limit('memory', { breaks_in: 18 })],
        order_by: 15,
        breaks_in: 18,
        broken_by: [
          { label: 'Acquisition', month: 18, group: 'web', vms: 200, probability: 1, counted: true },
          { label: 'Project', month: 18, group: 'mail', vms: 1, probability: 0.6, counted: true },
        ],
      },
      '6 hosts run out of memory in month 18. In month 18 \u201cAcquisition\u201d brings 200 VMs to web, and ' +
        '\u201cProject\u201d brings 1 VM to mail. Order more by month 15: they take 2 months.',
    ],
    [
      'says that an order comes too late',
      { limits: [limit('memory', { breaks_in: 1 })], order_by: -1 },
      '6 hosts run out of memory in month 1. More would have to be ordered 1 month before the purchase: they take 2 months.',
    ],
    [
      'names each limit that breaks, and how many others hold',
      {
        limits: [
          limit('memory', { breaks_in: 7 }),
          limit('CPU'),
          limit('endurance', { breaks_in: 19 }),
          limit('cache', { hosts: [null, null, null] }),
        ],
      },
      '6 hosts run out of memory in month 7, endurance in month 19; 1 other holds until month 24.',
    ],
    [
      'counts several others that hold',
      {
        present: [1],
        needed: [1],
        limits: [limit('memory', { breaks_in: 7 }), limit('CPU'), limit('endurance')],
      },
      '1 host runs out of memory in month 7; 2 others hold until month 24.',
    ],
    [
      'does not speak of others where none holds',
      { limits: [limit('memory', { breaks_in: 0 })] },
      '6 hosts run out of memory in month 0.',
    ],
    [
      'names what is not evaluated',
      { limits: [limit('memory'), limit('cache', { undecided: true, hosts: [null, null, null] })] },
      '6 hosts last all 24 months. Not evaluated, and may run out: cache.',
    ],
  ])('%s', (_, more, text) => {
    expect([...byRunway(growthOf([growing(more)])).keys()]).toEqual([text]);
  });

  it('is said once of configurations of which the same holds', () => {
    const configurations = [growing({}), growing({ present: [null] }, 'B'), growing({}, 'C')];
    expect([...byRunway(growthOf(configurations)).values()]).toEqual([
      [
        { index: 0, name: 'A' },
        { index: 2, name: 'C' },
      ],
      [{ index: 1, name: 'B' }],
    ]);
  });
});

it.each([
  ['A', 2, ['A']],
  ['Each', 2, ['A', 'B']],
  ['A and B', 3, ['A', 'B']],
  ['A', 1, ['A']],
])('"%s" begins a sentence about %d configurations', (text, all, names) => {
  const configurations = Array.from({ length: all }, () => growing({}));
  const owners = names.map((name, index) => ({ index, name }));
  expect(ownersOf(owners, growthOf(configurations))).toBe(text);
});
