import { Button, Menu, Tooltip } from '@mantine/core';
import { useState } from 'react';

import { type Command, useCommands } from '@/components/commands';
import { DotsIcon } from '@/components/icons';

import type { Saving } from './use-saving';

interface Props {
  /** Whether the plan differs from the one that is saved. */
  changed: boolean;
  saving: Saving;
  onRevisions: () => void;
}

/** What happens to a saved plan as a whole: the way back to what it was, and copies of it. */
export function PlanLife({ changed, saving, onRevisions }: Props) {
  const [opened, setOpened] = useState(false);
  const items: readonly Pick<Command, 'id' | 'label' | 'words' | 'run'>[] = [
    { id: 'revisions', label: 'Revisions', words: 'history versions restore go back', run: onRevisions },
    {
      id: 'duplicate',
      label: changed ? 'Duplicate without the unsaved changes' : 'Duplicate',
      words: 'copy clone',
      run: saving.duplicate,
    },
    ...(changed
      ? [{ id: 'save as new', label: 'Save as a new plan', words: 'copy duplicate', run: saving.saveAsNew }]
      : []),
  ];
  useCommands(() => items.map((each) => ({ ...each, kind: 'action' }) as const));
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} opened={opened} onChange={setOpened}>
      <Tooltip label="Revisions and copies" disabled={opened}>
        <Menu.Target>
          <Button px={7} aria-label="Revisions and copies">
            <DotsIcon />
          </Button>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {items.map(({ id, label, run }) => (
          <Menu.Item key={id} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
