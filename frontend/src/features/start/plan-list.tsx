import { ActionIcon, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { errorText, needsToken } from '@/api/client';
import { plansQuery } from '@/api/plans';
import type { ListedPlanItem, PlanItem } from '@/api/types';
import { TrashIcon } from '@/components/icons';
import { ListedFigure } from '@/components/listed-figure';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { VerdictLabel } from '@/components/verdict-label';
import { formatAgo } from '@/lib/format';

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
  plan: ListedPlanItem;
  now: number;
  onDelete: (plan: PlanItem) => void;
}

/** A plan with what the configuration comes to that would be advised, or why there is none. */
function PlanRow({ plan, now, onDelete }: RowProps) {
  const { decision, problem } = plan;
  const lead = decision?.rows.find((row) => row.configuration === decision.lead);
  const figure = (part: 'hosts' | 'cost' | 'life', what: string) => (
    <ListedFigure figure={lead?.[part]} label={`${what}, ${plan.name}`} of={{ id: plan.id }} />
  );
  return (
    <tr>
      <th scope="row">
        <Link to="/plans/$id" params={{ id: plan.id }} className={classes.planName}>
          {plan.name}
        </Link>
        <span className={classes.verdict}>
          {decision?.label && <VerdictLabel of={decision} />} {lead?.name ?? problem}
        </span>
      </th>
      <td data-label="hosts">{figure('hosts', 'Hosts')}</td>
      <td>
        {figure('cost', 'Cost')}
        {lead?.cost?.value != null && <span className={classes.currency}> {decision?.currency}</span>}
      </td>
      <td data-label="flash life">{figure('life', 'Flash life')}</td>
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
