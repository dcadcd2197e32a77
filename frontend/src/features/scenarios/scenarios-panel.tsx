import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';

import { errorText } from '@/api/client';
import type { Plan } from '@/api/types';
import { Notice } from '@/components/notice';

import type { Scenario } from './kept-scenarios';
import { effectsOfScenarioQuery, headlinesQuery } from './queries';
import classes from './scenarios-panel.module.css';
import { type ScenarioTools, ScenariosTable } from './scenarios-table';
import type { Scenarios } from './use-scenarios';

interface Props extends ScenarioTools {
  scenarios: readonly Scenario[];
  /** What they are compared with: the plan as it was saved, or began. */
  base: { plan: Plan; name: string };
  /** The plan as it stands, where it is neither that nor pinned. */
  now: Plan | null;
  /** Where they are kept, and what became of it. */
  state: Pick<Scenarios, 'place' | 'waiting' | 'error' | 'retry' | 'unreadable'>;
  /** What differs from the plan as it was saved, in words. */
  differences: (plan: Plan) => readonly string[];
}

/** The pinned plans beside each other, and where they are kept. */
export function ScenariosPanel({ scenarios, base, now, state, differences, ...tools }: Props) {
  const plans: { id: string; name: string; plan: Plan; scenario?: Scenario }[] = [
    { id: 'base', plan: base.plan, name: base.name },
    ...(now ? [{ id: 'now', plan: now, name: 'Current plan, not pinned' }] : []),
    ...scenarios.map((scenario) => ({ ...scenario, scenario })),
  ];
  const answers = useQueries({ queries: plans.map(({ plan }) => headlinesQuery(plan)) });
  const effects = useQueries({
    queries: plans.map(({ plan }) => ({
      ...effectsOfScenarioQuery(base.plan, plan),
      enabled: plan !== base.plan,
    })),
  });
  const lines = plans.map((each, index) => ({
    ...each,
    result: answers[index]?.data,
    error: answers[index]?.error ?? null,
    effects: effects[index]?.data,
  }));
  return (
    <>
      <p className={classes.note}>{PLACES[state.place]}</p>
      {state.error && (
        <Notice
          tone="error"
          title={failed(state.waiting)}
          actions={<Button onClick={state.retry}>Try again</Button>}
        >
          {errorText(state.error)}
        </Notice>
      )}
      <ScenariosTable lines={lines} unreadable={state.unreadable} differences={differences} tools={tools} />
    </>
  );
}

const PLACES: Record<Scenarios['place'], string> = {
  server: 'Saved with the plan, each beside what it changes in the plan as it is saved.',
  browser: 'Kept in this browser until the plan is saved; then they are saved with it.',
  page: 'This browser has no room to keep them: they are gone when the page is closed, unless the plan is saved.',
};

function failed(waiting: number): string {
  if (waiting === 0) return 'Not everything could be saved or read.';
  return `${waiting === 1 ? '1 scenario is' : `${String(waiting)} scenarios are`} in this browser only.`;
}
