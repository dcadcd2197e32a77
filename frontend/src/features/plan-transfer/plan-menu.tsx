import { ActionIcon, Menu, Tooltip } from '@mantine/core';

import type { Plan } from '@/api/types';
import { DotsIcon } from '@/components/icons';

import { planFileName, planFileText } from './plan-file';

/** What can be done with a plan as a whole. */
export function PlanMenu({ plan }: { plan: Plan }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="More">
          <ActionIcon aria-label="More actions">
            <DotsIcon />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download(planFileName(plan.name), planFileText(plan))}>
          Export plan (JSON)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: some browsers begin to read only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
