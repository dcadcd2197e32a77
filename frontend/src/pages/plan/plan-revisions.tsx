import { type ReactNode, useMemo } from 'react';

import type { Plan } from '@/api/types';
import { SidePanel } from '@/components/side-panel';
import { useFieldText } from '@/features/inputs/use-field-text';
import { RevisionsPanel } from '@/features/revisions/revisions-panel';
import { diffPlans } from '@/plan/plan-diff';
import type { PlanEditor } from '@/plan/use-plan-editor';

import { changeLines } from './change-lines';

interface Props {
  id: string;
  /** The newest revision, which may have been saved elsewhere. */
  newest: number;
  editor: PlanEditor;
  opened: boolean;
  onClose: () => void;
}

/** The revisions of the plan, in the words of the form. */
export function PlanRevisions({ id, newest, editor, opened, onClose }: Props) {
  const { plan, base, changed, edit } = editor;
  return (
    <SidePanel opened={opened} onClose={onClose} title="Revisions" side="right" size={480}>
      <RevisionsPanel
        id={id}
        newest={newest}
        current={base.revision ?? newest}
        changed={changed}
        differences={(revision, show) => (
          <DifferenceWords plan={plan} other={revision}>
            {show}
          </DifferenceWords>
        )}
        onRestore={(number, revision) => {
          edit(`restore revision ${String(number)}`, () => revision);
          onClose();
        }}
      />
    </SidePanel>
  );
}

interface WordsProps {
  plan: Plan;
  other: Plan;
  children: (lines: readonly string[]) => ReactNode;
}

/** What another plan has otherwise than the one on the page. */
function DifferenceWords({ plan, other, children }: WordsProps) {
  const pointers = useMemo(() => diffPlans(plan, other).map((each) => each.pointer), [plan, other]);
  const textOf = useFieldText(other, pointers);
  return children(changeLines(plan, other, textOf));
}
