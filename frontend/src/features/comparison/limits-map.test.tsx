import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Constraint, Result, Value } from '@/api/types';
import { invented } from '@/test-fixtures/names';
import { result } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { LimitsMap } from './limits-map';

const hosts = (value: number): Value => ({ value, state: 'evaluated', missing: [] });

function limit(label: string, needs: Value, more: Partial<Constraint> = {}): Constraint {
  return {
    key: label,
    label,
    quantity: invented(`hosts_for_${label}`),
    hosts: needs,
    spare_hosts: 0,
    slack_quantity: null,
    slack_share: null,
    binding: false,
    runner_up: false,
    satisfied: true,
    undecided: false,
    ...more,
  };
}

const missing: Value = { value: null, state: 'not_evaluated', missing: ['/policy/x'] };
const nothing: Value = { value: null, state: 'does_not_apply', missing: [] };
const few = ['c', 'd', 'e', 'f', 'g', 'h'].map((each) => limit(each, hosts(1)));
const limits = [
  [limit('memory', hosts(5)), limit('cores', hosts(7), { binding: true }), limit('cache', nothing), ...few],
  [limit('memory', missing, { undecided: true }), limit('cores', hosts(2)), limit('cache', nothing), ...few],
];
const limited: Result = {
  ...result,
  configurations: result.configurations.map((each, index) => ({ ...each, constraints: limits[index] ?? [] })),
};

describe('the map of limits', () => {
  it('begins with what binds or may bind, and leaves out what does not apply', () => {
    renderInPage(<LimitsMap result={limited} />);
    const rows = screen.getAllByRole('rowheader').map((each) => each.textContent);
    expect(rows.slice(0, 2)).toEqual(['memory', 'cores']);
    expect(rows).toHaveLength(7);
    expect(rows).not.toContain('cache');
    expect(screen.getByText(/1 other limit needs fewer/)).toBeInTheDocument();
  });

  it('explains a number, and names the field where there is none', async () => {
    const { actions } = renderInPage(<LimitsMap result={limited} />);
    const [first] = limited.configurations;
    await userEvent.click(
      screen.getByRole('button', { name: `Hosts for cores, ${first?.name ?? ''}: 7, binds. Why?` }),
    );
    expect(actions.explain).toHaveBeenCalledWith(first?.key, 'hosts_for_cores', undefined);
    const memory = within(screen.getByRole('row', { name: /^memory/ }));
    expect(memory.getByText(/needs/)).toHaveTextContent('label of /policy/x');
  });
});
