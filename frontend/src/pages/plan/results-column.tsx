import { lazy, useMemo, useState } from 'react';

import { AsideNotice } from '@/features/changes/aside-work';
import { EngineChangeNotice } from '@/features/changes/engine-change-notice';
import { KeepingNotices } from '@/features/changes/keeping-notices';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Notice } from '@/components/notice';
import { GrowthSection } from '@/features/growth/growth-section';
import type { Scenario } from '@/features/scenarios/kept-scenarios';
import type { Scenarios } from '@/features/scenarios/use-scenarios';
import { FIRST_QUESTION } from '@/features/search/question';
import type { SearchState } from '@/features/search/search-panel';
import { setField } from '@/plan/plan-edits';
import type { PlanEditor } from '@/plan/use-plan-editor';

import { ClashNotice } from './clash-notice';
import { CompareView } from './compare-view';
import type { PlanAddress, View } from './plan-address';
import classes from './plan-page.module.css';
import { PlanTabs } from './plan-tabs';
import { viewsOf } from './plan-views';
import { ProblemsNotice } from './problems-notice';
import { SavingNotice, wrongFields } from './saving-notice';
import { UnreadableNotice } from './unreadable-notice';
import type { Evaluation } from './use-evaluation';
import type { Saving } from './use-saving';
import type { UnreadableEntries } from './use-unreadable';
import { ViewPanel } from './view-panel';

const ScenariosView = lazy(() => import('./scenarios-view'));
const SearchView = lazy(() => import('./search-view'));

interface Props {
  /** Null while the plan was never saved. */
  id: string | null;
  editor: PlanEditor;
  evaluation: Evaluation;
  /** The configuration that differences refer to, where that is not the first. */
  reference: string | undefined;
  scenarios: Scenarios;
  saving: Saving;
  unreadable: UnreadableEntries;
  /** A revision that was saved elsewhere after the one that this work began from. */
  newestRevision: number | null;
  address: PlanAddress;
  onView: (view: PlanAddress, replace?: boolean) => void;
  onReference: (key: string) => void;
  /** Text in fields that is no number goes with the changes. */
  onDiscard: () => void;
}

/** The right side: what stands in the way, the tabs, and the open view. */
export function ResultsColumn(props: Props) {
  const {
    id,
    editor,
    evaluation,
    reference,
    scenarios,
    saving,
    unreadable,
    newestRevision,
    address,
    onView,
    onReference,
  } = props;
  const { plan, base } = editor;
  const view: View = address.view ?? 'compare';
  const open = ({ id: scenario, plan: pinned }: Scenario) => {
    editor.edit(`open scenario ${scenario}`, ({ name }) => ({ ...pinned, name }));
    onView({ view: undefined });
  };
  // Other views are looked at meanwhile.
  const [search, setSearch] = useState<SearchState>({ question: FIRST_QUESTION });
  const growth = useMemo(() => <GrowthSection plan={plan} />, [plan]);
  const aside = [...editor.keeping.aside, ...scenarios.aside];
  return (
    <>
      <div className={classes.above}>
        {id !== null && base.revision !== null && <EngineChangeNotice id={id} revision={base.revision} />}
        {aside.length > 0 && (
          <AsideNotice
            what="plan"
            texts={aside}
            onDiscard={() => {
              editor.keeping.dropAside();
              scenarios.dropAside();
            }}
          />
        )}
        {newestRevision !== null && editor.changed && (
          <Notice tone="info" title={`Saved elsewhere as revision ${String(newestRevision)}.`}>
            Your changes started from revision {base.revision}. When you save, you can merge the two.
          </Notice>
        )}
      </div>
      <PlanTabs
        views={viewsOf(plan, view, scenarios.list.length > 0)}
        view={view}
        onView={(next) => onView({ view: next === 'compare' ? undefined : next })}
      >
        <div className={classes.notices}>
          <KeepingNotices keeping={editor.keeping} what="plan" onDiscard={props.onDiscard} />
          {editor.clash && <ClashNotice clash={editor.clash} onAnswer={editor.answer} />}
          <UnreadableNotice unreadable={unreadable} />
          <SavingNotice saving={saving} />
          {/* What was not saved for its fields is not evaluated for the same. */}
          {wrongFields(saving.error).length === 0 && (
            <ProblemsNotice evaluation={evaluation} unreadable={unreadable.entries} />
          )}
        </div>
        {view === 'compare' ? (
          <CompareView
            plan={plan}
            evaluation={evaluation}
            reference={reference}
            step={editor.before}
            sample={plan.sample}
            growth={growth}
            onLevel={(level) => {
              editor.edit('/policy/coverage_level', (before) =>
                setField(before, '/policy/coverage_level', level ?? undefined),
              );
            }}
            onReference={onReference}
          />
        ) : view === 'scenarios' ? (
          <LazyBoundary fallback={<p className="soft">Loading{'\u2026'}</p>}>
            <ScenariosView editor={editor} scenarios={scenarios} onOpen={open} />
          </LazyBoundary>
        ) : view === 'search' ? (
          <LazyBoundary fallback={<p className="soft">Loading{'\u2026'}</p>}>
            <SearchView
              plan={plan}
              configuration={address.varied}
              search={search}
              onConfiguration={(varied) => onView({ varied }, true)}
              onSearch={setSearch}
              onChange={editor.edit}
            />
          </LazyBoundary>
        ) : (
          <ViewPanel view={view} plan={plan} evaluation={evaluation} address={address} onView={onView} />
        )}
      </PlanTabs>
    </>
  );
}
