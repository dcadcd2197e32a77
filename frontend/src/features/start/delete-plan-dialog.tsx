import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deletedPlansQuery, deletePlan, plansQuery } from '@/api/plans';
import type { PlanItem } from '@/api/types';
import { DeleteDialog } from '@/components/delete-dialog';
import { draftKey, dropDraft } from '@/plan/drafts';

interface Props {
  plan: PlanItem | null;
  onClose: () => void;
}

export function DeletePlanDialog({ plan, onClose }: Props) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: (item: PlanItem) => deletePlan(item.id, item.head_revision),
    onSuccess: async (_, item) => {
      dropDraft(draftKey({ kind: 'plan', key: item.id }));
      await Promise.all([
        client.invalidateQueries({ queryKey: plansQuery.queryKey }),
        client.invalidateQueries({ queryKey: deletedPlansQuery.queryKey }),
      ]);
      onClose();
    },
  });
  const close = () => {
    removal.reset();
    onClose();
  };
  return (
    <DeleteDialog
      opened={plan !== null}
      title="Delete this plan?"
      busy={removal.isPending}
      ready={plan !== null}
      error={removal.error}
      onClose={close}
      onDelete={() => plan && removal.mutate(plan)}
    >
      {plan?.name} and all its revisions will be deleted, and its shared links stop working. For a while it
      can be restored from the deleted plans below.
    </DeleteDialog>
  );
}
