import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { evidenceQuery, opmModelQuery, opmModelsQuery } from '@/api/evidence';
import { DeleteDialog } from '@/components/delete-dialog';

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
    // Saved elsewhere in the meantime: the newest revision is shown and may be deleted.
    onError: () => void entry.refetch(),
  });
  const close = () => {
    removal.reset();
    onClose();
  };
  const { key, revision } = entry.data ?? {};
  const saved = key === undefined || revision == null ? null : { key, revision };
  return (
    <DeleteDialog
      opened={model !== null}
      title="Delete this model?"
      busy={removal.isPending}
      ready={saved !== null}
      error={removal.error ?? entry.error}
      onClose={close}
      onDelete={() => saved && removal.mutate(saved)}
    >
      {entry.data?.model.name ?? model} will be deleted from the library. This cannot be undone. Plans keep
      their copies.
    </DeleteDialog>
  );
}
