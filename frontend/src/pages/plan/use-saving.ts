import { useMutation, useQueryClient } from '@tanstack/react-query';

import { ApiError } from '@/api/client';
import { createPlan, planQuery, plansQuery, savePlan } from '@/api/plans';
import type { Plan, SavedPlan } from '@/api/types';
import { rebasePlan } from '@/lib/plan-diff';
import type { PlanEditor } from '@/lib/use-plan-editor';

export interface Saving {
  save: () => void;
  saveAsNew: () => void;
  /** Load the newest revision and make the unsaved changes again on top of it. */
  reapply: () => void;
  busy: boolean;
  error: Error | null;
  /** Whether someone saved in between: nothing was overwritten, and a choice is due. */
  conflict: boolean;
  dismiss: () => void;
}

/** Saves the plan as a new revision, or as a new plan where there is none yet. */
export function useSaving(
  id: string | null,
  editor: PlanEditor,
  onCreated: (saved: SavedPlan) => void,
): Saving {
  const client = useQueryClient();

  const kept = (saved: SavedPlan) => {
    client.setQueryData(planQuery(saved.id).queryKey, saved);
    void client.invalidateQueries({ queryKey: plansQuery.queryKey });
  };

  const save = useMutation({
    mutationFn: async ({ plan, revision }: { plan: Plan; revision: number | null }) => {
      const saved =
        id !== null && revision !== null ? await savePlan(id, revision, plan) : await createPlan(plan);
      return { saved, sent: plan };
    },
    onSuccess: ({ saved, sent }) => {
      kept(saved);
      editor.saved({ plan: sent, revision: saved.revision });
      if (saved.id !== id) onCreated(saved);
    },
  });

  const copy = useMutation({
    mutationFn: (plan: Plan) => createPlan(plan),
    onSuccess: (saved) => {
      kept(saved);
      editor.discard();
      onCreated(saved);
    },
  });

  const reapply = useMutation({
    mutationFn: () => client.query({ ...planQuery(id ?? ''), staleTime: 0 }),
    onSuccess: (newest) => {
      const merged = rebasePlan(editor.base.plan, editor.plan, newest.plan);
      editor.rebased({ plan: newest.plan, revision: newest.revision }, merged);
      save.reset();
    },
  });

  const conflict = save.error instanceof ApiError && save.error.status === 412;
  return {
    save: () => {
      save.mutate({ plan: editor.plan, revision: editor.base.revision });
    },
    saveAsNew: () => {
      copy.mutate(editor.plan);
    },
    reapply: () => {
      reapply.mutate();
    },
    busy: save.isPending || copy.isPending || reapply.isPending,
    error: copy.error ?? reapply.error ?? (conflict ? null : save.error),
    conflict,
    dismiss: () => {
      save.reset();
      copy.reset();
      reapply.reset();
    },
  };
}
