import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { errorText } from '@/api/client';
import { deletedPlansQuery, plansQuery, restorePlan } from '@/api/plans';
import { Notice } from '@/components/notice';
import { formatAgo, formatDate } from '@/lib/format';

import classes from './plans.module.css';

/** The deleted plans that can be restored; folded, for they are rarely wanted. */
export function DeletedPlans() {
  const client = useQueryClient();
  const { data, error } = useQuery({ ...deletedPlansQuery, refetchOnMount: false });
  const [now] = useState(() => Date.now());
  const restoring = useMutation({
    mutationFn: restorePlan,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: plansQuery.queryKey }),
        client.invalidateQueries({ queryKey: deletedPlansQuery.queryKey }),
      ]),
  });
  if (error || !data || data.length === 0) return null;
  return (
    <details className={classes.deleted}>
      <summary>Deleted plans ({data.length})</summary>
      {restoring.error && <Notice tone="error">{errorText(restoring.error)}</Notice>}
      <ul className={classes.plans} aria-label="Deleted plans">
        {data.map((plan) => (
          <li key={plan.id} className={classes.plan}>
            <span className={classes.planName}>{plan.name}</span>
            <span className="soft small">
              deleted {formatAgo(plan.deleted_at, now)}, kept until {formatDate(plan.purged_at)}
            </span>
            <Button
              aria-label={`Restore ${plan.name}`}
              loading={restoring.isPending && restoring.variables === plan.id}
              onClick={() => restoring.mutate(plan.id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
