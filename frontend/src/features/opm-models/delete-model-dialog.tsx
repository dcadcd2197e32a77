import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { errorText } from '@/api/client';
import { evidenceQuery, opmModelQuery, opmModelsQuery } from '@/api/evidence';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';

import { dropModelDraft } from './model-drafts';
import { deleteOwnModel } from './queries';

interface Props {
  /** Key of the model; null while nothing is to be deleted. */
  model: string | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteModelDialog({ model, onClose, onDeleted }: Props) {
  const client = useQueryClient();
  const entry = useQuery({ ...opmModelQuery(model ?? ''), enabled: model !== null });
  const removal = useMutation({
    mutationFn: ({ key, revision }: { key: string; revision: number }) => deleteOwnModel(key, revision),
    onSuccess: async (_, { key }) => {
      dropModelDraft(key);
      onClose();
      onDeleted?.();
      client.removeQueries({ queryKey: opmModelQuery(key).queryKey });
      void client.invalidateQueries({ queryKey: opmModelsQuery.queryKey, exact: true });
      await client.invalidateQueries({ queryKey: evidenceQuery.queryKey });
    },
    // Saved elsewhere meanwhile: what is there now is shown, and may be deleted knowingly.
    onError: () => void entry.refetch(),
  });
  const close = () => {
    removal.reset();
    onClose();
  };
  const { key, revision } = entry.data ?? {};
  const error = removal.error ?? entry.error;
  return (
    <Dialog
      opened={model !== null}
      onClose={close}
      title="Delete this model?"
      actions={
        <>
          <Button onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button
            variant="filled"
            color="red.8"
            loading={removal.isPending}
            disabled={key === undefined || revision === null || revision === undefined}
            onClick={() =>
              key !== undefined &&
              revision !== null &&
              revision !== undefined &&
              removal.mutate({ key, revision })
            }
          >
            Delete
          </Button>
        </>
      }
    >
      <p>
        {entry.data?.model.name ?? model} will be deleted from the library. This cannot be undone. Plans keep
        their copies.
      </p>
      {error && <Notice tone="error">{errorText(error)}</Notice>}
    </Dialog>
  );
}
