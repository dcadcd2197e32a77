import { Button } from '@mantine/core';

import { errorText } from '@/api/client';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';

import type { ModelSaving } from './use-model-saving';

/** Someone saved the model in between: nothing is lost, and the next step is chosen here. */
export function ModelConflictDialog({ saving }: { saving: ModelSaving }) {
  return (
    <Dialog
      opened={saving.conflict}
      onClose={saving.dismiss}
      title="The model was saved elsewhere meanwhile"
      actions={
        <>
          <Button onClick={saving.dismiss}>Keep editing</Button>
          <Button onClick={saving.saveAsNew} loading={saving.busy}>
            Save mine as a new model
          </Button>
          <Button variant="filled" onClick={saving.reapply} loading={saving.busy} data-autofocus>
            Load the newest, reapply my changes
          </Button>
        </>
      }
    >
      <p>
        A newer revision exists than the one you started from. Nothing was overwritten, and nothing of yours
        is lost. Changes are made again field by field; the points count as one field.
      </p>
      {saving.error && <Notice tone="error">{errorText(saving.error)}</Notice>}
    </Dialog>
  );
}
