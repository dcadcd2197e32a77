import { NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, useState } from 'react';

import { questionQuery } from '@/api/questions';
import type { ConfigurationStorage, Plan } from '@/api/types';
import { AnswerArea } from '@/components/answer-area';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Section } from '@/components/section';
import { usePlanActions } from '@/plan/plan-actions';
import { useSettledAnswer } from '@/plan/use-settled-answer';

import { RulesTable } from './rules-table';
import classes from './storage.module.css';

const SameWritesChart = lazy(() => import('@/charts/same-writes-chart'));

/** Storage of one configuration beside that of other platforms. */
export default function StoragePanel({ plan }: { plan: Plan }) {
  const { sharedBy } = usePlanActions();
  const answer = useSettledAnswer(sharedBy ?? plan, (source) => questionQuery('storage', source));
  const [chosen, setChosen] = useState<string>();
  return (
    <AnswerArea answer={answer} about="storage">
      {({ configurations }) => {
        const shown = configurations.find((each) => each.key === chosen) ?? configurations[0];
        if (!shown) return null;
        return (
          <>
            {configurations.length > 1 && (
              <NativeSelect
                className={classes.choice}
                label="Configuration"
                value={shown.key}
                onChange={(event) => setChosen(event.currentTarget.value)}
                data={configurations.map((each) => ({ value: each.key, label: each.name }))}
              />
            )}
            <Section
              title="The same writes on other storage"
              hint={
                <Link to="/docs/$" params={{ _splat: 'model/same-writes' }}>
                  what is compared
                </Link>
              }
            >
              {shown.same_writes.length > 0 ? (
                <>
                  <p className={classes.sentence}>{shown.same_writes_text}</p>
                  <LazyBoundary fallback={<div style={{ minHeight: 360 }} />}>
                    <SameWritesChart storage={shown} />
                  </LazyBoundary>
                </>
              ) : (
                <p className="soft">{whyNone(shown)}</p>
              )}
            </Section>
            <Section title="Capacity by other rules" hint={`What others say of ${shown.stack}`}>
              {shown.other_rules.length > 0 ? (
                <RulesTable storage={shown} />
              ) : (
                <p className="soft">No rule of another tool is known for this storage.</p>
              )}
            </Section>
          </>
        );
      }}
    </AnswerArea>
  );
}

function whyNone(storage: ConfigurationStorage): string {
  if (storage.hosts.value === null) return 'Not evaluated: the number of hosts is not known.';
  return `${storage.stack}: the drives of the hosts do not take all writes of the VMs, so nothing can be compared drive by drive.`;
}
