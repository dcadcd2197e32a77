import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import type { FieldProblem, Input, Plan } from '@/api/types';
import { editField } from '@/lib/plan-edits';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { FieldRow } from './field-row';
import type { FieldSpec } from './field-spec';
import { InputsProvider } from './inputs-context';

const limit: FieldSpec = {
  tail: '/policy/cache_utilisation_limit',
  label: 'Cache utilisation limit',
  kind: 'share',
  optional: true,
};

interface Setting {
  inputs?: Partial<Input>[];
  problems?: FieldProblem[];
  missing?: string[];
  start?: Plan;
}

/** Shows the plan as it is now, for the tests to read. */
function currentPlan(): Plan {
  return JSON.parse(screen.getByTestId('plan').textContent) as Plan;
}

function Harness({
  spec,
  inputs = [],
  problems = [],
  missing = [],
  start = plan,
}: Setting & { spec: FieldSpec }) {
  const [document, setDocument] = useState(start);
  return (
    <InputsProvider
      value={{
        plan: document,
        inputs: new Map([[spec.tail, inputs as Input[]]]),
        problems: new Map([[spec.tail, problems]]),
        missing: new Set(missing),
        words: [],
        edit: (pointer, value) => setDocument(editField(document, pointer, value)),
        change: (_, change) => setDocument(change(document)),
      }}
    >
      <FieldRow spec={spec} root="" />
      <output data-testid="plan">{JSON.stringify(document)}</output>
    </InputsProvider>
  );
}

describe('a field', () => {
  it('shows a share as percent and keeps it as a share', async () => {
    renderInPage(<Harness spec={limit} />);
    const field = screen.getByRole('textbox', { name: 'Cache utilisation limit' });
    expect(field).toHaveValue('50');
    await userEvent.clear(field);
    await userEvent.type(field, '54.5');
    expect(currentPlan().policy?.cache_utilisation_limit).toBe(0.545);
    expect(currentPlan().remarks).not.toHaveProperty(['/policy/cache_utilisation_limit']);
  });

  it('goes back to what stands in for it when reset', async () => {
    renderInPage(<Harness spec={limit} inputs={[{ value: 0.5, status: 'assumed', unit: '' }]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Reset Cache utilisation limit' }));
    expect(currentPlan().policy).not.toHaveProperty('cache_utilisation_limit');
    const field = screen.getByRole('textbox', { name: 'Cache utilisation limit' });
    expect(field).toHaveValue('');
    expect(field).toHaveAttribute('placeholder', '50');
    expect(screen.getByText('assumed')).toBeInTheDocument();
  });

  it('says where its value comes from', () => {
    renderInPage(<Harness spec={limit} inputs={[{ value: 0.5, status: 'illustrative', unit: '' }]} />);
    expect(screen.getByText('illustrative')).toBeInTheDocument();
  });

  it('says that it is missing only where something depends on it', () => {
    const start = editField(plan, limit.tail, undefined);
    const inputs = [{ value: null, status: 'missing' as const, unit: '' }];
    const { unmount } = renderInPage(<Harness spec={limit} start={start} inputs={inputs} />);
    expect(screen.getByText('not given')).toBeInTheDocument();
    unmount();
    renderInPage(<Harness spec={limit} start={start} inputs={inputs} missing={[limit.tail]} />);
    expect(screen.getByText('missing')).toBeInTheDocument();
  });

  it('shows what is wrong beside it, tied to the control', () => {
    const problem = { pointer: limit.tail, code: 'greater_than', message: 'Input should be greater than 0' };
    renderInPage(<Harness spec={limit} problems={[problem]} />);
    const field = screen.getByRole('textbox', { name: 'Cache utilisation limit' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Input should be greater than 0');
  });
});
