import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';

import type { FieldProblem, Input, Plan } from '@/api/types';
import type { Json } from '@/lib/json';
import { hasWords } from '@/lib/words';
import type { FieldSpec } from '@/plan/form-types';
import { copyPart, setField } from '@/plan/plan-edits';

/** How a field changes the plan: the same as long as the panel is there. */
export interface InputsActions {
  /** Set a field, or remove it when undefined. */
  edit: (pointer: string, value: Json | undefined) => void;
  keepUnreadable: (pointer: string, text: string | undefined) => void;
  change: (topic: string, change: (plan: Plan) => Plan) => void;
}

/** What a field needs to know to show itself and to change the plan. */
export interface InputsModel extends InputsActions {
  plan: Plan;
  /** The inputs as the last result used them, by pointer. */
  inputs: ReadonlyMap<string, Input[]>;
  problems: ReadonlyMap<string, FieldProblem[]>;
  /** Pointers of fields whose absence leaves something unevaluated. */
  missing: ReadonlySet<string>;
  /** Typed text that is no number, by pointer of its field. */
  unreadable: ReadonlyMap<string, string>;
  /** Words that the shown fields must contain. */
  words: readonly string[];
}

const Context = createContext<InputsModel | null>(null);
const Actions = createContext<(InputsActions & { planNow: () => Plan }) | null>(null);

/** Two contexts: a field that shows the same after an edit need not be rendered again to make the next one. */
export function InputsProvider({ value, children }: { value: InputsModel; children: ReactNode }) {
  const { plan, edit, keepUnreadable, change } = value;
  const newest = useRef(plan);
  useLayoutEffect(() => {
    newest.current = plan;
  });
  const planNow = useCallback(() => newest.current, []);
  const actions = useMemo(
    () => ({ edit, keepUnreadable, change, planNow }),
    [edit, keepUnreadable, change, planNow],
  );
  return (
    <Context.Provider value={value}>
      <Actions.Provider value={actions}>{children}</Actions.Provider>
    </Context.Provider>
  );
}

/** Fields that change the same fields of other owners along with their own. */
export function InputsAlike({
  root,
  others,
  tails,
  children,
}: {
  root: string;
  /** Roots of the other owners. */
  others: readonly string[];
  tails: readonly string[];
  children: ReactNode;
}) {
  const model = useInputs();
  const { change: changeOne } = model;
  const change = useCallback<InputsActions['change']>(
    (topic, one) => {
      changeOne(topic, (before) => {
        const after = one(before);
        return others
          .flatMap((other) => tails.map((tail) => [root + tail, other + tail] as const))
          .reduce((next, [from, to]) => copyPart(next, after, from, to), after);
      });
    },
    [changeOne, root, others, tails],
  );
  const edit = useCallback<InputsActions['edit']>(
    (pointer, value) => {
      change(pointer, (before) => setField(before, pointer, value));
    },
    [change],
  );
  const alike = useMemo(() => ({ ...model, edit, change }), [model, edit, change]);
  return <InputsProvider value={alike}>{children}</InputsProvider>;
}

/** How the plan is changed, and the plan at the time of asking, for handlers. */
export function useInputsActions() {
  const actions = useContext(Actions);
  if (!actions) throw new Error('Fields live inside the inputs panel.');
  return actions;
}

export function useInputs(): InputsModel {
  const model = useContext(Context);
  if (!model) throw new Error('Fields live inside the inputs panel.');
  return model;
}

/** By what a field is searched for: its label, its name in the document, other names for it. */
export const searchedBy = (spec: FieldSpec) => [spec.label, spec.tail, spec.words];

/** Whether a field is among those searched for. */
export const found = (words: readonly string[], ...texts: (string | undefined)[]) => hasWords(words, texts);
