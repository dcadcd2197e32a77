import { ActionIcon, Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { errorText, needsToken } from '@/api/client';
import { cheapestOf, headlineOf } from '@/api/headline';
import { planHeadlineQuery, plansQuery } from '@/api/plans';
import type { PlanItem } from '@/api/types';
import { TrashIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { formatAgo, formatMoneyShort, formatLife, formatValue } from '@/lib/format';

import { DeletePlanDialog } from './delete-plan-dialog';
import classes from './plans.module.css';

/** The saved plans, last changed first. */
export function PlanList() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...plansQuery,
    // The page asks before it has a list.
    refetchOnMount: false,
  });
  const [deleting, setDeleting] = useState<PlanItem | null>(null);
  const [now] = useState(() => Date.now());
  const plans = data?.pages.flatMap((page) => page.items) ?? [];
  if (needsToken(error) || (data && plans.length === 0)) return null;
  return (
    <Section title="Your plans">
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Hosts</th>
            <th scope="col">Cost</th>
            <th scope="col">Flash life</th>
            <th scope="col">Saved</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} now={now} onDelete={setDeleting} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button mt="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      <DeletePlanDialog plan={deleting} onClose={() => setDeleting(null)} />
    </Section>
  );
}

interface RowProps {
  plan: PlanItem;
  now: number;
  onDelete: (plan: PlanItem) => void;
}

/** A plan with what the cheapest of its configurations comes to. */
function PlanRow({ plan, now, onDelete }: RowProps) {
  const { data } = useQuery(planHeadlineQuery(plan.id, plan.head_revision));
  const best = data && cheapestOf(data);
  const headline = best && headlineOf(best);
  return (
    <tr>
      <th scope="row">
        <Link to="/plans/$id" params={{ id: plan.id }} className={classes.planName}>
          {plan.name}
        </Link>
      </th>
      <td title={best?.name} data-label="hosts">
        {headline ? formatValue(headline.hosts, 'count', '', '').text : NOTHING}
      </td>
      <td title={best?.name}>
        {headline ? `${formatMoneyShort(headline.cost.value ?? 0)} ${data.currency}` : NOTHING}
      </td>
      <td title={best?.name} data-label="flash life">
        {headline?.life.value != null ? formatLife(headline.life.value) : NOTHING}
      </td>
      <td className="soft" title={`revision ${String(plan.head_revision)}`}>
        {formatAgo(plan.updated_at, now)}
      </td>
      <td>
        <ActionIcon aria-label={`Delete ${plan.name}`} onClick={() => onDelete(plan)}>
          <TrashIcon />
        </ActionIcon>
      </td>
    </tr>
  );
}

const NOTHING = '\u2013';
