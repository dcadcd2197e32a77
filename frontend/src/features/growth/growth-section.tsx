import { lazy } from 'react';

import type { Plan } from '@/api/types';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Marker } from '@/components/marker';
import { Section } from '@/components/section';
import { useDebouncedAnswer } from '@/plan/use-settled-answer';

import classes from './growth-section.module.css';
import { growthQuery } from './queries';
import { byRunway, ownersOf } from './runway';

const GrowthChart = lazy(() => import('@/charts/growth-chart'));

/** Hosts over time and the month in which each limit is reached; nothing where the demand does not grow. */
export function GrowthSection({ plan }: { plan: Plan }) {
  const { data, stale } = useDebouncedAnswer(plan, growthQuery);
  if (!data?.grows) return null;
  return (
    <Section title="Growth" hint="When do the first hosts run out?">
      <div className={classes.parts} data-stale={stale} aria-busy={stale}>
        <ul className={classes.limits}>
          {[...byRunway(data)].map(([text, alike]) => (
            <li key={text}>
              {alike.map(({ index }) => (
                <Marker key={index} index={index} />
              ))}
              <span>
                <strong>{ownersOf(alike, data)}:</strong> {text}
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
