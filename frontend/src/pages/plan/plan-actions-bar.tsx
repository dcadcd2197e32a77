import type { ReactNode } from 'react';

import { planFile } from '@/features/plan-transfer/plan-file';
import { reportKept, reportPlan } from '@/features/reports/queries';
import { ReportMenu } from '@/features/reports/report-menu';
import type { Scenario } from '@/features/scenarios/kept-scenarios';
import { ShareButton } from '@/features/sharing/share-button';
import type { PlanEditor } from '@/plan/use-plan-editor';

import type { Following } from './use-saving';

interface Props {
  editor: PlanEditor;
  /** Null while the plan was never saved. */
  id: string | null;
  /** The configuration that differences refer to; the first where there is none. */
  reference: string | undefined;
  scenarios: readonly Scenario[];
  busy: boolean;
  /** What the plan's life consists of: copies of it, and its revisions. */
  life: ReactNode;
  onSave: (following: Following) => void;
}

/** What leaves the page: a link, a file. */
export function PlanActionsBar({ editor, id, reference, scenarios, busy, life, onSave }: Props) {
  const { plan, changed, base } = editor;
  // Only the report of a saved revision names revision and date.
  const report =
    id !== null && base.revision !== null && !changed
      ? reportKept(id, base.revision, reference)
      : reportPlan(plan, reference);
  return (
    <>
      <ShareButton id={id} revision={base.revision} changed={changed} saving={busy} onSave={onSave} />
      <ReportMenu
        make={report}
        planFile={() => planFile(plan, { revision: changed ? null : base.revision, scenarios })}
      />
      {life}
    </>
  );
}
