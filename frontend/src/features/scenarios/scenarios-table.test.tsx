import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { decision } from '@/test-fixtures/decision';
import { plan, result } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { type ScenarioLine, ScenariosTable } from './scenarios-table';

const base: ScenarioLine = {
  id: 'base',
  name: 'As saved',
  plan,
  result: { ...result, decision },
  error: null,
};

function pinned(name: string, hosts: string): ScenarioLine {
  const rows = decision.rows.map((row) =>
    row.configuration === decision.lead && row.hosts
      ? { ...row, hosts: { ...row.hosts, text: hosts, value: Number(hosts) } }
      : row,
  );
  const scenario = { id: name, name, plan, at: 0 };
  return { ...base, ...scenario, scenario, result: { ...result, decision: { ...decision, rows } } };
}

describe('the scenarios beside each other', () => {
  it('say which configuration leads, and what that differs from the saved plan, or that nothing changes', () => {
    renderInPage(
      <ScenariosTable
        lines={[base, pinned('Same', '4'), pinned('More', '5')]}
        unreadable={[]}
        differences={() => []}
      />,
    );
    const decided = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]);
    expect(decided).toHaveLength(3);
    expect(decided[0]).toHaveTextContent(/^.*Optane$/);
    expect(decided[1]).toHaveTextContent('no change');
    expect(decided[2]).toHaveTextContent(/4.*is now.*5 hosts/);
  });
});
