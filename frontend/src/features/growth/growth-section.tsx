import { lazy } from 'react';

import { questionQuery } from '@/api/questions';
import type { Growth, Plan } from '@/api/types';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Marker } from '@/components/marker';
import { Section } from '@/components/section';
import { Sentence } from '@/components/sentence';
import { usePlanActions } from '@/plan/plan-actions';
import { useDebouncedAnswer } from '@/plan/use-settled-answer';

import classes from './growth-section.module.css';

const GrowthChart = lazy(() => import('@/charts/growth-chart'));

/** Hosts over time and the month in which each limit is reached, where the demand grows; and what waiting costs. */
export function GrowthSection({ plan }: { plan: Plan }) {
  const { sharedBy } = usePlanActions();
  const { data, stale } = useDebouncedAnswer(sharedBy ?? plan, (source) => questionQuery('growth', source));
  if (!data) return null;
  return (
    <>
      {data.grows && <Runway growth={data} stale={stale} />}
      <Waiting growth={data} stale={stale} />
    </>
  );
}

interface Props {
  growth: Growth;
  stale: boolean;
}

function Runway({ growth: data, stale }: Props) {
  return (
    <Section title="Growth" hint="When do the first hosts run out?">
      <div className={classes.parts} data-stale={stale} aria-busy={stale}>
        <ul className={classes.limits}>
          {data.runways.map(({ configurations: keys, text }) => (
            <li key={keys[0]}>
              {keys.map((key) => (
                <Marker key={key} index={data.configurations.findIndex((each) => each.key === key)} />
              ))}
              <span>
                <Sentence parts={text.parts} />
              </span>
            </li>
          ))}
        </ul>
        <LazyBoundary fallback={<div style={{ minHeight: 300 }} />}>
          <GrowthChart growth={data} />
        </LazyBoundary>
      </div>
    </Section>
  );
}

/** Buying some quarters later: what it costs if prices go on as published, and whether the demand waits, too. */
function Waiting({ growth, stale }: Props) {
  const bought = growth.configurations.map((each) => each.purchase_timing ?? []);
  if (bought.every((each) => each.length === 0)) return null;
  return (
    <Section title="Buy later" hint="What does waiting one to three quarters cost?">
      <div className={classes.parts} data-stale={stale} aria-busy={stale}>
        <ul className={classes.limits}>
          {bought.map(
            (waiting, index) =>
              waiting.length > 0 && (
                <li key={growth.configurations[index]?.key}>
                  <Marker index={index} />
                  <span>
                    <strong>{growth.configurations[index]?.name}:</strong>{' '}
                    {waiting.map((each) => each.text).join(' ')}
                  </span>
                </li>
              ),
          )}
        </ul>
        <p className="soft">
          If prices continue like this: {(growth.price_changes ?? []).map((each) => each.text).join('; ')}.
          Forecasts are published for one quarter; the same change is assumed for later ones. This is not an
          advice.
        </p>
      </div>
    </Section>
  );
}
