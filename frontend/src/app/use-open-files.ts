import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Plan } from '@/api/types';
import type { Ways } from '@/features/estate/take-files';
import { type FileScenario, openable, readPlanFile } from '@/features/plan-transfer/plan-file';
import { addScenarios } from '@/features/scenarios/kept-scenarios';
import { draftKey } from '@/plan/drafts';
import { keepImported } from '@/plan/imported-plans';
import { canBeOpened } from '@/plan/openable';

/** No plan is larger: what is goes to the server, which reads it once. */
const MOST_PLAN_BYTES = 8 * 2 ** 20;

/** Whether a page shows a plan that can be changed. */
export const isOfPlan = (path: string) => /^\/(plans|samples)\//.test(path);

/** The scenarios that stood in a file beside the plan. */
const scenariosOf = new WeakMap<Plan, readonly FileScenario[]>();

function kept(plan: Plan): string {
  const key = keepImported(plan);
  addScenarios(draftKey({ kind: 'imported', key }), scenariosOf.get(plan) ?? []);
  return key;
}

/** What becomes of a file in this application: a plan is opened as a plan, an estate as an estate. */
export function useWays(): Ways {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const path = () => router.state.location.pathname;
    return {
      planOf: async (file) => {
        if (!file.name.toLowerCase().endsWith('.json') || file.size > MOST_PLAN_BYTES) return null;
        const reading = readPlanFile(await file.text());
        if (!('document' in reading) || !canBeOpened(reading.document)) return null;
        const plan = openable(reading.document, []);
        scenariosOf.set(plan, reading.scenarios);
        return plan;
      },
      openPlan: (plan) => void navigate({ to: '/plans/imported/$key', params: { key: kept(plan) } }),
      keepPlan: (plan) => void kept(plan),
      auditQuote: () => void navigate({ to: '/quote-audit' }),
      openEstate: () => void navigate({ to: '/estate' }),
      back: () => router.history.back(),
      onEstate: () => path() === '/estate',
      onPlan: () => isOfPlan(path()),
    };
  }, [navigate, router]);
}

/** Takes what was dropped or chosen; the way to do so is loaded with the first file. */
export function useOpenFiles() {
  const ways = useWays();
  return useMemo(
    () => (files: readonly File[]) =>
      void import('@/features/estate/take-files').then(({ takeFiles }) => takeFiles(files, ways)),
    [ways],
  );
}
