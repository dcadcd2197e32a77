import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import type { Plan } from '@/api/types';
import { editField } from '@/lib/plan-edits';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { ExchangeRates } from './exchange-rates';
import { InputsProvider } from './inputs-context';
import { fieldLabel } from './labels';

function Harness({ start, words = [] }: { start: Plan; words?: string[] }) {
  const [document, setDocument] = useState(start);
  return (
    <InputsProvider
      value={{
        plan: document,
        inputs: new Map(),
        problems: new Map(),
        missing: new Set(),
        unreadable: new Map(),
        words,
        edit: (pointer, value) => setDocument((before) => editField(before, pointer, value)),
        keepUnreadable: () => undefined,
        change: (_, change) => setDocument(change),
      }}
    >
      <ExchangeRates />
      <output data-testid="rates">{JSON.stringify(document.economics?.exchange_rates ?? null)}</output>
    </InputsProvider>
  );
}

const current = () => JSON.parse(screen.getByTestId('rates').textContent) as unknown;
const euro = editField(plan, '/economics', { currency: 'EUR', priced_on: '2026-11' });

describe('exchange rates', () => {
  it('are added without a rate, which is then entered', async () => {
    renderInPage(<Harness start={euro} />);
    await userEvent.click(screen.getByRole('button', { name: 'Add exchange rate' }));
    expect(current()).toEqual([{ currency: 'USD', date: '2026-11' }]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Rate' }), '0.86');
    expect(current()).toEqual([{ currency: 'USD', date: '2026-11', rate: 0.86 }]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove exchange rate 1' }));
    expect(current()).toBeNull();
  });

  it('are found by their words', () => {
    renderInPage(<Harness start={euro} words={['exchange']} />);
    expect(screen.getByRole('button', { name: 'Add exchange rate' })).toBeInTheDocument();
  });

  it('have labels in lists of changes', () => {
    expect(fieldLabel(plan, '/economics/exchange_rates/0/rate')).toBe('Exchange rate 1: rate');
  });
});
