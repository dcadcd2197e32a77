import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { errorText } from '@/api/client';

import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';

/** A save that was refused because somebody else had saved. */
export interface Conflict {
  conflict: boolean;
  busy: boolean;
  error: Error | null;
  saveAsNew: () => void;
  reapply: () => void;
  dismiss: () => void;
}

interface Props {
  saving: Conflict;
  what: 'plan' | 'model';
  /** What becomes of the unsaved changes. */
  children: ReactNode;
}

/** Someone saved in between: nothing is lost, and the next step is chosen here. */
export function ConflictDialog({ saving, what, children }: Props) {
  return (
    <Dialog
      opened={saving.conflict}
      onClose={saving.dismiss}
      title={`The ${what} was saved elsewhere in the meantime`}
      actions={
        <>
          <Button onClick={saving.dismiss}>Keep editing</Button>
          <Button onClick={saving.saveAsNew} loading={saving.busy}>
            Save mine as a new {what}
          </Button>
          <Button variant="filled" onClick={saving.reapply} loading={saving.busy} data-autofocus>
            Load the newest, reapply my changes
          </Button>
        </>
      }
    >
      <p>A newer revision exists than the one you started from. Nothing was overwritten, and {children}</p>
      {saving.error && <Notice tone="error">{errorText(saving.error)}</Notice>}
    </Dialog>
  );
}
