import { ActionIcon, Button, Tooltip } from '@mantine/core';

import { RedoIcon, UndoIcon } from '@/components/icons';
import { planFile } from '@/features/plan-transfer/plan-file';
import { reportKept, reportPlan } from '@/features/reports/queries';
import { ReportMenu } from '@/features/reports/report-menu';
import { ShareButton } from '@/features/sharing/share-button';
import type { PlanEditor } from '@/lib/use-plan-editor';

interface Props {
  editor: PlanEditor;
  /** Null while the plan was never saved. */
  id: string | null;
  /** The configuration that differences refer to; the first where there is none. */
  reference: string | undefined;
  canSave: boolean;
  busy: boolean;
  onSave: () => void;
}

export function PlanActionsBar({ editor, id, reference, canSave, busy, onSave }: Props) {
  const { plan, changed, base } = editor;
  // Only the report of a saved revision names revision and date.
  const report =
    id !== null && base.revision !== null && !changed
      ? reportKept(id, base.revision, reference)
      : reportPlan(plan, reference);
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
      <ShareButton id={id} revision={base.revision} changed={changed} saving={busy} onSave={onSave} />
      <ReportMenu make={report} planFile={() => planFile(plan)} />
      <Button variant="filled" disabled={!canSave} loading={busy} onClick={onSave}>
        Save
      </Button>
    </>
  );
}
