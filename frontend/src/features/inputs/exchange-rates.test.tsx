import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Plan } from '@/api/types';
import { editField } from '@/plan/plan-edits';
import { EditedPlan, editedPlan } from '@/test-fixtures/edited-plan';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { ExchangeRates } from './exchange-rates';
import { fieldLabel } from './labels';

function Harness({ start, words }: { start: Plan; words?: string[] }) {
  return (
    <EditedPlan start={start} words={words}>
      <ExchangeRates />
    </EditedPlan>
  );
}

const current = () => editedPlan().economics?.exchange_rates ?? null;
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
