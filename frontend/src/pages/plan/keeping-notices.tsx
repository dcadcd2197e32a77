import { Button } from '@mantine/core';

import { Notice } from '@/components/notice';
import type { PlanEditor } from '@/lib/use-plan-editor';

/** How unsaved work is not, or no longer, kept as it stands here, and what can be done about it. */
export function KeepingNotices({ editor, onDiscard }: { editor: PlanEditor; onDiscard: () => void }) {
  const { unkept, elsewhere, noted } = editor.keeping;
  return (
    <>
      {unkept !== null && (
        <Notice tone="warning" title="Unsaved changes are not kept in this browser:">
          {unkept === 'full' ? 'its storage is full.' : 'it permits no storage.'} Save the plan.
        </Notice>
      )}
      {elsewhere === 'changed' && (
        <Notice
          tone="info"
          title="Changed in another tab."
          actions={<Button onClick={noted}>Dismiss</Button>}
        >
          It is changed here too; undo takes it back.
        </Notice>
      )}
      {elsewhere === 'dropped' && (
        <Notice
          tone="info"
          title="Saved or discarded in another tab."
          actions={
            <>
              <Button onClick={onDiscard}>Discard here too</Button>
              <Button onClick={noted}>Keep them</Button>
            </>
          }
        >
          The changes are still here, but no longer kept in this browser.
        </Notice>
      )}
    </>
  );
}
