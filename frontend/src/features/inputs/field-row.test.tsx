import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import type { FieldProblem, Input, Plan } from '@/api/types';
import type { FieldSpec } from '@/plan/form-types';
import { editField, setField } from '@/plan/plan-edits';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { FieldRow } from './field-row';
import { InputsProvider } from './inputs-context';

const limit: FieldSpec = {
  tail: '/policy/write_utilisation_limit',
  label: 'Write utilisation limit',
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
  const [unreadable, setUnreadable] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <InputsProvider
      value={{
        plan: document,
        inputs: new Map([[spec.tail, inputs as Input[]]]),
        problems: new Map([[spec.tail, problems]]),
        missing: new Set(missing),
        unreadable,
        words: [],
        edit: (pointer, value) => setDocument(setField(document, pointer, value)),
        keepUnreadable: (pointer, text) =>
          setUnreadable(new Map(text === undefined ? [] : [[pointer, text]])),
        change: (_, change) => setDocument(change(document)),
      }}
    >
      <FieldRow spec={spec} root="" />
      <button type="button" onClick={() => setUnreadable(new Map())}>
        Discard
      </button>
      <output data-testid="unreadable">{unreadable.get(spec.tail)}</output>
      <output data-testid="plan">{JSON.stringify(document)}</output>
    </InputsProvider>
  );
}

describe('a field', () => {
  it('shows a share as percent and keeps it as a share', async () => {
    renderInPage(<Harness spec={limit} />);
    const field = screen.getByRole('textbox', { name: 'Write utilisation limit' });
    expect(field).toHaveValue('50');
    await userEvent.clear(field);
    await userEvent.type(field, '54.5');
    expect(currentPlan().policy?.write_utilisation_limit).toBe(0.545);
    expect(currentPlan().remarks).not.toHaveProperty(['/policy/write_utilisation_limit']);
  });

  it('shows a long number rounded until it is edited, and keeps all of it', async () => {
    const start = setField(plan, limit.tail, 0.123456789012);
    renderInPage(<Harness spec={limit} start={start} />);
    const control = screen.getByLabelText(limit.label);
    expect(control).toHaveValue('12.3457');
    expect(control).toHaveAttribute('title', '12.3456789012');
    await userEvent.click(control);
    expect(control).toHaveValue('12.3456789012');
    await userEvent.tab();
    expect(control).toHaveValue('12.3457');
    expect(currentPlan().policy?.write_utilisation_limit).toBe(0.123456789012);
  });

  it('goes back to what stands in for it when reset', async () => {
    renderInPage(<Harness spec={limit} inputs={[{ value: 0.5, status: 'assumed', unit: '' }]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Reset Write utilisation limit' }));
    expect(currentPlan().policy).not.toHaveProperty('write_utilisation_limit');
    const field = screen.getByRole('textbox', { name: 'Write utilisation limit' });
    expect(field).toHaveValue('');
    expect(field).toHaveAttribute('placeholder', '50');
    expect(screen.getByText('assumed')).toBeInTheDocument();
  });

  it('says where its value comes from', () => {
    renderInPage(<Harness spec={limit} inputs={[{ value: 0.5, status: 'illustrative', unit: '' }]} />);
    expect(screen.getByText('estimate')).toBeInTheDocument();
  });

  it('says that it is missing only where something depends on it', () => {
    const start = editField(plan, limit.tail, undefined);
    const inputs = [{ value: null, status: 'missing' as const, unit: '' }];
    const { unmount } = renderInPage(<Harness spec={limit} start={start} inputs={inputs} />);
    expect(screen.getByText('optional')).toBeInTheDocument();
    unmount();
    renderInPage(<Harness spec={limit} start={start} inputs={inputs} missing={[limit.tail]} />);
    expect(screen.getByText('missing')).toBeInTheDocument();
  });

  it('shows what is wrong beside it, tied to the control', () => {
    const problem = { pointer: limit.tail, code: 'greater_than', message: 'Input should be greater than 0' };
    renderInPage(<Harness spec={limit} problems={[problem]} />);
    const field = screen.getByRole('textbox', { name: 'Write utilisation limit' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Input should be greater than 0');
  });

  it('tells what it holds that is no number, and shows the value again when that is dropped', async () => {
    renderInPage(<Harness spec={limit} />);
    const field = screen.getByRole('textbox', { name: 'Write utilisation limit' });
    await userEvent.type(field, 'x');
    await userEvent.tab();
    expect(field).toHaveValue('50x');
    expect(field).toBeInvalid();
    expect(screen.getByTestId('unreadable')).toHaveTextContent('50x');
    expect(currentPlan().policy?.write_utilisation_limit).toBe(0.5);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field).toHaveValue('50');
    expect(field).toBeValid();
    await userEvent.type(field, 'x{Backspace}');
    expect(screen.getByTestId('unreadable')).toBeEmptyDOMElement();
  });

  it('takes along the part that hangs on it when emptied, and brings it back when typed anew', async () => {
    const spec: FieldSpec = {
      tail: '/economics/keep/running_cost_per_year',
      label: 'Running cost',
      kind: 'money',
      optional: true,
      whole: '/economics/keep',
    };
    const keep = { running_cost_per_year: 900, name: 'Old' };
    renderInPage(<Harness spec={spec} start={{ ...plan, economics: { ...plan.economics, keep } }} />);
    const field = screen.getByRole('textbox', { name: 'Running cost' });
    await userEvent.clear(field);
    expect(currentPlan().economics).not.toHaveProperty('keep');
    await userEvent.type(field, '70');
    expect(currentPlan().economics?.keep).toEqual({ running_cost_per_year: 70, name: 'Old' });
    await userEvent.clear(field);
    await userEvent.tab();
    await userEvent.type(field, '5');
    expect(currentPlan().economics?.keep).toEqual({ running_cost_per_year: 5 });
  });

  it('makes what is assumed its own when the same value is confirmed, by keyboard too', async () => {
    const start = editField(plan, limit.tail, undefined);
    const inputs = [{ value: 0.55, status: 'assumed' as const, unit: '' }];
    renderInPage(<Harness spec={limit} start={start} inputs={inputs} />);
    const confirm = screen.getByRole('button', { name: 'Confirm Write utilisation limit' });
    confirm.focus();
    await userEvent.keyboard('{Enter}');
    expect(currentPlan().policy?.write_utilisation_limit).toBe(0.55);
    expect(screen.getByRole('textbox', { name: 'Write utilisation limit' })).toHaveValue('55');
    expect(screen.getByText('assumed').parentElement).toHaveFocus();
  });

  it('loses the remark that calls an entered value assumed when it is confirmed', async () => {
    renderInPage(<Harness spec={limit} inputs={[{ value: 0.5, status: 'assumed', unit: '' }]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm Write utilisation limit' }));
    expect(currentPlan().policy?.write_utilisation_limit).toBe(0.5);
    expect(currentPlan().remarks).not.toHaveProperty([limit.tail]);
  });

  it.each([
    ['is given', [{ value: 0.5, status: 'given' as const, unit: '' }], plan],
    [
      'stands for different values',
      [0.5, 0.6].map((value) => ({ value, status: 'assumed' as const, unit: '' })),
      editField(plan, limit.tail, undefined),
    ],
    [
      'is a price for illustration',
      [{ value: 9, status: 'illustrative' as const, unit: '' }],
      editField(plan, limit.tail, undefined),
    ],
  ])('offers no confirming where the value %s', (_, inputs, start) => {
    renderInPage(<Harness spec={limit} start={start} inputs={inputs} />);
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
  });

  it('writes a computed stand-in as all numbers are written, and enters it without dust', async () => {
    const spec: FieldSpec = { ...limit, kind: 'number', unit: 'GiB' };
    const start = editField(plan, limit.tail, undefined);
    const inputs = [{ value: 76.80000000000001, status: 'assumed' as const, unit: 'GiB' }];
    renderInPage(<Harness spec={spec} start={start} inputs={inputs} />);
    const field = screen.getByRole('textbox', { name: 'Write utilisation limit' });
    expect(field).toHaveAttribute('placeholder', '76.8');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm Write utilisation limit' }));
    expect(field).toHaveValue('76.8');
  });
});

describe('the range of a field', () => {
  const memory: FieldSpec = {
    tail: '/workload/groups/1/memory_gib',
    label: 'Memory',
    kind: 'number',
    unit: 'GiB',
  };

  it('is entered around the value, and says what does not fit', async () => {
    renderInPage(<Harness spec={memory} />);
    await userEvent.click(screen.getByRole('button', { name: 'Range of Memory' }));
    const set = screen.getByRole('button', { name: 'Set range' });
    await userEvent.type(screen.getByLabelText('Low'), '1000');
    expect(screen.getByText(/^At most .*, the value\.$/)).toBeInTheDocument();
    expect(set).toBeDisabled();
    await userEvent.clear(screen.getByLabelText('Low'));
    await userEvent.type(screen.getByLabelText('Low'), '2');
    await userEvent.type(screen.getByLabelText('High'), '2000');
    await userEvent.click(set);
    expect(currentPlan().remarks?.[memory.tail]?.range).toEqual({ low: 2, high: 2000 });
    expect(screen.getByRole('button', { name: 'Range of Memory' })).toHaveTextContent('2 \u2013 2,000');
  });

  it('is not offered for what is decided', () => {
    renderInPage(<Harness spec={limit} />);
    expect(screen.queryByRole('button', { name: /^Range of/ })).not.toBeInTheDocument();
  });
});
