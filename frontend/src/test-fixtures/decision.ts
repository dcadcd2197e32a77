import type { Decision, DecisionRow, Figure, MessageLine, Notice } from '@/api/types';

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

export const line = (code: string, ...parts: MessageLine['text']['parts']): MessageLine => ({
  text: { code, parts },
  why: null,
  note: null,
});

function row(
  key: string,
  name: string,
  place: number,
  hosts: number,
  cost: string,
  value: number,
): DecisionRow {
  return {
    configuration: key,
    name,
    place,
    is_reference: place === 0,
    admissible: true,
    exclusion: '',
    hosts: ofQuantity(key, 'hosts', String(hosts), hosts),
    cost: ofQuantity(key, 'cluster_tco', cost, value),
    against: place === 0 ? null : ofNote(`against.${key}`, `\u221242${NBSP}%`, -0.42),
    life: ofQuantity(key, 'flash_life_years', `7${NBSP}y`, 7),
    worn: ofQuantity(key, 'known_wear_out_probability', `29${NBSP}%`, 0.29),
    worn_tone: 'bad',
    limit: ofQuantity(key, 'hosts_for_write_performance', 'write performance', hosts),
    limits: [],
    lacks: null,
  };
}

/** A notice of one sentence, about configurations or the plan. */
export function notice(code: string, said: MessageLine, given: Partial<Notice> = {}): Notice {
  return {
    code,
    severity: 'warning',
    topic: 'hosts',
    word: 'Warning',
    line: said,
    said: [{ text: said.text, configurations: [], pointers: [] }],
    remedy: null,
    ...given,
  };
}

/** The decision on the small plan as it is sized: its second configuration leads. */
export const decision: Decision = {
  phase: 'sized',
  currency: 'EUR',
  horizon_years: 5,
  strength: null,
  detail: null,
  advised: null,
  runner_up: 'nand',
  reference: 'nand',
  saving: null,
  break_evens_title: '',
  break_evens: [],
  notices: [],
  risks: [],
  basis: [],
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
  pending: line('simulating', 'Running ', ofNote('simulations', '4,096', 4096), ' simulations\u2026'),
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
          ofQuantity('optane', 'hosts_for_write_performance', '3', 3),
          ' for write performance + ',
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
      figure: ofQuantity('optane', 'flash_life_years', '7', 7),
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
      key: 'write_performance',
      label: 'Write performance',
      share: 0.92,
      figure: ofQuantity('optane', 'write_slack_share', `92${NBSP}%`, 0.92),
      binding: true,
    },
  ],
  levels: [
    { level: null, label: 'Base case', chosen: true },
    { level: 0.9, label: '9 of 10 simulations', chosen: false },
    { level: 0.98, label: '49 of 50 simulations', chosen: false },
  ],
  checks: [notice('wears_out', { ...line('wears_out', 'The drives wear out.'), note: 'check.wears_out' })],
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

/** The same once it is simulated. */
export const simulated: Decision = {
  ...decision,
  phase: 'simulated',
  label: 'Likely',
  strength: 'leaning',
  sentence: line('rather', 'Prefer ', { configuration: 'optane', text: 'Optane' }, '.'),
  detail: line(
    'rather_detail',
    'It is the cheapest in ',
    ofNote('cheapest', `79${NBSP}%`, 0.79),
    ' of simulations.',
  ),
  pending: null,
  advised: 'optane',
  tiles: [
    ...decision.tiles,
    {
      key: 'win_share',
      figure: ofNote('cheapest', `79${NBSP}%`, 0.79),
      tone: 'plain',
      label: line('cheapest_in', 'the cheapest in'),
      lines: [line('covers', 'hosts cover ', ofNote('covers.optane', `55${NBSP}%`, 0.55))],
    },
  ],
  rows: decision.rows.map((each) =>
    each.configuration === 'optane'
      ? {
          ...each,
          hosts_range: ofNote('range.optane', '4 to 5', 4),
          cost_range: ofNote('range.optane', `110${NBSP}k to 190${NBSP}k`, 110_000),
          cost_low: 110_000,
          cost_high: 190_000,
        }
      : each,
  ),
  levels: [
    {
      level: null,
      label: 'Base case',
      chosen: true,
      hosts: ofNote('covers.optane', '4 hosts', 4),
      dearer: null,
    },
    {
      level: 0.9,
      label: '9 of 10 simulations',
      chosen: false,
      hosts: ofNote('covers.optane', '5 hosts', 5),
      dearer: ofNote('covers.optane', `+17${NBSP}% cost`, 0.17),
    },
  ],
  break_evens_title: 'Break-evens',
  break_evens: [
    { ...line('flip', 'Price of memory above 1.7 times the value: take NAND'), note: 'flip.memory' },
    { ...line('flip', 'Growth in VMs below 6.9 %/year: take NAND'), note: 'flip.growth' },
    { ...line('flip', 'Price of drives below 300 EUR: take NAND'), note: 'flip.drives' },
  ],
  checks: [
    ...decision.checks,
    notice(
      'too_few_hosts',
      line('too_few_hosts', ofNote('covers.optane', '4', 4), ' hosts cover too little.'),
      {
        remedy: {
          label: 'Size for 9 of 10 simulations',
          edits: [{ pointer: '/policy/coverage_level', value: 0.9 }],
        },
      },
    ),
  ],
};
