import { ActionIcon, Button, Tooltip } from '@mantine/core';

import { RedoIcon, UndoIcon } from '@/components/icons';
import { PlanMenu } from '@/features/plan-transfer/plan-menu';
import type { PlanEditor } from '@/lib/use-plan-editor';

interface Props {
  editor: PlanEditor;
  canSave: boolean;
  busy: boolean;
  onSave: () => void;
}

export function PlanActionsBar({ editor, canSave, busy, onSave }: Props) {
  return (
    <>
      <Tooltip label="Undo (Ctrl+Z)">
        <ActionIcon aria-label="Undo" disabled={!editor.canUndo} onClick={editor.undo}>
          <UndoIcon />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo (Ctrl+Shift+Z)">
        <ActionIcon aria-label="Redo" disabled={!editor.canRedo} onClick={editor.redo}>
          <RedoIcon />
        </ActionIcon>
      </Tooltip>
      <PlanMenu plan={editor.plan} />
      <Button variant="filled" disabled={!canSave} loading={busy} onClick={onSave}>
        Save
      </Button>
    </>
  );
}
