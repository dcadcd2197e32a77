import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { editField } from '@/plan/plan-edits';
import { EditedPlan, editedPlan } from '@/test-fixtures/edited-plan';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { DatedEvents } from './dated-events';
import { fieldLabel } from './labels';

const closed = { isOpen: () => true, toggle: () => undefined, reveal: () => undefined, revealed: 0 };
const first = plan.workload.groups[0]?.name ?? '';
const current = () => editedPlan().workload.events ?? null;

function Harness({ start = plan, words }: { start?: typeof plan; words?: string[] }) {
  return (
    <EditedPlan start={start} words={words}>
      <DatedEvents sections={closed} />
    </EditedPlan>
  );
}

describe('dated events', () => {
  it('are added without VMs, which are then entered, and removed', async () => {
    renderInPage(<Harness />);
    await userEvent.click(screen.getByRole('button', { name: 'Add event' }));
    const added = { label: 'New event', month: 12, group: first, vms: 0, probability: 1 };
    expect(current()).toEqual([added]);
    const vms = screen.getByRole('textbox', { name: 'VMs' });
    await userEvent.clear(vms);
    await userEvent.click(vms);
    await userEvent.paste('-4');
    expect(current()).toEqual([{ ...added, vms: -4 }]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove event 1' }));
    expect(current()).toBeNull();
  });

  it('show the name of a group that is no longer there', () => {
    const events = [{ label: 'Project', month: 6, group: 'gone', vms: 1 }];
    renderInPage(<Harness start={editField(plan, '/workload/events', events)} />);
    expect(screen.getByDisplayValue('gone (no such group)')).toBeInTheDocument();
  });

  it('are found by their words', () => {
    renderInPage(<Harness words={['acquisition']} />);
    expect(screen.getByRole('button', { name: 'Add event' })).toBeInTheDocument();
  });

  it('have labels in lists of changes', () => {
    expect(fieldLabel(plan, '/workload/events/1/vms')).toBe('Event 2: VMs');
  });
});
