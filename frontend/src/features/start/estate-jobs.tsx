import { ActionIcon, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { errorText } from '@/api/client';
import { endJob, estateJobsQuery, estatePlan } from '@/api/jobs';
import type { JobItem, Plan } from '@/api/types';
import { TrashIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';

import classes from './plans.module.css';

/** Estates that were left while they were decided: found again, whatever became of their page. */
export function EstateJobs({ onOpen }: { onOpen: (plan: Plan) => void }) {
  const { data: jobs = [] } = useQuery(estateJobsQuery);
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: estateJobsQuery.queryKey });
  const opening = useMutation({
    mutationFn: async ({ id }: JobItem) => {
      const plan = await estatePlan(id);
      if (plan) {
        onOpen(plan);
        await endJob(id);
      }
      return plan;
    },
    onSettled: again,
  });
  const ending = useMutation({ mutationFn: ({ id }: JobItem) => endJob(id), onSettled: again });
  if (jobs.length === 0) return null;
  const error = opening.error ?? ending.error;
  return (
    <Section title="Estates being decided" hint="They go on while you are elsewhere">
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      {opening.isSuccess && !opening.data && (
        <Notice tone="warning">Nothing of that estate is counted: there is no plan.</Notice>
      )}
      <ul className={classes.plans} aria-label="Estates being decided">
        {jobs.map((each) => (
          <li key={each.id} className={classes.plan}>
            <span className={classes.planName}>{each.name ?? 'Estate'}</span>
            <span className="soft small">{stateWords(each)}</span>
            {each.state === 'done' && (
              <Button loading={opening.isPending} onClick={() => opening.mutate(each)}>
                Open as a plan
              </Button>
            )}
            <ActionIcon
              aria-label={`${isUnfinished(each) ? 'Cancel' : 'Remove'} ${each.name ?? 'the estate'}`}
              onClick={() => ending.mutate(each)}
            >
              <TrashIcon />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const isUnfinished = ({ state }: JobItem) => state === 'queued' || state === 'running';

/** How far it is. */
function stateWords({ state, step, problem, waits }: JobItem): string {
  if (state === 'done') return 'ready';
  if (state === 'failed') return `could not be decided: ${problem?.detail ?? ''}`;
  if (waits) return waits;
  if (step && step.of > 0)
    return `candidate ${String(Math.min(step.done + 1, step.of))} of ${String(step.of)}`;
  return state === 'queued' ? 'waits for its turn' : 'counting';
}
