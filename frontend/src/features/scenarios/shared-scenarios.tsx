import { useQueries, useQuery } from '@tanstack/react-query';

import { errorText } from '@/api/client';
import type { Plan, Result } from '@/api/types';
import { Notice } from '@/components/notice';

import { isReadable, sharedHeadlinesQuery, sharedScenariosQuery } from './queries';
import { ScenariosTable } from './scenarios-table';

interface Props {
  token: string;
  /** The shared revision, and what it comes to. */
  plan: Plan;
  result: Result;
  revision: number;
  /** What a plan has otherwise than the shared revision, in words. */
  differences: (plan: Plan) => readonly string[];
}

/** The scenarios that a link shows, beside the revision that it shows. */
export function SharedScenarios({ token, plan, result, revision, differences }: Props) {
  const { data = [], error, isPending } = useQuery(sharedScenariosQuery(token));
  const scenarios = data.filter(isReadable);
  const answers = useQueries({ queries: scenarios.map(({ id }) => sharedHeadlinesQuery(token, id)) });
  if (error) return <Notice tone="error">{errorText(error)}</Notice>;
  if (isPending) return <p className="soft">Loading{'\u2026'}</p>;
  if (scenarios.length === 0) return <p className="soft">There are no scenarios.</p>;
  const base = { id: 'base', plan, name: `As shared, revision ${String(revision)}`, result, error: null };
  const lines = scenarios.map((scenario, index) => ({
    ...scenario,
    scenario,
    result: answers[index]?.data,
    error: answers[index]?.error ?? null,
  }));
  return <ScenariosTable lines={[base, ...lines]} unreadable={[]} differences={differences} />;
}
