import { ActionIcon, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { errorText, needsToken } from '@/api/client';
import { plansQuery } from '@/api/plans';
import type { PlanItem } from '@/api/types';
import { TrashIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { formatAgo } from '@/lib/format';

import { DeletePlanDialog } from './delete-plan-dialog';
import classes from './plans.module.css';

/** The saved plans, last changed first. */
export function PlanList() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(plansQuery);
  const [deleting, setDeleting] = useState<PlanItem | null>(null);
  const [now] = useState(() => Date.now());
  const plans = data?.pages.flatMap((page) => page.items) ?? [];
  if (needsToken(error) || (data && plans.length === 0)) return null;
  return (
    <Section title="Your plans">
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      <ul className={classes.plans}>
        {plans.map((plan) => (
          <li key={plan.id} className={classes.plan}>
            <Link to="/plans/$id" params={{ id: plan.id }} className={classes.planName}>
              {plan.name}
            </Link>
            <span className="soft small">
              revision {plan.head_revision}, saved {formatAgo(plan.updated_at, now)}
            </span>
            <ActionIcon aria-label={`Delete ${plan.name}`} onClick={() => setDeleting(plan)}>
              <TrashIcon />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button mt="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      <DeletePlanDialog plan={deleting} onClose={() => setDeleting(null)} />
    </Section>
  );
}
