import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import type { Constraint, Result, Value } from '@/api/types';
import { PlanActionsProvider } from '@/plan/plan-actions';
import { result } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { ConstraintsTable } from './constraints-table';

const known = (value: number): Value => ({ value, state: 'evaluated', missing: [] });

const cores: Constraint = {
  key: 'cpu_ratio',
  label: 'CPU cores',
  quantity: 'hosts_for_cpu_ratio',
  hosts: known(7),
  spare_hosts: 0,
  slack_quantity: 'cpu_ratio_slack_share',
  slack_share: known(0.1),
  binding: true,
  runner_up: false,
  satisfied: true,
  undecided: false,
};

const withFailure: Result = {
  ...result,
  configurations: result.configurations.slice(0, 1).map((each) => ({
    ...each,
    constraints: [cores],
    failure_cases: [
      { failed_hosts: 0, label: 'all hosts running', constraints: [] },
      {
        failed_hosts: 1,
        label: '1 host down (the spares)',
        constraints: [
          {
            key: 'cpu_ratio',
            label: 'CPU cores',
            hosts: 7,
            slack_quantity: 'cpu_ratio_slack_share',
            slack_share: known(-0.05),
            satisfied: false,
            must_hold: false,
          },
        ],
      },
    ],
  })),
};

describe('constraints', () => {
  it('show the slack with a host down, which is explained in that case', async () => {
    const explain = vi.fn();
    renderInPage(
      <PlanActionsProvider
        value={{ explain, focusField: vi.fn(), labelOf: (pointer) => pointer, textOf: String }}
      >
        <ConstraintsTable result={withFailure} />
      </PlanActionsProvider>,
    );
    const left = screen.getByRole('button', { name: /^Slack of CPU cores with 1 host down/ });
    expect(left).toHaveTextContent('1 down \u22125');
    await userEvent.click(left);
    const [only] = withFailure.configurations;
    expect(explain).toHaveBeenCalledWith(only?.key, 'cpu_ratio_slack_share', 1);
  });
});
