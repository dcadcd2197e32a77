import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Decision, Uncertainty } from '@/api/types';
import { decision, simulated } from '@/test-fixtures/decision';
import { renderInPage } from '@/test-fixtures/render';

import { Behind, LimitsAndCauses } from './behind';
import { Tornado } from './tornado';

const NOTHING = { low: null, mid: null, high: null };

const uncertainty: Uncertainty = {
  plan_hash: '0',
  engine_version: '0',
  catalogue_version: '0',
  seed: 1,
  simulations: 4096,
  currency: 'USD',
  verdict: {
    strength: 'leaning',
    label: 'Likely',
    materiality: 0.03,
    near: ['optane'],
    verdict_limits: [],
    suggested: ['optane'],
    detail: 'It is the cheapest in 79 % of simulations.',
    advised: 'optane',
    runner_up: 'nand',
    probability: 0.788,
    difference: { low: -20, mid: -10, high: 5 },
    sentence: 'Leaning towards Optane.',
    text: { code: 'choose', parts: ['Leaning towards Optane.'] },
    detail_text: { code: 'choose_detail', parts: ['It is the cheapest in 79 % of simulations.'] },
    missing: [],
    not_counted: [],
    remedies: [],
  },
  configurations: [
    {
      key: 'nand',
      name: 'NAND',
      is_lower_bound: false,
      life_at_most: false,
      cost: { low: 100_000, mid: 120_000, high: 200_000 },
      hosts: { low: 10, mid: 12, high: 15 },
      life_years: { low: 6.84, mid: 10.7, high: null },
      hosts_now: 12,
      probability_worn: 0.043,
      probability_enough: 0.5522,
      coverage: null,
      coverage_text: '12 hosts cover 55 % of simulations; 14 cover 98 % (+17 %).',
      margin: null,
      margin_text: null,
      levels: [
        {
          level: null,
          label: 'Base case',
          hosts: 12,
          final_hosts: 12,
          share: 0.55,
          cost: 100,
          dearer: 0,
          chosen: true,
        },
        {
          level: 0.98,
          label: '49 of 50 simulations',
          hosts: 14,
          final_hosts: 15,
          share: 0.98,
          cost: 117,
          dearer: 0.17,
          chosen: false,
        },
      ],
      badges: [],
      covers: [],
      probability_cheapest: 0.137,
      regret: 10,
    },
    {
      key: 'optane',
      name: 'Optane',
      is_lower_bound: false,
      life_at_most: false,
      cost: NOTHING,
      hosts: { low: 4, mid: 4, high: 4 },
      life_years: NOTHING,
      hosts_now: 4,
      probability_worn: null,
      probability_enough: 1,
      coverage: null,
      coverage_text: '4 hosts cover 100 % of simulations.',
      margin: null,
      margin_text: null,
      levels: [],
      badges: [],
      covers: [],
      probability_cheapest: null,
      regret: null,
    },
  ],
  uncertain_inputs: [],
  sensitivities: [
    {
      cause: 'memory',
      name: 'price of memory',
      label: 'price of memory',
      configurations: [],
      pointers: [],
      shape: 'factor',
      low: 0.6,
      high: 1.9,
      low_difference: -20_000,
      high_difference: 5000,
      low_cost: 1,
      high_cost: 2,
      value: null,
      unit: null,
      break_even: 1.684,
      turns_at: '1.7 times the value',
      now: null,
      break_even_text: 'at 1.7 times the value',
    },
    {
      cause: 'growth',
      name: 'growth in VMs',
      label: 'growth in VMs',
      configurations: [],
      pointers: [],
      shape: 'points',
      low: -0.05,
      high: 0.05,
      low_difference: -12_000,
      high_difference: -9000,
      low_cost: 1,
      high_cost: 2,
      value: 0.1,
      unit: '/year',
      break_even: -0.031,
      turns_at: '6.9 %/year',
      now: '10 %/year',
      break_even_text: 'at 6.9 %/year, now 10 %/year',
    },
    {
      cause: 'drives',
      name: 'price of drives',
      label: 'price of drives',
      configurations: [],
      pointers: [],
      shape: 'factor',
      low: 0.75,
      high: 1.35,
      low_difference: -11_000,
      high_difference: -10_000,
      low_cost: 1,
      high_cost: 2,
      value: null,
      unit: null,
      break_even: null,
      turns_at: null,
      now: null,
      break_even_text: null,
    },
  ],
  decision: simulated,
  values: 600,
  uncertain_values: 200,
};

const cells = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(name) }))
    .getAllByRole('cell')
    .map((each) => each.textContent);

describe('what would change the advice', () => {
  it('is how far each cause moves the difference, and a factor or points at which the advice flips', () => {
    renderInPage(<Tornado uncertainty={uncertainty} />);
    expect(cells('price of memory')).toEqual(['\u221220\u00a0k to 5\u00a0k', 'at 1.7 times the value']);
    expect(cells('growth in VMs')).toEqual([
      '\u221212\u00a0k to \u22129\u00a0k',
      'at 6.9 %/year, now 10 %/year',
    ]);
    expect(cells('price of drives')).toEqual(['\u221211\u00a0k to \u221210\u00a0k', '']);
    expect(screen.getByRole('columnheader', { name: 'Cost of Optane less NAND, USD' })).toBeInTheDocument();
  });

  it('is what moves the cost where there is nothing to compare', () => {
    const alone = { ...uncertainty.verdict, advised: 'nand', runner_up: null };
    renderInPage(<Tornado uncertainty={{ ...uncertainty, verdict: alone }} />);
    expect(screen.getByRole('columnheader', { name: 'Cost, USD' })).toBeInTheDocument();
    expect(cells('price of memory')).toEqual(['1 to 2', 'at 1.7 times the value']);
  });
});

describe('what is behind the advice', () => {
  const behind: Decision = {
    ...simulated,
    risks: [{ configurations: ['nand', 'optane'], text: { code: 'wear', parts: ['The drives wear out.'] } }],
    basis: [{ code: 'simulations', parts: ['In brackets, the range of 90 % of simulations.'] }],
  };

  it('is how sure it is, what may go wrong, and what it rests on', () => {
    renderInPage(<Behind decision={behind} />);
    expect(screen.getByTestId('advice-detail')).toHaveTextContent(
      'It is the cheapest in 79 % of simulations.',
    );
    expect(screen.getByText('In brackets, the range of 90 % of simulations.')).toBeInTheDocument();
  });

  it('has the limits of all candidates, and once they are simulated the causes', () => {
    const { rerender } = renderInPage(
      <LimitsAndCauses decision={behind} uncertainty={uncertainty} limits="The limits" />,
    );
    expect(screen.getByText('The limits')).toBeInTheDocument();
    expect(screen.getByRole('table')).toBeInTheDocument();
    rerender(<LimitsAndCauses decision={decision} uncertainty={undefined} limits="The limits" />);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says what is true of several configurations once, with the marks of them', () => {
    renderInPage(<Behind decision={behind} />);
    expect(screen.getByText('The drives wear out.').textContent.trim()).toBe(
      'NAND, Optane:  The drives wear out.',
    );
  });

  it('has the values at which the advice turns for which the card has no room', () => {
    renderInPage(<Behind decision={behind} />);
    expect(
      within(screen.getByRole('list', { name: 'Break-evens' }))
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual(['Price of drives below 300 EUR: take NAND']);
  });

  it('is there as sized, without what only simulations say', () => {
    renderInPage(<Behind decision={decision} />);
    expect(screen.queryByTestId('advice-detail')).toBeNull();
  });
});
