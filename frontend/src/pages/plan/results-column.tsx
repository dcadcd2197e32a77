import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import type { Result } from '@/api/types';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { AdviceCard } from '@/features/advice/advice-card';
import { ChangesPanel } from '@/features/changes/changes-panel';
import { LimitsMap } from '@/features/comparison/limits-map';
import { formatAgo } from '@/lib/format';
import { type Change, revertChange } from '@/lib/plan-diff';
import type { PlanEditor } from '@/lib/use-plan-editor';

import type { PlanAddress, View } from './plan-address';
import classes from './plan-page.module.css';
import { PlanTabs } from './plan-tabs';
import { viewsOf } from './plan-views';
import { ProblemsNotice } from './problems-notice';
import { evaluationQuery } from './queries';
import { Results } from './results';
import { UnreadableNotice } from './unreadable-notice';
import type { Evaluation } from './use-evaluation';
import type { UnreadableEntries } from './use-unreadable';
import { ViewPanel } from './view-panel';

interface Props {
  editor: PlanEditor;
  evaluation: Evaluation;
  changes: readonly Change[];
  unreadable: UnreadableEntries;
  /** A revision that was saved elsewhere after the one that this work began from. */
  newestRevision: number | null;
  address: PlanAddress;
  onView: (view: PlanAddress, replace?: boolean) => void;
  onReference: (key: string) => void;
}

/** The right side: what stands in the way, the tabs, what changed, and the open view. */
export function ResultsColumn(props: Props) {
  const { editor, evaluation, changes, unreadable, newestRevision, address, onView, onReference } = props;
  const { plan, base, restoredAt } = editor;
  const view: View = address.view ?? 'compare';
  const [opened] = useState(() => Date.now());
  const saved = useQuery({ ...evaluationQuery(base.plan, undefined), enabled: changes.length > 0 });
  const changed = changes.length > 0 && (
    <ChangesPanel
      changes={changes}
      saved={saved.data}
      current={evaluation.result}
      keptFrom={restoredAt === null ? null : formatAgo(restoredAt, opened)}
      onRevert={(change) =>
        editor.edit(`revert ${change.pointer}`, (before) => revertChange(before, base.plan, change))
      }
      onDiscard={() => {
        unreadable.drop();
        editor.discard();
      }}
    />
  );
  return (
    <>
      {newestRevision !== null && editor.changed && (
        <Notice tone="info" title={`Saved elsewhere as revision ${String(newestRevision)}.`}>
          Your changes started from revision {base.revision}. When you save, you can merge the two.
        </Notice>
      )}
      <PlanTabs
        views={viewsOf(plan, view)}
        view={view}
        onView={(next) => onView({ view: next === 'compare' ? undefined : next })}
      >
        <div className={classes.notices}>
          <UnreadableNotice unreadable={unreadable} />
          <ProblemsNotice evaluation={evaluation} unreadable={unreadable.entries} />
        </div>
        {view === 'compare' ? (
          <CompareView
            advice={(limits, asPlanned) => (
              <AdviceCard
                plan={plan}
                limits={limits}
                asPlanned={asPlanned}
                limitedBy={(key) => limitedBy(evaluation.result, key)}
              />
            )}
            evaluation={evaluation}
            sample={plan.sample}
            description={plan.description}
            changed={changed}
            onReference={onReference}
          />
        ) : (
          <>
            {changed}
            <ViewPanel view={view} plan={plan} evaluation={evaluation} address={address} onView={onView} />
          </>
        )}
      </PlanTabs>
    </>
  );
}

/** The hosts of a configuration with what limits them, in words. */
function limitedBy(result: Result | undefined, key: string): string | null {
  const found = result?.configurations.find((each) => each.key === key);
  if (found?.hosts.value == null) return null;
  return `${found.at_least ? 'at least ' : ''}${String(found.hosts.value)} hosts: ${found.hosts_text}.`;
}

interface CompareProps {
  /** What is advised, around what limits each configuration; nothing where nobody can ask for it, as behind a shared link. */
  advice?: (limits: ReactNode, asPlanned: ReactNode) => ReactNode;
  evaluation: Evaluation;
  sample: string | null | undefined;
  description: string | undefined;
  changed: ReactNode;
  onReference: (key: string) => void;
}

/** The sentence, what changed, and the results. */
export function CompareView({ advice, evaluation, sample, description, changed, onReference }: CompareProps) {
  const { result, stale } = evaluation;
  const limits = result && <LimitsMap result={result} />;
  const sentence = result && (
    <p className={classes.answer} data-stale={stale}>
      <strong>As entered</strong> <span data-testid="sentence">{result.sentence}</span>
    </p>
  );
  return (
    <>
      {advice ? advice(limits, sentence) : sentence}
      {result && description && <p className={classes.description}>{description}</p>}
      {changed}
      {!advice && limits && <Section title="What limits each configuration">{limits}</Section>}
      {result && (
        <div className={classes.answer} data-stale={stale} aria-busy={stale}>
          <Results sample={sample} result={result} onReference={onReference} />
        </div>
      )}
      {!result && !evaluation.error && <p className="soft">Evaluating{'\u2026'}</p>}
    </>
  );
}
