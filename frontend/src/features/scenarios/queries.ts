import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED, CACHE_ONE_VISIT } from '@/api/caching';
import { unwrap } from '@/api/client';
import {
  deleteScenario as removeScenario,
  diff,
  evaluate,
  listScenarios,
  listSharedScenarios,
  readSharedScenarioResult,
  saveScenario as putScenario,
} from '@/api/generated/sdk.gen';
import { barePlan } from '@/api/plans';
import type { Plan, PlanDiff, QuantityChange, SavedScenario } from '@/api/types';

import type { Scenario } from './kept-scenarios';

/** A scenario that the server keeps; without a plan where this version cannot read it. */
export type ServerScenario = Omit<Scenario, 'plan'> & { plan: Plan | null };

export const isReadable = (scenario: ServerScenario): scenario is Scenario => scenario.plan !== null;

const ofServer = ({ key, name, created_at: at, plan }: SavedScenario): ServerScenario => ({
  id: key,
  name,
  at: Date.parse(at),
  plan: plan === null ? null : barePlan(plan),
});

/** The scenarios that are saved with a plan, oldest first. */
export const scenariosQuery = (plan: string) =>
  queryOptions({
    queryKey: ['scenarios', plan],
    queryFn: async ({ signal }) =>
      (await unwrap(listScenarios({ path: { plan_id: plan }, signal }))).map(ofServer),
    ...CACHE_ONE_VISIT,
  });

/** Saves a scenario with its plan, in place of the one with its id. */
export async function saveScenario(planId: string, { id, name, plan }: Scenario): Promise<ServerScenario> {
  return ofServer(
    await unwrap(
      putScenario({ path: { plan_id: planId, key: id }, body: { name: name.trim() || 'Scenario', plan } }),
    ),
  );
}

export async function deleteScenario(planId: string, id: string): Promise<void> {
  await unwrap(removeScenario({ path: { plan_id: planId, key: id } }));
}

/** The scenarios that a shared link shows, oldest first. */
export const sharedScenariosQuery = (token: string) =>
  queryOptions({
    queryKey: ['scenarios-shared', token],
    queryFn: async ({ signal }) =>
      (await unwrap(listSharedScenarios({ path: { token }, signal }))).map(ofServer),
    ...CACHE_ONE_VISIT,
  });

/** What one of them comes to. */
export const sharedHeadlinesQuery = (token: string, id: string) =>
  queryOptions({
    queryKey: ['headlines-shared', token, id],
    queryFn: ({ signal }) =>
      unwrap(
        readSharedScenarioResult({
          path: { token, key: id },
          query: { include: 'decision' },
          signal,
        }),
      ),
    ...CACHE_COMPUTED,
  });

/** What a plan comes to in one line for each configuration. */
export const headlinesQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['headlines', plan],
    queryFn: ({ signal }) => unwrap(evaluate({ body: plan, query: { include: 'decision' }, signal })),
    ...CACHE_COMPUTED,
  });

/** All that differs is more than a row shows: what is not named may differ by any amount. */
const TOLERANCES = { '*': 1e6, hosts: 0, cluster_tco: 0, flash_life_years: 0 };

/** What a scenario does to hosts, cost and life of each configuration of the saved plan. */
export const effectsOfScenarioQuery = (before: Plan, after: Plan) =>
  queryOptions({
    queryKey: ['scenario-effects', before, after],
    queryFn: ({ signal }) => unwrap(diff({ body: { before, after, tolerances: TOLERANCES }, signal })),
    ...CACHE_COMPUTED,
  });

/** The difference in one quantity of a configuration; none where it does not differ. */
export function effectOn(
  found: PlanDiff | undefined,
  configuration: string,
  quantity: keyof typeof TOLERANCES,
): QuantityChange | undefined {
  return found?.configurations
    .find((each) => each.key === configuration)
    ?.quantities.find((each) => each.quantity === quantity);
}
