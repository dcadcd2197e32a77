import { randomId } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiError } from '@/api/client';
import { createPlan, duplicatePlan, planQuery, plansQuery, savePlan } from '@/api/plans';
import type { Plan, SavedPlan } from '@/api/types';
import { clashOf } from '@/plan/plan-editor';
import { mergePlans } from '@/plan/plan-merge';
import type { PlanEditor } from '@/plan/use-plan-editor';

/** What follows when somebody saves the plan for something else. */
export interface Following {
  /** Awaited before the page of a new plan takes the place of this one; it does not fail. */
  saved: (saved: SavedPlan) => Promise<void>;
  failed: () => void;
}

export interface Saving {
  save: (following?: Following) => void;
  saveAsNew: () => void;
  /** Make a copy of the plan as it is saved, with its scenarios. Unsaved changes stay here. */
  duplicate: () => void;
  /** Load the newest revision and make the unsaved changes again on top of it. */
  reapply: () => void;
  busy: boolean;
  /** Why the plan as it stands was not saved; an edit may have cured it, so it goes with the next one. */
  error: Error | null;
  /** Whether someone saved in between: nothing was overwritten, and a choice is due. */
  conflict: boolean;
  dismiss: () => void;
}

interface Save {
  plan: Plan;
  revision: number | null;
  following: Following | undefined;
}

/** Saves the plan as a new revision, or as a new plan where there is none yet. */
export function useSaving(
  id: string | null,
  editor: PlanEditor,
  onCreated: (saved: SavedPlan) => void,
  onDuplicated: (id: string) => void,
): Saving {
  const client = useQueryClient();
  const [failure, setFailure] = useState<{ error: Error; plan: Plan } | null>(null);
  if (failure !== null && failure.plan !== editor.plan) setFailure(null);
  const attempt = {
    onMutate: () => setFailure(null),
    // Of the plan with what was edited meanwhile: those edits did not hear of it yet.
    onError: (error: Error) => setFailure({ error, plan: editor.settle() }),
  };

  const kept = (saved: SavedPlan) => {
    client.setQueryData(planQuery(saved.id).queryKey, saved);
    void client.invalidateQueries({ queryKey: plansQuery.queryKey });
  };

  const save = useMutation({
    ...attempt,
    mutationFn: async ({ plan, revision, following }: Save) => {
      const saved =
        id !== null && revision !== null ? await savePlan(id, revision, plan) : await createPlan(plan);
      await following?.saved(saved);
      return { saved, sent: plan };
    },
    onSuccess: ({ saved, sent }) => {
      kept(saved);
      editor.saved({ plan: sent, revision: saved.revision });
      if (saved.id !== id) onCreated(saved);
    },
  });

  const copy = useMutation({
    ...attempt,
    mutationFn: (plan: Plan) => createPlan(plan),
    onSuccess: (saved) => {
      kept(saved);
      editor.discard();
      onCreated(saved);
    },
  });

  // The same until it has led to a copy: a request that is sent again makes no second one.
  const key = useRef<string>(undefined);
  const duplication = useMutation({
    ...attempt,
    mutationFn: () => duplicatePlan(id ?? '', (key.current ??= randomId('copy-'))),
    onSuccess: (saved) => {
      key.current = undefined;
      kept(saved);
      onDuplicated(saved.id);
    },
  });

  const reapply = useMutation({
    ...attempt,
    mutationFn: () => client.query({ ...planQuery(id ?? ''), staleTime: 0 }),
    onSuccess: (newest) => {
      const merge = mergePlans(editor.base.plan, editor.settle(), newest.plan);
      const base = { plan: newest.plan, revision: newest.revision };
      editor.rebased(base, merge.plan, clashOf(merge, editor.clash));
      save.reset();
    },
  });

  const conflict = isConflict(save.error);
  return {
    save: (following) => {
      save.mutate(
        { plan: editor.settle(), revision: editor.base.revision, following },
        { onError: following?.failed },
      );
    },
    saveAsNew: () => {
      copy.mutate(editor.settle());
    },
    duplicate: () => {
      duplication.mutate();
    },
    reapply: () => {
      reapply.mutate();
    },
    busy: save.isPending || copy.isPending || duplication.isPending || reapply.isPending,
    error: failure === null || isConflict(failure.error) ? null : failure.error,
    conflict,
    dismiss: () => {
      save.reset();
      setFailure(null);
    },
  };
}

function isConflict(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 412;
}
