import type { Card, CardRow, DoubtCard, Figure, Line } from '@/api/types';

import { invented } from './names';

const NBSP = '\u00a0';

/** A figure of a quantity of a configuration. */
export const ofQuantity = (configuration: string, quantity: string, text: string, value: number): Figure => ({
  name: quantity,
  text,
  value,
  why: { configuration, quantity: invented(quantity), failed_hosts: 0 },
  note: null,
});

/** A figure that a note explains. */
export const ofNote = (note: string, text: string, value: number): Figure => ({
  name: note,
  text,
  value,
  why: null,
  note,
});

export const line = (code: string, ...parts: Line['text']['parts']): Line => ({
  text: { code, parts },
  why: null,
  note: null,
});

function row(key: string, name: string, place: number, hosts: number, cost: string, value: number): CardRow {
  return {
    configuration: key,
    name,
    place,
    is_reference: place === 0,
    admissible: true,
    hosts: ofQuantity(key, 'hosts', String(hosts), hosts),
    cost: ofQuantity(key, 'cluster_tco', cost, value),
    against: place === 0 ? null : ofNote(`against.${key}`, `\u221242${NBSP}%`, -0.42),
    life: ofQuantity(key, 'known_life_years', `7${NBSP}y`, 7),
    worn: ofQuantity(key, 'known_wear_out_probability', `29${NBSP}%`, 0.29),
    worn_tone: 'bad',
    limit: ofQuantity(key, 'hosts_for_cache', 'cache performance', hosts),
    lacks: null,
  };
}

/** The card of the small plan, whose second configuration leads. */
export const card: Card = {
  state: 'compared',
  label: '',
  sentence: line(
    'cheapest',
    { configuration: 'optane', text: 'Optane' },
    ' is the cheapest as entered: ',
    ofNote('against.nand', `42${NBSP}%`, -0.42),
    ' cheaper than ',
    { configuration: 'nand', text: 'NAND' },
    '.',
  ),
  waiting: line('simulating', 'Simulating ', ofNote('futures', '4,096', 4096), ' futures\u2026'),
  lead: 'optane',
  nearly_empty: null,
  has_flash: true,
  tiles: [
    {
      key: 'hosts',
      figure: ofQuantity('optane', 'hosts', '4', 4),
      tone: 'plain',
      label: line('hosts', 'hosts'),
      lines: [
        line(
          'made_of',
          ofQuantity('optane', 'hosts_for_cache', '3', 3),
          ' for cache performance + ',
          ofQuantity('optane', 'spare_hosts', '1', 1),
          ' spare',
        ),
      ],
    },
    {
      key: 'cost',
      figure: ofQuantity('optane', 'cluster_tco', `122${NBSP}k`, 122_000),
      tone: 'plain',
      label: line('cost', 'EUR over ', ofQuantity('optane', 'horizon_years', '5', 5), ' years'),
      lines: [],
    },
    {
      key: 'life',
      figure: ofQuantity('optane', 'known_life_years', '7', 7),
      tone: 'bad',
      label: line('life_of_flash', 'years of flash'),
      lines: [],
    },
  ],
  rows: [
    row('optane', 'Optane', 1, 4, `122${NBSP}k`, 122_000),
    row('nand', 'NAND', 0, 7, `210${NBSP}k`, 210_000),
  ],
  limits: [
    {
      key: 'cache_performance',
      label: 'Cache performance',
      share: 0.92,
      figure: ofQuantity('optane', 'cache_slack_share', `92${NBSP}%`, 0.92),
      binding: true,
    },
  ],
  levels: [
    { level: null, label: 'As entered', chosen: true },
    { level: 0.9, label: '9 of 10 futures', chosen: false },
    { level: 0.98, label: '49 of 50 futures', chosen: false },
  ],
  checks: [{ line: { ...line('wears_out', 'The drives wear out.'), note: 'check.wears_out' }, cure: null }],
  remedies: [],
  missing: [],
  notes: [
    {
      key: 'against.nand',
      title: 'Cost against the reference',
      texts: [{ code: 'against', parts: ['The difference of the total costs.'] }],
      columns: ['', 'EUR'],
      rows: [
        {
          label: 'NAND',
          configuration: 'nand',
          cells: [ofQuantity('nand', 'cluster_tco', '210,000', 210_000)],
        },
      ],
    },
  ],
};

/** What the simulations add to it. */
export const sure: DoubtCard = {
  label: 'Leaning',
  sentence: line('rather', 'Rather choose ', { configuration: 'optane', text: 'Optane' }, '.'),
  advised: 'optane',
  sure: {
    key: 'sure',
    figure: ofNote('cheapest', `79${NBSP}%`, 0.79),
    tone: 'plain',
    label: line('cheapest_in', 'the cheapest in'),
    lines: [line('covers', 'hosts cover ', ofNote('covers.optane', `55${NBSP}%`, 0.55))],
  },
  rows: [
    {
      configuration: 'optane',
      hosts: ofNote('range.optane', '4 to 5', 4),
      cost: ofNote('range.optane', `110${NBSP}k to 190${NBSP}k`, 110_000),
      cost_low: 110_000,
      cost_high: 190_000,
    },
  ],
  levels: [
    {
      level: null,
      label: 'As entered',
      chosen: true,
      hosts: ofNote('covers.optane', '4 hosts', 4),
      dearer: null,
    },
    {
      level: 0.9,
      label: '9 of 10 futures',
      chosen: false,
      hosts: ofNote('covers.optane', '5 hosts', 5),
      dearer: ofNote('covers.optane', `+17${NBSP}% cost`, 0.17),
    },
  ],
  flips_label: 'Would change it',
  flips: [{ ...line('flip', 'Price of memory above 1.7 times the value: take NAND'), note: 'flip.memory' }],
  checks: [
    {
      line: line('size_for', ofNote('covers.optane', '4', 4), ' hosts cover too little.'),
      cure: {
        label: 'Size for 9 of 10 futures',
        edits: [{ pointer: '/policy/sizing_level', value: 0.9 }],
      },
    },
  ],
  notes: [],
};
