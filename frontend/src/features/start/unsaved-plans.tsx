import { ActionIcon, Button } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';

import { DeleteDialog } from '@/components/delete-dialog';
import { TrashIcon } from '@/components/icons';
import { Section } from '@/components/section';
import type { Origin } from '@/plan/drafts';
import { formatAgo, formatNumber } from '@/lib/format';
import { discardUnsaved, type Unsaved, unsavedPlans } from '@/plan/unsaved-plans';

import classes from './plans.module.css';

/** There may be many, and few are wanted. */
const FIRST = 3;

/** The work that was not saved: found again without the browser's history. */
export function UnsavedPlans() {
  const [plans, setPlans] = useState(unsavedPlans);
  const [all, setAll] = useState(false);
  const [discarding, setDiscarding] = useState<Unsaved | null>(null);
  const [now] = useState(() => Date.now());
  if (plans.length === 0) return null;
  return (
    <Section title="Not saved" hint="Kept in this browser only">
      <ul className={classes.plans} aria-label="Not saved">
        {(all ? plans : plans.slice(0, FIRST)).map((plan) => (
          <li key={plan.id} className={classes.plan}>
            <Link {...addressOf(plan.origin)} className={classes.planName}>
              {plan.name}
            </Link>
            <span className="soft small">
              {[
                plan.origin.kind === 'plan' && 'unsaved changes',
                plan.vms > 0 && `${formatNumber(plan.vms)} ${plan.vms === 1 ? 'VM' : 'VMs'}`,
                plan.at !== null && formatAgo(plan.at, now),
                !plan.readable && 'cannot be read by this version',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            <ActionIcon aria-label={`Discard ${plan.name}`} onClick={() => setDiscarding(plan)}>
              <TrashIcon />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {!all && plans.length > FIRST && (
        <Button mt="xs" onClick={() => setAll(true)}>
          Show {plans.length - FIRST} more
        </Button>
      )}
      <DeleteDialog
        opened={discarding !== null}
        title="Discard what is not saved?"
        busy={false}
        ready
        error={null}
        onClose={() => setDiscarding(null)}
        onDelete={() => {
          if (discarding) discardUnsaved(discarding);
          setPlans(unsavedPlans());
          setDiscarding(null);
        }}
      >
        {discarding?.origin.kind === 'plan'
          ? `The unsaved changes of ${discarding.name} will be lost; the plan stays as it was saved.`
          : `${discarding?.name ?? ''} is nowhere else and cannot be restored.`}
      </DeleteDialog>
    </Section>
  );
}

function addressOf(origin: Origin) {
  switch (origin.kind) {
    case 'plan':
      return linkOptions({ to: '/plans/$id', params: { id: origin.key } });
    case 'sample':
      return linkOptions({ to: '/samples/$key', params: { key: origin.key } });
    case 'imported':
      return linkOptions({ to: '/plans/imported/$key', params: { key: origin.key } });
    case 'new':
      return linkOptions({ to: '/plans/new' });
  }
}
