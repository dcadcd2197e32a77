import { useMemo } from 'react';

import { reportShared } from '@/api/reports';
import { type SharedPlan, sharedExplanationQuery } from '@/api/shares';
import { PageHeader } from '@/components/page-header';
import { PlanActionsProvider } from '@/components/plan-actions';
import { formatWhy, parseWhy } from '@/features/explain/why';
import { WhyDrawer } from '@/features/explain/why-drawer';
import { fieldLabel, fieldText } from '@/features/inputs';
import { CompareView } from '@/features/plan/results-column';
import { planFile } from '@/features/plan-transfer/plan-file';
import { ReportMenu } from '@/features/reports/report-menu';
import { formatDate } from '@/lib/format';

import classes from './shared-page.module.css';

interface Props {
  token: string;
  shared: SharedPlan;
  /** Whether another reference is on its way. */
  stale: boolean;
  why: string | undefined;
  reference: string | undefined;
  onWhy: (why: string | undefined) => void;
  onReference: (key: string) => void;
}

/** One saved revision as a link shows it: everything can be asked, nothing can be changed. */
export function SharedPage({ token, shared, stale, why, reference, onWhy, onReference }: Props) {
  const { plan, result } = shared;
  const actions = useMemo(
    () => ({
      explain: (configuration: string, quantity: string, failedHosts = 0) =>
        onWhy(formatWhy({ configuration, failedHosts, path: [quantity] })),
      focusField: () => undefined,
      readOnly: true,
      labelOf: (pointer: string, ownerKnown?: boolean) => fieldLabel(plan, pointer, ownerKnown),
      textOf: (pointer: string, value: unknown) => fieldText(plan, pointer, value),
    }),
    [onWhy, plan],
  );
  const evaluation = { result, stale, error: null, problems: [], retry: () => undefined };
  return (
    <PlanActionsProvider value={actions}>
      <title>{`${plan.name} \u2013 Hostwise`}</title>
      <meta name="robots" content="noindex" />
      <PageHeader
        title={
          <>
            <h1 className={classes.name}>{plan.name}</h1>
            <span className={classes.state} data-testid="shared-state">
              revision {shared.revision}, saved {formatDate(shared.saved_at)}
              {shared.anonymised && ', anonymised'}
              {' \u00b7 '}link expires {formatDate(shared.expires_at)}
            </span>
          </>
        }
        actions={<ReportMenu make={reportShared(token, reference)} planFile={() => planFile(plan)} />}
      />
      <main id="content" tabIndex={-1} className={classes.page}>
        <CompareView
          evaluation={evaluation}
          // What the sample's source prints is no part of what the link opens.
          sample={null}
          description={plan.description}
          changed={null}
          onReference={onReference}
        />
      </main>
      <WhyDrawer
        plan={plan}
        why={parseWhy(why)}
        ask={({ configuration, failedHosts, path }) =>
          sharedExplanationQuery(token, configuration, path[0] ?? '', failedHosts, reference)
        }
        currency={result.currency}
        link="exact"
        onMove={(next) => onWhy(formatWhy(next))}
        onClose={() => onWhy(undefined)}
      />
    </PlanActionsProvider>
  );
}
