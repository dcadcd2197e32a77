import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { listOpmModels } from '@/api/generated/sdk.gen';
import type { Plan } from '@/api/types';
import { EditedPlan, editedPlan } from '@/test-fixtures/edited-plan';
import { plan } from '@/test-fixtures/plan';
import { renderInPage } from '@/test-fixtures/render';

import { GroupInputs } from './group-inputs';

vi.mock('@/api/generated/sdk.gen');

const start: Plan = {
  ...plan,
  workload: {
    groups: [
      {
        name: 'app',
        count: 100,
        vcpu: 4,
        memory_gib: 16,
        disk_gb: 80,
        iops_peak: 960,
        read_share: 0.7,
        disk_used_share: 0.5,
        opm_model: 'sql',
      },
    ],
  },
  remarks: {},
};

/** The groups as they are now, for the tests to read. */
function groups(): Plan['workload']['groups'] {
  return editedPlan().workload.groups;
}

describe('a VM group that is added', () => {
  beforeEach(async () => {
    vi.mocked(listOpmModels).mockImplementation((() =>
      Promise.resolve({ data: { items: [] }, response: new Response() })) as never);
    renderInPage(
      <EditedPlan start={start}>
        <GroupInputs sections={{ isOpen: () => true, toggle: vi.fn(), reveal: vi.fn(), revealed: 0 }} />
      </EditedPlan>,
    );
    await userEvent.click(screen.getByText('Add VM group'));
  });

  it('has the size of the one before, and says that its I/O and measurements were not copied', () => {
    expect(groups()[1]).toEqual({
      name: 'app 2',
      count: 100,
      vcpu: 4,
      memory_gib: 16,
      disk_gb: 80,
    });
    const notice = screen.getByText(/^Not copied/);
    expect(screen.getByText(/^Size as app/)).toBeInTheDocument();
    for (const label of ['Peak IOPS per VM', 'Read share', 'Used share of disk', 'Measured operations model'])
      expect(notice).toHaveTextContent(label);
  });

  it('takes them over when that is meant', async () => {
    await userEvent.click(screen.getByText('Copy them too'));
    expect(groups()[1]).toEqual({ ...start.workload.groups[0], name: 'app 2' });
    expect(screen.queryByText(/^Not copied/)).toBeNull();
  });
});
