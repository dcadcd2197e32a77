import { useMemo } from 'react';

import { useFieldText } from '@/features/inputs/use-field-text';
import { pinnedAs, type Scenario } from '@/features/scenarios/kept-scenarios';
import { ScenariosPanel } from '@/features/scenarios/scenarios-panel';
import type { Scenarios } from '@/features/scenarios/use-scenarios';
import type { Plan } from '@/api/types';
import { diffPlans } from '@/plan/plan-diff';
import type { PlanEditor } from '@/plan/use-plan-editor';

import { changeLines } from './change-lines';

interface Props {
  editor: PlanEditor;
  scenarios: Scenarios;
  onOpen: (scenario: Scenario) => void;
}

/** The pinned plans, in the words of the form. */
export default function ScenariosView({ editor, scenarios, onOpen }: Props) {
  const { plan, base, changed } = editor;
  const pointers = useMemo(
    () => scenarios.list.flatMap((each) => diffPlans(base.plan, each.plan).map(({ pointer }) => pointer)),
    [scenarios.list, base.plan],
  );
  const textOf = useFieldText(plan, pointers);
  const differences = (other: Plan) =>
    // Its name is that of the scenario.
    changeLines(base.plan, { ...other, name: base.plan.name }, textOf);
  return (
    <ScenariosPanel
      scenarios={scenarios.list}
      base={{
        plan: base.plan,
        name: base.revision === null ? 'As opened' : `As saved, revision ${String(base.revision)}`,
      }}
      now={changed && !pinnedAs(plan, scenarios.list) ? plan : null}
      state={scenarios}
      differences={differences}
      onOpen={onOpen}
      onRename={scenarios.rename}
      onRemove={scenarios.remove}
    />
  );
}
