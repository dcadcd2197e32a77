import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { errorText, needsToken } from '@/api/client';
import { estateJobsQuery } from '@/api/jobs';
import { deletedPlansQuery, plansQuery, templateQuery } from '@/api/plans';
import { samplesQuery } from '@/api/samples';
import type { Plan } from '@/api/types';
import { Deferred } from '@/components/deferred';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { CaseList } from '@/features/samples/case-list';
import { DeletedPlans } from '@/features/start/deleted-plans';
import { EstateJobs } from '@/features/start/estate-jobs';
import { PlanList } from '@/features/start/plan-list';
import { type OpenedAt, SixNumbers } from '@/features/start/six-numbers';
import { UnsavedPlans } from '@/features/start/unsaved-plans';

import { SixNumbersSkeleton, StartFrame } from './start-frame';
import classes from './start-page.module.css';

interface Props {
  importPlan: ReactNode;
  importEstate: ReactNode;
  onOpen: (plan: Plan, at?: OpenedAt) => void;
}

/** First open: an answer from six numbers, the saved plans, and cases to start from. */
export function StartPage({ importPlan, importEstate, onOpen }: Props) {
  const template = useQuery(templateQuery);
  const placed = usePlaced();
  return (
    <StartFrame busy={!isKnown(template)}>
      {isKnown(template) ? (
        <Deferred fallback={<SixNumbersSkeleton />}>
          <SixNumbers onOpen={onOpen} />
          <div className={classes.estate}>
            <p>
              <strong>Or begin with what you have:</strong> drop an export, its history, a quote or a plan
              anywhere on this page; what it is taken for is said.{' '}
              <Link to="/quote-audit">Audit a vendor{'\u2019'}s proposal</Link>
            </p>
            <div className={classes.imports}>
              {importEstate}
              {importPlan}
            </div>
          </div>
          {placed && (
            <Deferred>
              <EstateJobs onOpen={onOpen} />
              <UnsavedPlans />
              <PlanList />
              <DeletedPlans />
              <Cases />
              <footer className={classes.foot}>
                <Link to="/docs/$" params={{ _splat: '' }}>
                  Documentation
                </Link>
                <Link to="/tokens">Access tokens</Link>
              </footer>
            </Deferred>
          )}
        </Deferred>
      ) : (
        <SixNumbersSkeleton />
      )}
    </StartFrame>
  );
}

/** Whether it is known what stands on the page: shown before, the rest of it would move while one reads it. */
function usePlaced(): boolean {
  const template = useQuery(templateQuery);
  const plans = useInfiniteQuery(plansQuery);
  const deleted = useQuery(deletedPlansQuery);
  const samples = useQuery(samplesQuery);
  const jobs = useQuery(estateJobsQuery);
  return [template, plans, deleted, samples, jobs].every(isKnown);
}

/** Whether there is an answer, or none at once: what is tried again must not keep the rest of the page waiting. */
function isKnown({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean {
  return !isPending || failureCount > 0;
}

function Cases() {
  const { data, error } = useQuery(samplesQuery);
  if (needsToken(error)) return null;
  return (
    <Section title="Start from a case" hint="Hardware of today; change anything and save a copy">
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      {data && <CaseList samples={data.filter((each) => each.kind === 'case')} />}
      <p className={classes.checked}>
        <Link to="/evidence/$part" params={{ part: 'studies' }}>
          Checked against five published studies
        </Link>
      </p>
    </Section>
  );
}
