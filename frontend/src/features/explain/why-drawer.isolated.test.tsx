import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { explain } from '@/api/generated/sdk.gen';
import type { Explanation, ExplanationLimit, ExplanationNode } from '@/api/types';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { explanationQuery } from './queries';
import { formatWhy, parseWhy, type Why } from './why';
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
          source: 'A book',
          locator: 'page 3',
          note: 'usual',
          kind: 'assumed',
        },
      ],
    }),
  ],
};

function show(why: Why | null, answer = explanation) {
  const spies = { onMove: vi.fn(), onClose: vi.fn(), onChangeInput: vi.fn() };
  vi.mocked(explain).mockImplementation((() =>
    Promise.resolve({ data: answer, response: new Response() })) as never);
  const ask = ({ configuration, path }: Why) => explanationQuery(plan, configuration, path[0] ?? '');
  renderInPage(<WhyDrawer plan={plan} why={why} ask={ask} currency="EUR" link="exact" {...spies} />);
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
    expect(screen.getByText('Based on assumptions')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /spare hosts/ }));
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
    expect(await screen.findByText('A book, page 3')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'change this input' }));
    expect(onChangeInput).toHaveBeenCalledWith('/policy/spare_hosts');
    await userEvent.click(screen.getByRole('button', { name: 'hosts' }));
    expect(onMove).toHaveBeenCalledWith({ configuration: 'nand', failedHosts: 0, path: ['hosts'] });
  });

  it('begins with the binding limit and its arithmetic where the hosts are asked for', async () => {
    const limit = (key: string, hosts: number, binding: boolean): ExplanationLimit => ({
      key,
      label: `limit ${key}`,
      quantity: `hosts_for_${key}`,
      hosts: { value: hosts, state: 'evaluated', missing: [] },
      binding,
      words: 'demand / supply, rounded up, + spare hosts',
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

  it('closes with Escape', async () => {
    const { onClose } = show({ configuration: 'nand', failedHosts: 0, path: ['hosts'] });
    await screen.findByTestId('why-value');
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalled();
  });
});
