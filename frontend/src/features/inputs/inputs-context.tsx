import { createContext, useContext } from 'react';

import type { FieldProblem, Input, Plan } from '@/api/types';
import type { Json } from '@/lib/json';

/** What a field needs to know to show itself and to change the plan. */
export interface InputsModel {
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
  /** Set a field, or remove it when undefined. */
  edit: (pointer: string, value: Json | undefined) => void;
  keepUnreadable: (pointer: string, text: string | undefined) => void;
  change: (topic: string, change: (plan: Plan) => Plan) => void;
}

const Context = createContext<InputsModel | null>(null);

export const InputsProvider = Context.Provider;

export function useInputs(): InputsModel {
  const model = useContext(Context);
  if (!model) throw new Error('Fields live inside the inputs panel.');
  return model;
}

/** Whether a field is among those searched for. */
export function found(words: readonly string[], ...texts: (string | undefined)[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
