import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '@/api/client';
import { opmModelQuery } from '@/api/evidence';
import { planQuery, plansQuery, savePlan } from '@/api/plans';
import type { OpmModelEntry, PlanItem, SavedPlan } from '@/api/types';

import { addModelToPlan, type Copy, copyInPlan, followModel } from './add-model-to-plan';

export interface UseInPlan {
  entry: OpmModelEntry | undefined;
  plans: PlanItem[] | undefined;
  more: { load: () => void; busy: boolean } | null;
  chosen: string | null;
  choose: (id: string) => void;
  /** The chosen plan as it is kept now. */
  plan: SavedPlan | undefined;
  /** Whether the plan holds the model already, as it is or in an older form. */
  copy: Copy;
  groups: string[];
  setGroups: (groups: string[]) => void;
  put: () => void;
  busy: boolean;
  /** The plan with the model in it, once it is saved. */
  saved: SavedPlan | undefined;
  error: Error | null;
  conflict: boolean;
  reset: () => void;
}

/** Putting a model into a saved plan, step by step: which plan, which groups, a new revision. */
export function useInPlan(model: string | null): UseInPlan {
  const client = useQueryClient();
  const open = model !== null;
  const plans = useInfiniteQuery({ ...plansQuery, enabled: open });
  const entry = useQuery({ ...opmModelQuery(model ?? ''), enabled: open });
  const [chosen, setChosen] = useState<string | null>(null);
  const [picked, setPicked] = useState<string[] | null>(null);
  const kept = useQuery({ ...planQuery(chosen ?? ''), enabled: open && chosen !== null });
  const plan = chosen === null ? undefined : kept.data;
  const groups = picked ?? (plan && model !== null ? followersIn(plan, model) : []);
  const saving = useMutation({
    mutationFn: ({ into, key }: { into: SavedPlan; key: string }) => putIn(into, entry.data, key, groups),
    onSuccess: (saved) => {
      client.setQueryData(planQuery(saved.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: plansQuery.queryKey });
    },
    // Saved elsewhere meanwhile: the newest is read, and the choice stands to be confirmed.
    onError: () => void kept.refetch(),
  });
  const document = entry.data?.document;
  return {
    entry: entry.data,
    plans: plans.data?.pages.flatMap((page) => page.items),
    more: plans.hasNextPage
      ? { load: () => void plans.fetchNextPage(), busy: plans.isFetchingNextPage }
      : null,
    chosen,
    choose: (id) => {
      setChosen(id);
      setPicked(null);
      saving.reset();
    },
    plan,
    copy: plan && document ? copyInPlan(plan.plan, document) : 'none',
    groups,
    setGroups: setPicked,
    put: () => {
      if (plan && model !== null) saving.mutate({ into: plan, key: model });
    },
    busy: saving.isPending,
    saved: saving.data,
    error: saving.error ?? kept.error ?? entry.error ?? plans.error,
    conflict: saving.error instanceof ApiError && saving.error.status === 412,
    reset: () => {
      setChosen(null);
      setPicked(null);
      saving.reset();
    },
  };
}

/** Groups that follow the model already; in a plan with one group, that one. */
function followersIn({ plan }: SavedPlan, model: string): string[] {
  const { groups } = plan.workload;
  const following = groups.filter((each) => each.opm_model === model);
  const only = groups.length === 1 && !groups[0]?.opm_model;
  return (only ? groups : following).map((each) => each.name);
}

async function putIn(
  into: SavedPlan,
  entry: OpmModelEntry | undefined,
  model: string,
  followers: string[],
): Promise<SavedPlan> {
  const { id, revision, plan } = into;
  const holding = entry?.document ? addModelToPlan(plan, entry.document) : plan;
  return savePlan(id, revision, followModel(holding, model, followers));
}
