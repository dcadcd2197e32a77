import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Burst, Plan } from '@/api/types';
import { EditedPlan, editedPlan } from '@/test-fixtures/edited-plan';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { BurstInputs } from './burst-inputs';

const open = { isOpen: () => true, toggle: () => undefined, reveal: () => undefined, revealed: 0 };

function Harness({ start }: { start: Plan }) {
  return (
    <EditedPlan start={start}>
      <BurstInputs sections={open} />
    </EditedPlan>
  );
}

const current = () => editedPlan().workload.burst ?? null;
const withBurst = (burst: Burst) => ({ ...plan, workload: { ...plan.workload, burst } });

async function choose(label: string) {
  await userEvent.click(screen.getByRole('combobox', { name: 'Load over time' }));
  await userEvent.click(within(screen.getByRole('listbox')).getByText(label));
}

describe('the load over time', () => {
  it('is assumed until it is given, and can be given back', async () => {
    renderInPage(<Harness start={plan} />);
    expect(screen.getByText('assumed')).toBeInTheDocument();
    await choose('peak for some minutes, then average');
    expect(current()).toEqual({ peak_minutes: 60 });
    await choose('none: a profile is assumed');
    expect(current()).toBeNull();
  });

  it('is a table of stretches that grows and shrinks', async () => {
    renderInPage(<Harness start={withBurst({ profile: [{ minutes: 30, peak_share: 0.5 }] })} />);
    expect(screen.queryByRole('button', { name: 'Remove phase 1' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Add phase' }));
    const share = screen.getByRole('textbox', { name: 'Share of the peak in phase 2' });
    await userEvent.clear(share);
    await userEvent.type(share, '130');
    expect(current()?.profile).toEqual([
      { minutes: 30, peak_share: 0.5 },
      { minutes: 30, peak_share: 1.3 },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove phase 1' }));
    expect(current()?.profile).toEqual([{ minutes: 30, peak_share: 1.3 }]);
  });

  it('has ramps, and a stretch that goes on where a ramp ended', async () => {
    renderInPage(<Harness start={withBurst({ profile: [{ minutes: 30, peak_share: 0 }] })} />);
    const end = screen.getByRole('textbox', { name: 'Share of the peak at the end of phase 1' });
    await userEvent.type(end, '80');
    await userEvent.click(screen.getByRole('button', { name: 'Add phase' }));
    expect(current()?.profile).toEqual([
      { minutes: 30, peak_share: 0, to_peak_share: 0.8 },
      { minutes: 30, peak_share: 0.8 },
    ]);
    await userEvent.clear(end);
    expect(current()?.profile?.[0]).toEqual({ minutes: 30, peak_share: 0 });
  });

  it('begins at a given fill, whatever its shape', async () => {
    renderInPage(<Harness start={withBurst({ profile: [{ minutes: 30, peak_share: 1 }] })} />);
    await userEvent.type(
      screen.getByRole('textbox', { name: /^Fill of the write buffer at the start/ }),
      '0',
    );
    expect(current()?.start_fill_share).toBe(0);
  });

  it('never has peak and profile at once', async () => {
    renderInPage(<Harness start={withBurst({ peak_minutes: 20 })} />);
    await choose('a profile');
    expect(current()).toEqual({ profile: [{ minutes: 60, peak_share: 1 }] });
  });
});
