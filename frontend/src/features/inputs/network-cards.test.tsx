import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Network, Plan } from '@/api/types';
import { editField } from '@/plan/plan-edits';
import { EditedPlan, editedPlan } from '@/test-fixtures/edited-plan';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { fieldLabel, fieldText } from './labels';
import { NetworkCards } from './network-cards';

function Harness({ start }: { start: Plan }) {
  return (
    <EditedPlan start={start}>
      <NetworkCards root="/configurations/0" />
    </EditedPlan>
  );
}

const current = () => editedPlan().configurations[0]?.network ?? null;
const withCards = (network: Network) => editField(plan, '/configurations/0/network', { ...network });

describe('network cards', () => {
  it('are added with number, ports, speed and price each', async () => {
    renderInPage(<Harness start={withCards({ price: 400 })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Add network cards' }));
    expect(current()).toEqual({ price: 400, cards: [{ count: 1, ports: 2, gbit_s: 25 }] });
    await userEvent.click(screen.getByRole('button', { name: 'Add network cards' }));
    const [, speed] = screen.getAllByRole('textbox', { name: 'Speed of a port' });
    const [first] = screen.getAllByRole('textbox', { name: 'Price of one card' });
    if (!speed || !first) throw new Error('There are two kinds of cards.');
    await userEvent.clear(speed);
    await userEvent.type(speed, '100');
    await userEvent.type(first, '300');
    expect(current()?.cards).toEqual([
      { count: 1, ports: 2, gbit_s: 25, price: 300 },
      { count: 1, ports: 2, gbit_s: 100 },
    ]);
  });

  it('are removed, and nothing is left behind the last', async () => {
    renderInPage(<Harness start={withCards({ cards: [{ gbit_s: 25 }, { gbit_s: 10 }] })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Remove network cards 1' }));
    expect(current()?.cards).toEqual([{ gbit_s: 10 }]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove network cards 1' }));
    expect(current()).toBeNull();
  });

  it('have labels and units in lists of changes', () => {
    const at = '/configurations/0/network/cards';
    expect(fieldLabel(plan, `${at}/0/gbit_s`, true)).toBe('Network cards 1: speed of a port');
    expect(fieldLabel(plan, at, true)).toBe('Network cards');
    expect(fieldText(plan, `${at}/0/gbit_s`, 25)).toBe('25 Gbit/s');
  });
});
