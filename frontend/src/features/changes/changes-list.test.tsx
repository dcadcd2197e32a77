import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Input } from '@/api/types';
import { PlanActionsProvider, type TextOf } from '@/plan/plan-actions';
import { diffPlans } from '@/plan/plan-diff';
import { editField } from '@/plan/plan-edits';
import { decision } from '@/test-fixtures/decision';
import { plan, result } from '@/test-fixtures/plan';

import { ChangesList } from './changes-list';

const stoodIn: Input = {
  quantity: 'spare_hosts',
  label: 'spare hosts',
  unit: 'hosts',
  configuration: null,
  pointer: '/policy/spare_hosts',
  value: 1,
  status: 'assumed',
};

const textOf: TextOf = (_, value, options) =>
  value === undefined
    ? `${String(options?.used?.value)} (${String(options?.used?.status)})`
    : (value as number).toFixed(options?.exact ? 4 : 1);

function show(before: typeof plan, after: typeof plan) {
  render(
    <MantineProvider env="test">
      <PlanActionsProvider
        value={{ explain: vi.fn(), focusField: vi.fn(), labelOf: (pointer) => pointer, textOf }}
      >
        <ChangesList
          changes={diffPlans(before, after)}
          saved={decision}
          current={decision}
          earlier={{ ...result, inputs: [stoodIn] }}
          now={result}
          keptFrom={null}
          onRevert={vi.fn()}
          onDiscard={vi.fn()}
        />
      </PlanActionsProvider>
    </MantineProvider>,
  );
  return screen.getByRole('listitem');
}

it('compares a field that was absent with what stood in for it', () => {
  const item = show(
    editField(plan, '/policy/spare_hosts', undefined),
    editField(plan, '/policy/spare_hosts', 2),
  );
  expect(item).toHaveTextContent('1 (assumed) → is now 2.0');
});

it('writes more digits where fewer would hide the difference', () => {
  const item = show(
    editField(plan, '/policy/spare_hosts', 2.01),
    editField(plan, '/policy/spare_hosts', 2.02),
  );
  expect(item).toHaveTextContent('2.0100 → is now 2.0200');
});
