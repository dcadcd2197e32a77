import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import type { Plan, Sensitivities } from '@/api/types';
import { setField } from '@/plan/plan-edits';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { InputsProvider } from './inputs-context';
import { LeadingInputs } from './leading-inputs';

const effect = (pointer: string, share: number): Sensitivities['sensitivities'][number] => ({
  pointer,
  shape: 'factor',
  low: 0.9,
  high: 1.1,
  share,
  low_costs: [],
  high_costs: [],
});

const sensitivity: Sensitivities = {
  plan_hash: '0',
  engine_version: '0',
  catalogue_version: '0',
  currency: 'EUR',
  of: 'cost',
  sensitivities: [
    effect('/configurations/1/capacity/count', 0.3),
    effect('/configurations/0/write_tier/price', 0.2),
    effect('/configurations/0/capacity/count', 0.1),
    effect('/configurations/1/write_tier/price', 0.05),
  ],
};

function Harness({ start }: { start: Plan }) {
  const [document, setDocument] = useState(start);
  const change = (_: string, next: (before: Plan) => Plan) => setDocument(next);
  return (
    <InputsProvider
      value={{
        plan: document,
        inputs: new Map(),
        problems: new Map(),
        missing: new Set(),
        unreadable: new Map(),
        words: [],
        edit: (pointer, value) => change(pointer, (before) => setField(before, pointer, value)),
        keepUnreadable: () => undefined,
        change,
      }}
    >
      <LeadingInputs sensitivity={sensitivity} />
      <output data-testid="plan">{JSON.stringify(document)}</output>
    </InputsProvider>
  );
}

const counts = () =>
  (JSON.parse(screen.getByTestId('plan').textContent) as Plan).configurations.map(
    (each) => each.capacity?.count,
  );

describe('what matters most', () => {
  it('has one field for what is the same in several configurations, and changes all of them', async () => {
    renderInPage(<Harness start={plan} />);
    // The prices differ: each has its field.
    expect(screen.getAllByRole('textbox')).toHaveLength(3);
    const field = screen.getAllByRole('textbox')[0] as HTMLInputElement;
    expect(field.labels?.[0]).toHaveTextContent(/NAND.*Optane/);
    await userEvent.clear(field);
    await userEvent.type(field, '6');
    expect(counts()).toEqual([6, 6]);
  });

  it('keeps apart what is the same by chance: remarked on differently', () => {
    const remarked = {
      ...plan,
      remarks: { '/configurations/1/capacity/count': { status: 'assumed' as const } },
    };
    renderInPage(<Harness start={remarked} />);
    expect(screen.getAllByRole('textbox')).toHaveLength(4);
  });
});
