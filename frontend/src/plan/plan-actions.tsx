import { createContext, type ReactNode, useContext, useMemo } from 'react';

import type { CatalogueCell, Input, Remedy } from '@/api/types';

/** The value of a field as text; of an absent field, that of the input that stood in for it. */
export type TextOf = (
  pointer: string,
  value: unknown,
  options?: { /** All digits, where fewer hide a difference. */ exact?: boolean; used?: Input },
) => string;

/** A field that picks a row of the catalogue. */
export interface Picking {
  pointer: string;
  /** The kind of the catalogue. */
  kind: string;
  /** The row that is picked. */
  value: string | undefined;
  /** The price that the plan has for it, in words and as a number. */
  price?: CatalogueCell | undefined;
  /** Whether it may be left empty. */
  clearable: boolean;
  /** Pick another row, or none. */
  choose: (key: string | undefined) => void;
}

/** Actions for any part of the plan page. */
export interface PlanActions {
  /** Open the explanation of a number, of the case with so many hosts down. */
  explain: (configuration: string, quantity: string, failedHosts?: number) => void;
  /** Open a note of the decision card. */
  explainNote?: (key: string) => void;
  /** Bring a field of the plan into view and put the cursor there. */
  focusField: (pointer: string) => void;
  /** Make the changes of a remedy. */
  apply?: (remedy: Remedy) => void;
  /** Let a row of the catalogue be picked from its table. */
  pick?: (picking: Picking) => void;
  /** Search for better ones in place of a configuration. */
  search?: (configuration: string) => void;
  /** Whether the plan is read-only, without fields to go to. */
  readOnly?: boolean;
  /** The token of the shared link in view; it gives access to what the link names, and to nothing else. */
  sharedBy?: string;
}

/** Labels and texts of the plan's fields; they change with the plan. */
export interface PlanWords {
  /** The label of a field, with its configuration or group unless the place already says that. */
  labelOf: (pointer: string, ownerKnown?: boolean) => string;
  /** The value of a field as text, with its unit. */
  textOf: TextOf;
}

const Actions = createContext<PlanActions>({ explain: () => undefined, focusField: () => undefined });
const Words = createContext<PlanWords>({
  labelOf: (pointer) => pointer,
  textOf: (_, value) => String(value),
});
/** The name of the plan; none where a page is of no plan. */
const Name = createContext<string | undefined>(undefined);

interface Props {
  value: PlanActions & PlanWords;
  /** What the plan is called; as around it where nothing is given. */
  name?: string;
  children: ReactNode;
}

/** Several contexts: an edit changes the words, but components that only use actions need not render again. */
export function PlanActionsProvider({ value, name, children }: Props) {
  const around = useContext(Name);
  const { explain, explainNote, focusField, apply, pick, search, readOnly, sharedBy, labelOf, textOf } =
    value;
  const actions = useMemo(
    () => ({ explain, explainNote, focusField, apply, pick, search, readOnly, sharedBy }),
    [explain, explainNote, focusField, apply, pick, search, readOnly, sharedBy],
  );
  const words = useMemo(() => ({ labelOf, textOf }), [labelOf, textOf]);
  return (
    <Actions.Provider value={actions}>
      <Words.Provider value={words}>
        <Name.Provider value={name ?? around}>{children}</Name.Provider>
      </Words.Provider>
    </Actions.Provider>
  );
}

const noField = () => undefined;

/** Numbers open their explanations, where no fields of a plan stand beside them. */
export function ExplainProvider({
  explain,
  children,
}: Pick<PlanActions, 'explain'> & { children: ReactNode }) {
  const actions = useMemo(() => ({ explain, focusField: noField }), [explain]);
  return <Actions.Provider value={actions}>{children}</Actions.Provider>;
}

export function usePlanActions(): PlanActions {
  return useContext(Actions);
}

export function usePlanWords(): PlanWords {
  return useContext(Words);
}

export function usePlanName(): string | undefined {
  return useContext(Name);
}
