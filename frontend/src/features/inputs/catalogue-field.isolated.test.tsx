import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { readCatalogueTable } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';
import { FORMS } from '@/plan/forms.gen';
import { editField } from '@/plan/plan-edits';
import { type Picking, PlanActionsProvider } from '@/plan/plan-actions';
import { EditedPlan, editedPlan } from '@/test-fixtures/edited-plan';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { CatalogueField } from './catalogue-field';

vi.mock('@/api/generated/sdk.gen');

const ROOT = '/configurations/0';
const spec = FORMS.configuration
  .flatMap(({ fields }) => fields)
  .find(({ tail }) => tail === '/write_tier/key');
const row = (key: string, name: string, price: number | null) => ({
  key,
  picked_as: key,
  name,
  cells: [
    { text: key === 'some-drive' ? 'mixed-use' : 'read-intensive', value: null, note: '' },
    { text: price === null ? '' : `${String(price)} USD`, value: price, note: 'list, Aug 2026' },
  ],
});

beforeEach(() => {
  vi.mocked(readCatalogueTable).mockImplementation((() =>
    Promise.resolve({
      data: {
        kind: 'drives',
        columns: [
          { key: 'class', label: 'Class', unit: '', filter: 'set' },
          { key: 'price', label: 'Price', unit: '', filter: 'range' },
        ],
        rows: [row('some-drive', 'Former', 700), row('priced', 'Priced', 900), row('bare', 'Bare', null)],
      },
      response: new Response(),
    })) as never);
});

/** The field, with another row picked from its table. */
async function pick(start: Plan, key: string) {
  if (spec === undefined) throw new Error('no field');
  const picked = vi.fn<(picking: Picking) => void>();
  renderInPage(
    <PlanActionsProvider
      value={{
        explain: () => undefined,
        focusField: () => undefined,
        pick: picked,
        labelOf: String,
        textOf: (_, value) => String(value),
      }}
    >
      <EditedPlan start={start}>
        <CatalogueField id="field" spec={spec} root={ROOT} error={undefined} />
      </EditedPlan>
    </PlanActionsProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: /: Former$/ }));
  const [picking] = picked.mock.lastCall ?? [];
  act(() => picking?.choose(key));
  return picking;
}
const tier = () => editedPlan().configurations[0]?.write_tier;

it('asks about a price of the plan, and keeps it', async () => {
  const picking = await pick(plan, 'priced');
  expect(picking?.price).toEqual({ text: '700 EUR', value: 700, note: 'estimate' });
  expect(await screen.findByRole('dialog', { name: 'Which price for Priced?' })).toBeInTheDocument();
  expect(tier()).toMatchObject({ key: 'some-drive', price: 700 });
  await userEvent.click(screen.getByRole('button', { name: 'Keep 700 EUR of the plan' }));
  expect(tier()).toMatchObject({ key: 'priced', price: 700 });
});

it('takes the price of the list instead, or leaves the part as it is', async () => {
  await pick(editField(plan, `${ROOT}/write_tier/price`, 710), 'priced');
  expect(await screen.findByRole('button', { name: 'Keep 710 EUR of your entry' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Take 900 USD of the list' }));
  expect(tier()).toMatchObject({ key: 'priced' });
  expect(tier()).not.toHaveProperty('price');
});

it('changes nothing where the question is left', async () => {
  await pick(plan, 'priced');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the part as it is' }));
  expect(editedPlan()).toEqual(plan);
});

it('keeps a price where no other is known, says so, and offers the new name', async () => {
  await pick(editField(plan, `${ROOT}/name`, 'With mixed-use flash'), 'bare');
  expect(tier()).toMatchObject({ key: 'bare', price: 700 });
  expect(await screen.findByText(/700 EUR of the plan is kept/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Rename to/ }));
  expect(editedPlan().configurations[0]?.name).toBe('With read-intensive flash');
  expect(screen.queryByRole('button', { name: /^Rename to/ })).not.toBeInTheDocument();
});
