import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { explain, explainSensitivities } from '@/api/generated/sdk.gen';
import { invented } from '@/test-fixtures/names';
import type {
  ValueSensitivities,
  Explanation,
  ExplanationLimit,
  ExplanationNode,
  ValueSensitivity,
} from '@/api/types';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { effectText } from './effects';
import { effectsQuery, explanationQuery } from './queries';
import { divided, stepsOf } from './waterfall';
import { formatWhy, parseWhy, type Why } from '@/plan/why';
import { WhyDrawer } from './why-drawer';

vi.mock('@/api/generated/sdk.gen');

const node = (fields: Partial<ExplanationNode>): ExplanationNode => ({
  quantity: 'hosts',
  label: 'hosts',
  meaning: 'Hosts of the cluster.',
  unit: 'hosts',
  values: [7],
  members: null,
  states: ['evaluated'],
  is_input: false,
  kind: 'derived',
  latex: null,
  latex_with_numbers: null,
  text: null,
  text_with_numbers: null,
  inputs: [],
  parts: [],
  limits: [],
  validity: null,
  source: null,
  provenance: [],
  provenance_sources: [],
  rests_on_assumptions: [],
  findings: [],
  ...fields,
});

const explanation: Explanation = {
  configuration: 'nand',
  quantity: 'hosts',
  failed_hosts: 0,
  plan_hash: 'abc',
  engine_version: '0.1.0',
  catalogue_version: '1.0.0',
  nodes: [
    node({ inputs: ['spare_hosts'], rests_on_assumptions: ['spare hosts'] }),
    node({
      quantity: 'spare_hosts',
      label: 'spare hosts',
      values: [1],
      is_input: true,
      kind: 'assumed',
      provenance: [
        {
          quantity: 'spare_hosts',
          label: 'spare hosts',
          unit: 'hosts',
          configuration: null,
          group: null,
          pointer: '/policy/spare_hosts',
          value: 1,
          status: 'assumed',
          source: 'BOOK13; A talk',
          locator: 'page 3',
          note: 'usual',
          kind: 'assumed',
        },
      ],
      provenance_sources: [
        { key: 'BOOK13', citation: 'The Book, 2013', url: 'https://example.org/book', locator: null },
        { key: 'A talk', citation: 'A talk', url: null, locator: null },
      ],
    }),
  ],
};

const effect = (
  label: string,
  fields: Partial<ValueSensitivity['input']>,
  at: Partial<ValueSensitivity>,
): ValueSensitivity => ({
  input: {
    quantity: invented(label.replaceAll(' ', '_')),
    label,
    unit: 'USD',
    configuration: null,
    group: null,
    pointer: `/${label}`,
    value: 20,
    status: 'assumed',
    source: 'A book',
    locator: null,
    note: null,
    kind: 'assumed',
    ...fields,
  },
  moved: 'its range',
  low: 10,
  high: 30,
  at_low: 6,
  at_high: 9,
  share: 0.3,
  ...at,
});

const effects: ValueSensitivities = {
  configuration: 'nand',
  quantity: 'hosts',
  failed_hosts: 0,
  plan_hash: 'abc',
  engine_version: '0.1.0',
  catalogue_version: '1.0.0',
  value: 7,
  sensitivities: [
    effect('vcpu per core', { status: 'given', unit: 'vCPU/core', value: 4 }, { moved: 'a tenth' }),
    effect('spare hosts', { unit: 'hosts', value: 1 }, { at_low: 7 }),
    effect('growth', { status: 'illustrative', unit: '/year', value: 0.1 }, { low: 0.05, high: 0.15 }),
  ],
};

function show(why: Why | null, answer = explanation) {
  const spies = { onMove: vi.fn(), onClose: vi.fn(), onChangeInput: vi.fn() };
  vi.mocked(explain).mockImplementation((() =>
    Promise.resolve({ data: answer, response: new Response() })) as never);
  vi.mocked(explainSensitivities).mockImplementation((() =>
    Promise.resolve({ data: effects, response: new Response() })) as never);
  const askEffects = ({ configuration }: Why, quantity: string) =>
    effectsQuery(plan, configuration, quantity);
  const ask = ({ configuration, path }: Why) => explanationQuery(plan, configuration, path[0] ?? '');
  renderInPage(
    <WhyDrawer
      plan={plan}
      why={why}
      ask={ask}
      askEffects={askEffects}
      currency="EUR"
      link="exact"
      {...spies}
    />,
  );
  return spies;
}

describe('the address of an explanation', () => {
  it('is read and written', () => {
    expect(parseWhy('nand/hosts/spare_hosts')).toEqual({
      configuration: 'nand',
      failedHosts: 0,
      path: ['hosts', 'spare_hosts'],
    });
    expect(parseWhy(undefined)).toBeNull();
    expect(parseWhy('nand')).toBeNull();
    expect(formatWhy({ configuration: 'nand', failedHosts: 0, path: ['hosts'] })).toBe('nand/hosts');
  });

  it('carries the failure case', () => {
    const down = { configuration: 'nand', failedHosts: 2, path: ['memory_state_rank'] };
    expect(formatWhy(down)).toBe('nand@2/memory_state_rank');
    expect(parseWhy('nand@2/memory_state_rank')).toEqual(down);
  });
});

describe('the why drawer', () => {
  it('shows the number and leads down to its inputs', async () => {
    const { onMove } = show({ configuration: 'nand', failedHosts: 0, path: ['hosts'] });
    expect(await screen.findByTestId('why-value')).toHaveAttribute('data-value', '7');
    // The assumptions are told with what they do to the number.
    expect(screen.queryByText('Based on assumptions')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /^spare hosts.*assumed/ }));
    expect(onMove).toHaveBeenCalledWith({
      configuration: 'nand',
      failedHosts: 0,
      path: ['hosts', 'spare_hosts'],
    });
  });

  it('ends at where an input comes from, and leads to the field', async () => {
    const { onMove, onChangeInput } = show({
      configuration: 'nand',
      failedHosts: 0,
      path: ['hosts', 'spare_hosts'],
    });
    // By its title, not by the key of it.
    expect(await screen.findByRole('link', { name: 'The Book, 2013' })).toHaveAttribute(
      'href',
      'https://example.org/book',
    );
    expect(screen.getByText(/; A talk, page 3$/)).toBeInTheDocument();
    expect(screen.queryByText(/BOOK13/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'change this input' }));
    expect(onChangeInput).toHaveBeenCalledWith('/policy/spare_hosts');
    await userEvent.click(screen.getByRole('button', { name: 'hosts' }));
    expect(onMove).toHaveBeenCalledWith({ configuration: 'nand', failedHosts: 0, path: ['hosts'] });
  });

  it('begins with the binding limit and its arithmetic where the hosts are asked for', async () => {
    const limit = (key: string, hosts: number, binding: boolean): ExplanationLimit => ({
      key,
      label: `limit ${key}`,
      quantity: invented(`hosts_for_${key}`),
      hosts: { value: hosts, state: 'evaluated', missing: [] },
      binding,
      words: 'demand / supply, rounded up, + spare hosts',
      demand: null,
      arithmetic: `sum of ${key}`,
    });
    const limits = [limit('cores', 7, true), limit('memory', 5, false)];
    const answer = { ...explanation, nodes: [node({ limits }), ...explanation.nodes.slice(1)] };
    const { onMove } = show({ configuration: 'nand', failedHosts: 0, path: ['hosts'] }, answer);
    const headings = await screen.findAllByRole('heading', { level: 4 });
    expect(headings.slice(0, 2).map((each) => each.textContent)).toEqual(['Decided by', 'Other limits']);
    expect(screen.getByTestId('limit-cores')).toHaveTextContent('limit cores7 hosts');
    expect(screen.getByTestId('limit-cores')).toHaveTextContent('sum of cores');
    expect(screen.getByTestId('limit-cores')).toHaveAttribute('data-binding');
    expect(screen.getByTestId('limit-memory')).not.toHaveAttribute('data-binding');
    await userEvent.click(screen.getByRole('button', { name: 'limit memory' }));
    expect(onMove).toHaveBeenCalledWith({
      configuration: 'nand',
      failedHosts: 0,
      path: ['hosts', 'hosts_for_memory'],
    });
  });

  it('ranks the assumptions by what they do to the number, and what was entered after them', async () => {
    const { onMove } = show({ configuration: 'nand', failedHosts: 0, path: ['hosts'] });
    const rows = within(await screen.findByTestId('effects')).getAllByRole('listitem');
    expect(rows.map((each) => each.textContent)).toEqual([
      expect.stringContaining('spare hosts'),
      expect.stringContaining('growth'),
    ]);
    expect(rows[0]).toHaveTextContent('1 host assumed');
    expect(rows[0]).toHaveTextContent('+2 hosts at 30 hosts');
    expect(rows[1]).toHaveTextContent('\u22121 host at 0.05 /year, +2 hosts at 0.15 /year');
    expect(screen.getByText('1 entered value')).toBeInTheDocument();
    await userEvent.click(within(screen.getByTestId('effects')).getByRole('button', { name: 'spare hosts' }));
    expect(onMove).toHaveBeenCalledWith({
      configuration: 'nand',
      failedHosts: 0,
      path: ['hosts', 'spare_hosts'],
    });
  });

  it('begins with what a sum is made of: the largest by name, the rest in one line that opens', async () => {
    const amounts = [40, 20, 10, 8, 6, 5, 4, 3, -2];
    const parts = amounts.map((value, place) => ({
      label: `part ${String(place)}`,
      quantity: invented(place === 0 ? 'spare_hosts' : `q${String(place)}`),
      value: { value, state: 'evaluated' as const, missing: [] },
      arithmetic: null,
    }));
    const cost = node({ quantity: 'cluster_tco', label: 'total', unit: 'EUR', values: [94], parts });
    const answer = { ...explanation, nodes: [cost, ...explanation.nodes.slice(1)] };
    const { onMove } = show({ configuration: 'nand', failedHosts: 0, path: ['cluster_tco'] }, answer);
    const table = await screen.findByTestId('waterfall');
    expect(within(table).getAllByTestId('waterfall-part')).toHaveLength(6);
    expect(within(table).getByTestId('waterfall-rest')).toHaveTextContent('3 smaller parts5.00');
    await userEvent.click(within(table).getByRole('button', { name: '3 smaller parts' }));
    const shown = within(table)
      .getAllByTestId('waterfall-part')
      .map((each) => Number(each.getAttribute('data-value')));
    expect(shown).toEqual(amounts);
    expect(shown.reduce((sum, each) => sum + each, 0)).toBe(94);
    // Only what has an explanation here is a link.
    await userEvent.click(within(table).getByRole('button', { name: 'part 0' }));
    expect(onMove).toHaveBeenCalledWith({
      configuration: 'nand',
      failedHosts: 0,
      path: ['cluster_tco', 'spare_hosts'],
    });
    expect(within(table).queryByRole('button', { name: 'part 1' })).not.toBeInTheDocument();
  });

  it('closes with Escape', async () => {
    const { onClose } = show({ configuration: 'nand', failedHosts: 0, path: ['hosts'] });
    await screen.findByTestId('why-value');
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalled();
  });
});

describe('the steps of a waterfall', () => {
  const part = (value: number | null) => ({
    label: String(value),
    quantity: null,
    value: {
      value,
      state: value === null ? ('not_evaluated' as const) : ('evaluated' as const),
      missing: [],
    },
    arithmetic: null,
  });

  it('begin where the one before ends, and what comes back goes down', () =>
    expect(stepsOf([5, null, -2, 1].map(part)).map(({ from, to }) => [from, to])).toEqual([
      [0, 5],
      [5, 5],
      [5, 3],
      [3, 4],
    ]));

  it('keep their order, and one more than are named is named, too', () => {
    const years = [1, 2, 3, 4, 5, 6, 7].map(part);
    expect(divided(years)).toEqual({ named: years, rest: [] });
    const { named, rest } = divided([1, 9, 2, 8, 3, 7, 6, 5].map(part));
    expect(named.map((each) => each.value.value)).toEqual([9, 8, 3, 7, 6, 5]);
    expect(rest.map((each) => each.value.value)).toEqual([1, 2]);
  });
});

describe('an effect in words', () => {
  const cost = { unit: 'EUR', quantity: 'cluster_tco' } as const;
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');

  it('is in percent of the number, by a tenth or at the ends of the range', () => {
    const tenth = effect('x', {}, { moved: 'a tenth', at_low: 1000.5, at_high: 1031.5 });
    expect(plain(effectText(tenth, cost, 1000.5, 'EUR'))).toBe('+3.1 % if 10 % higher');
    const range = effect('x', {}, { at_low: 900.5, at_high: 1300.5 });
    expect(plain(effectText(range, cost, 1000.5, 'EUR'))).toBe('\u221210 % at 10 USD, +30 % at 30 USD');
    const share = effect(
      'growth rate',
      { unit: '/year' },
      { at_low: 900.5, at_high: 1300.5, low: 0.05, high: 0.15 },
    );
    expect(plain(effectText(share, cost, 1000.5, 'EUR'))).toBe('\u221210 % at 5 %/year, +30 % at 15 %/year');
  });

  it('is in the unit of the number where percent says nothing', () => {
    const many = effect('x', {}, { at_low: -4000.5, at_high: 10 });
    expect(plain(effectText(many, cost, 10, 'EUR'))).toBe('\u22124,011 EUR at 10 USD');
    const none = effect('x', {}, { at_low: 10, at_high: null });
    expect(plain(effectText(none, cost, 10, 'EUR'))).toBe('no answer at 30 USD');
  });
});
