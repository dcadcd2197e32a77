import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo, useState } from 'react';

import type { Plan } from '@/api/types';
import { changeLine, changeWords } from '@/features/changes/change-words';
import { usePlanWords } from '@/plan/plan-actions';
import { ChangesBar, type Effect } from '@/features/changes/changes-bar';
import { ChangesList } from '@/features/changes/changes-list';
import { headlineChanges } from '@/features/changes/headline-changes';
import { MOST_SCENARIOS, pinnedAs } from '@/features/scenarios/kept-scenarios';
import type { Scenarios } from '@/features/scenarios/use-scenarios';
import { formatAgo } from '@/lib/format';
import { usePhone } from '@/lib/use-phone';
import { type Change, diffPlans, revertChange } from '@/plan/plan-diff';
import type { PlanEditor } from '@/plan/use-plan-editor';
import { usePrevious } from '@/lib/use-previous';

import { evaluationQuery, provenanceQuery } from './queries';
import type { Evaluation } from './use-evaluation';

interface Props {
  editor: PlanEditor;
  evaluation: Evaluation;
  /** What differs from the saved plan. */
  changes: readonly Change[];
  scenarios: Scenarios;
  /** Null where there is nothing to save. */
  save: (() => void) | null;
  busy: boolean;
  /** Where else the effect is said, while something covers the bar. */
  into: HTMLElement | null;
  /** Text in fields that is no number goes with the changes. */
  onDiscard: () => void;
}

/** What the last change did, and what can be done with it. */
export function WhatIfBar(props: Props) {
  const { editor, evaluation, changes, scenarios, save, busy, into, onDiscard } = props;
  const { plan, base, before, restoredAt } = editor;
  const words = usePlanWords();
  const narrow = usePhone();
  const [opened] = useState(() => Date.now());
  const { data: saved } = useQuery({
    ...evaluationQuery(base.plan, undefined),
    select: (answer) => answer.result.decision ?? undefined,
    enabled: changes.length > 0,
  });
  const { result, stale, origins, error } = evaluation;
  const decision = result?.decision ?? undefined;
  const previous = usePrevious(decision, stale, before);
  const settled = usePrevious(origins.data, origins.stale, before);
  const earlier = origins.stale ? origins.data : settled;
  const now = origins.stale ? undefined : origins.data;
  const lastChanges = useMemo(() => (before ? diffPlans(before, plan) : []), [before, plan]);

  const effect = (): Effect | null | undefined => {
    if (changes.length === 0 && lastChanges.length === 0) return undefined;
    if (stale || !decision) return null;
    const earlier = before === null ? saved : previous;
    return (
      earlier && {
        moves: headlineChanges(earlier, decision),
        against: before === null ? 'Since saved' : undefined,
        net:
          before !== null && changes.length > 1 && saved
            ? { changes: changes.length, moves: headlineChanges(saved, decision) }
            : undefined,
      }
    );
  };
  const first = lastChanges[0];
  const line = first && changeLine(changeWords(first, words, earlier, now));
  const more = lastChanges.length - 1;
  const last =
    line === undefined
      ? standing(changes.length, base.revision)
      : more > 0
        ? `${String(lastChanges.length)} changes at once: ${line}, and ${String(more)} more`
        : line;

  const pinned = pinnedAs(plan, scenarios.list);
  const pin = pinned || scenarios.full ? null : () => scenarios.pin(plan, nameOf(changes, words));
  return (
    <ChangesBar
      last={last}
      effect={effect()}
      instead={error ? 'Showing the last valid result' : undefined}
      count={changes.length}
      undo={editor.canUndo ? editor.undo : null}
      redo={editor.canRedo ? editor.redo : null}
      pin={pin}
      pinHint={
        pinned
          ? `Pinned as \u201c${pinned.name}\u201d`
          : scenarios.full
            ? `No more than ${String(MOST_SCENARIOS)} scenarios: delete one first`
            : 'Keep the plan as it stands, to compare it with others'
      }
      save={save}
      busy={busy}
      narrow={narrow}
      into={into}
      list={(close) => (
        <SavedChanges
          base={base.plan}
          changes={changes}
          saved={saved}
          current={decision}
          now={now}
          keptFrom={restoredAt === null ? null : formatAgo(restoredAt, opened)}
          onRevert={(change) =>
            editor.edit(`revert ${change.pointer}`, (now) => revertChange(now, base.plan, change))
          }
          onDiscard={() => {
            close();
            onDiscard();
          }}
          onLeave={close}
        />
      )}
    />
  );
}

/** What differs from the saved plan; where its values came from is asked for where that is seen. */
function SavedChanges({
  base,
  ...list
}: { base: Plan } & Omit<ComponentProps<typeof ChangesList>, 'earlier'>) {
  const pointers = list.changes.map((each) => each.beforePointer);
  const { data } = useQuery(provenanceQuery(base, pointers));
  return <ChangesList {...list} earlier={data} />;
}

/** How things stand where nothing was changed since the page was opened. */
function standing(changes: number, revision: number | null): string {
  if (changes > 0) return 'Unsaved changes of an earlier visit';
  return revision === null ? 'Nothing changed yet' : 'No unsaved changes';
}

/** What a scenario is called at first: what it changes. */
function nameOf(changes: readonly Change[], words: Parameters<typeof changeWords>[1]): string {
  const [first, ...others] = changes;
  if (!first) return 'As saved';
  const { label, before, after } = changeWords(first, words);
  const more = others.length > 0 ? ` and ${String(others.length)} more` : '';
  return `${after === undefined ? `without ${before ?? label}` : `${label} ${after}`}${more}`;
}
