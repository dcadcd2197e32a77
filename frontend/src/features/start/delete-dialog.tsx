import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { errorText } from '@/api/client';
import { deletePlan, plansQuery } from '@/api/plans';
import type { PlanItem } from '@/api/types';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { dropDraft } from '@/lib/drafts';

interface Props {
  plan: PlanItem | null;
  onClose: () => void;
}

export function DeleteDialog({ plan, onClose }: Props) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: (item: PlanItem) => deletePlan(item.id, item.head_revision),
    onSuccess: async (_, item) => {
      dropDraft(`plan.${item.id}`);
      await client.invalidateQueries({ queryKey: plansQuery.queryKey });
      onClose();
    },
  });
  const close = () => {
    removal.reset();
    onClose();
  };
  return (
    <Dialog
      opened={plan !== null}
      onClose={close}
      title="Delete this plan?"
      actions={
        <>
          <Button onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button
            variant="filled"
            color="red.8"
            loading={removal.isPending}
            onClick={() => plan && removal.mutate(plan)}
          >
            Delete
          </Button>
        </>
      }
    >
      <p>{plan?.name} and all its revisions will be deleted. This cannot be undone.</p>
      {removal.error && <Notice tone="error">{errorText(removal.error)}</Notice>}
    </Dialog>
  );
}
