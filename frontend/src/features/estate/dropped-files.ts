/**
 * What is open on the page of the estate, and what was dropped beside it: held while one goes from page to page, in the
 * memory of this browser only. Nothing of it is replaced without a question.
 */
import { useSyncExternalStore } from 'react';

import type { EstateChoices, EstateReading, FieldProblem, History } from '@/api/types';

/** A history, and the files that it was read from. */
export interface Past {
  files: readonly File[];
  read: History;
}

export interface OpenEstate {
  /** Another one for each estate that is opened; one that others are added to keeps its own. */
  key: number;
  /** As its files say it. */
  reading: EstateReading;
  /** The same with pseudonyms; null while nobody asked for them, or until they are there. */
  nameless: EstateReading | null;
  history: Past | null;
  choices: EstateChoices;
}

/** What a person has to decide before a file is taken. To close the question leaves everything as it was. */
export type Question =
  | { kind: 'columns'; files: readonly File[]; columns: readonly FieldProblem[] }
  | { kind: 'estate'; reading: EstateReading; past: Past | null }
  | { kind: 'history'; past: Past };

/** What became of a file, and the way back. */
export interface Said {
  tone: 'info' | 'error';
  text: string;
  back?: { label: string; run: () => void };
}

export interface Dropped {
  estate: OpenEstate | null;
  /** Whether pseudonyms replace names in all that is shown and made: it stays so until somebody says otherwise. */
  nameless: boolean;
  /** Files that are kept until there is what they belong to. */
  waiting: { past: Past | null; drives: readonly File[]; quote: File | null };
  /** The first one is asked. */
  questions: readonly Question[];
  /** What is being read, in words. */
  busy: string | null;
  said: readonly Said[];
}

export const NOTHING: Dropped = {
  estate: null,
  nameless: false,
  waiting: { past: null, drives: [], quote: null },
  questions: [],
  busy: null,
  said: [],
};

let state = NOTHING;
const listeners = new Set<() => void>();

export const dropped = () => state;

export function change(fields: Partial<Dropped>): void {
  state = { ...state, ...fields };
  for (const each of listeners) each();
}

export const onDropped = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useDropped = () => useSyncExternalStore(onDropped, dropped);

export const say = (...said: readonly Said[]) => change({ said: [...state.said, ...said] });

export const unsay = (gone: Said) => change({ said: state.said.filter((each) => each !== gone) });

export const wait = (fields: Partial<Dropped['waiting']>) =>
  change({ waiting: { ...state.waiting, ...fields } });

export const ask = (question: Question) => change({ questions: [...state.questions, question] });

/** The question is answered, or is none any more. */
export const answered = (gone: Question) =>
  change({ questions: state.questions.filter((each) => each !== gone) });

/** Change the estate that is open, if one is. */
export const changeEstate = (fields: Partial<OpenEstate>) =>
  state.estate && change({ estate: { ...state.estate, ...fields } });

/** What the file dialog offers; what a file is, its content says. */
export const KINDS = '.xlsx,.xlsm,.xls,.xlsb,.ods,.csv,.tsv,.txt,.zip,.json,.yaml,.yml,.xml';

const NAMELESS = 'Estate without names';

/** What an estate is called. */
export function estateName({ inventory: { sources }, names }: EstateReading): string {
  if (names) return NAMELESS;
  const files = [...new Set(sources.map((each) => each.file))];
  return files.length > 2
    ? `${files[0] ?? ''} and ${String(files.length - 1)} more`
    : files.join(' and ') || 'estate';
}

/** Letters of the name of a plan. */
const MOST_NAME = 200;

/** The choices that an estate begins with. */
export function firstChoices(reading: EstateReading): EstateChoices {
  const name = estateName(reading);
  return { name: (name.replace(/\.[a-z]+$/i, '') || name).slice(0, MOST_NAME) };
}
