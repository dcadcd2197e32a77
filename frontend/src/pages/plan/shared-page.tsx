import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { PageHeader } from '@/components/page-header';
import { PlanActionsProvider } from '@/plan/plan-actions';
import { SharedEngineChangeNotice } from '@/features/changes/engine-change-notice';
import { sharedEffectsQuery, sharedExplanationQuery } from '@/features/explain/queries';
import { NoteDrawer } from '@/features/explain/note-drawer';
import { formatNote, formatWhy, parseNote, parseWhy } from '@/plan/why';
import { WhyDrawer } from '@/features/explain/why-drawer';
import { GrowthSection } from '@/features/growth/growth-section';
import { fieldLabel, fieldText } from '@/features/inputs/labels';
import { planFile } from '@/features/plan-transfer/plan-file';
import { reportShared } from '@/features/reports/queries';
import { ReportMenu } from '@/features/reports/report-menu';
import { isReadable, sharedScenariosQuery } from '@/features/scenarios/queries';
import { SharedScenarios } from '@/features/scenarios/shared-scenarios';
import { NewerNotice } from '@/features/sharing/newer-notice';
import { type SharedPlan } from '@/features/sharing/queries';
import { formatDate } from '@/lib/format';

import { changeLines } from './change-lines';
import { CompareView } from './compare-view';
import type { PlanAddress } from './plan-address';
import { PlanTabs } from './plan-tabs';
import { viewsOf } from './plan-views';
import classes from './shared-page.module.css';
import { ViewPanel } from './view-panel';

interface Props {
  token: string;
  shared: SharedPlan;
  /** Whether another reference is on its way. */
  stale: boolean;
  why: string | undefined;
  reference: string | undefined;
  view: PlanAddress;
  onView: (view: PlanAddress, replace?: boolean) => void;
  onWhy: (why: string | undefined) => void;
  onReference: (key: string) => void;
}

/** What a link opens; the other views ask for more. */
const OPENED = ['compare', 'cost', 'memory', 'storage', 'burst', 'read-cache', 'scenarios'] as const;

/** One saved revision as a link shows it: everything can be asked, nothing can be changed. */
export function SharedPage(props: Props) {
  const { token, shared, stale, why, reference, onView, onWhy, onReference } = props;
  const { plan, result } = shared;
  const { data: scenarios = [] } = useQuery({
    ...sharedScenariosQuery(token),
    enabled: shared.shows_scenarios,
  });
  const applying = viewsOf(plan, 'compare', false);
  const views = OPENED.filter((each) =>
    each === 'scenarios' ? shared.shows_scenarios : applying.includes(each),
  );
  const view = views.find((each) => each === props.view.view) ?? 'compare';
  const actions = useMemo(
    () => ({
      explain: (configuration: string, quantity: string, failedHosts = 0) =>
        onWhy(formatWhy({ configuration, failedHosts, path: [quantity] })),
      explainNote: (key: string) => onWhy(formatNote(key)),
      focusField: () => undefined,
      readOnly: true,
      sharedBy: token,
      labelOf: (pointer: string, ownerKnown?: boolean) => fieldLabel(plan, pointer, ownerKnown),
      textOf: (pointer: string, value: unknown) => fieldText(plan, pointer, value),
    }),
    [onWhy, plan, token],
  );
  const evaluation = {
    result,
    whole: true,
    stale,
    origins: { data: result, stale },
    error: null,
    problems: [],
    retry: () => undefined,
  };
  return (
    <PlanActionsProvider value={actions} name={plan.name}>
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
        actions={
          <ReportMenu
            make={reportShared(token, reference)}
            planFile={() =>
              planFile(plan, { revision: shared.revision, scenarios: scenarios.filter(isReadable) })
            }
          />
        }
      />
      <main id="content" tabIndex={-1} className={classes.page}>
        <SharedEngineChangeNotice token={token} />
        {shared.shows_changes && (
          <NewerNotice
            token={token}
            decision={result.decision ?? undefined}
            differences={(other) => changeLines(plan, other)}
          />
        )}
        <PlanTabs
          views={views}
          view={view}
          onView={(next) => onView({ view: next === 'compare' ? undefined : next })}
        >
          {view === 'scenarios' ? (
            <SharedScenarios
              token={token}
              plan={plan}
              result={result}
              revision={shared.revision}
              differences={(other) => changeLines(plan, other)}
            />
          ) : view === 'compare' ? (
            <>
              <CompareView
                plan={plan}
                evaluation={evaluation}
                reference={reference}
                sharedBy={token}
                step={token}
                // What the sample's source prints is no part of what the link opens.
                sample={null}
                onReference={onReference}
              />
              <GrowthSection plan={plan} />
            </>
          ) : (
            <ViewPanel view={view} plan={plan} evaluation={evaluation} address={props.view} onView={onView} />
          )}
        </PlanTabs>
      </main>
      <WhyDrawer
        plan={plan}
        why={parseWhy(why)}
        ask={({ configuration, failedHosts, path }) =>
          sharedExplanationQuery(token, configuration, path[0] ?? '', failedHosts, reference)
        }
        askEffects={({ configuration, failedHosts }, quantity) =>
          sharedEffectsQuery(token, configuration, quantity, failedHosts, reference)
        }
        currency={result.currency}
        link="exact"
        onMove={(next) => onWhy(formatWhy(next))}
        onClose={() => onWhy(undefined)}
      />
      <NoteDrawer
        plan={plan}
        note={parseNote(why)}
        decision={result.decision ?? undefined}
        reference={reference}
        sharedBy={token}
        onClose={() => onWhy(undefined)}
      />
    </PlanActionsProvider>
  );
}
