import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { evaluationQuery } from '@/api/queries';
import { Notice } from '@/components/notice';
import { ChangesPanel } from '@/features/changes/changes-panel';
import { formatAgo } from '@/lib/format';
import { type Change, revertChange } from '@/lib/plan-diff';
import type { PlanEditor } from '@/lib/use-plan-editor';

import classes from './plan-page.module.css';
import { ProblemsNotice } from './problems-notice';
import { Results } from './results';
import type { Evaluation } from './use-evaluation';

interface Props {
  editor: PlanEditor;
  evaluation: Evaluation;
  changes: readonly Change[];
  /** A revision that was saved elsewhere after the one that this work began from. */
  newestRevision: number | null;
  onReference: (key: string) => void;
}

/** The right side: the sentence, what changed, and the results. */
export function ResultsColumn({ editor, evaluation, changes, newestRevision, onReference }: Props) {
  const { plan, base, restoredAt } = editor;
  const { result, stale } = evaluation;
  const [opened] = useState(() => Date.now());
  const saved = useQuery({ ...evaluationQuery(base.plan, undefined), enabled: changes.length > 0 });
  return (
    <>
      {newestRevision !== null && editor.changed && (
        <Notice tone="info" title={`Saved elsewhere as revision ${String(newestRevision)}.`}>
          Your changes began from revision {base.revision}. Saving will let you bring the two together.
        </Notice>
      )}
      <ProblemsNotice evaluation={evaluation} />
      {result && (
        <div className={classes.answer} data-stale={stale}>
          <p className={classes.sentence} data-testid="sentence">
            {result.sentence}
          </p>
          {plan.description && <p className={classes.description}>{plan.description}</p>}
        </div>
      )}
      {changes.length > 0 && (
        <ChangesPanel
          changes={changes}
          saved={saved.data}
          current={result}
          keptFrom={restoredAt === null ? null : formatAgo(restoredAt, opened)}
          onRevert={(change) =>
            editor.edit(`revert ${change.pointer}`, (before) => revertChange(before, base.plan, change))
          }
          onDiscard={editor.discard}
        />
      )}
      {result && (
        <div className={classes.answer} data-stale={stale} aria-busy={stale}>
          <Results sample={plan.sample} result={result} onReference={onReference} />
        </div>
      )}
      {!result && !evaluation.error && <p className="soft">Evaluating{'\u2026'}</p>}
    </>
  );
}
