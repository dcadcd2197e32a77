import { useCallback, useRef, useState } from 'react';

import type { OpmMeasure, OpmPoint } from '@/api/types';
import { type Keeping, openDraft, useDraftStorage } from '@/lib/use-draft-storage';

import { type ModelDraft, modelDraftIn, modelDraftName } from './model-drafts';
import {
  EMPTY_FORM,
  isBlank,
  keyFrom,
  type ModelForm,
  newRow,
  type PointRow,
  rebaseForm,
  rowOf,
  sameForm,
} from './model-form';

/** A model as it is kept: what changes are counted from. */
export interface ModelBase {
  form: ModelForm;
  /** Null while the model was never saved. */
  revision: number | null;
}

export interface ModelEditor {
  form: ModelForm;
  base: ModelBase;
  changed: boolean;
  /** Whether unsaved work was found on opening. */
  restored: boolean;
  keeping: Keeping;
  /** The form with what another tab has where both changed the same. */
  other: ModelForm | null;
  /** Say which of the two holds. */
  answer: (takeOther: boolean) => void;
  /** The form with every edit, also those that are not rendered yet. */
  now: () => ModelForm;
  change: (patch: Partial<ModelForm>) => void;
  changeRow: (id: number, patch: Partial<PointRow>) => void;
  addRow: () => void;
  removeRow: (id: number) => void;
  /** Take points that were read from a text, instead of those there are or beside them. */
  takePoints: (points: readonly OpmPoint[], measure: OpmMeasure, replace: boolean) => void;
  discard: () => void;
  rebased: (base: ModelBase, form: ModelForm) => void;
}

export const NEW_MODEL: ModelBase = { form: { ...EMPTY_FORM, points: [] }, revision: null };

const withRow = (form: ModelForm): ModelForm =>
  form.points.length > 0 ? form : { ...form, points: [newRow()] };

interface State {
  base: ModelBase;
  form: ModelForm;
  other: ModelForm | null;
}

/** Edits a model, keeping unsaved work under `draftKey` until it is saved or discarded. Tabs go along with each other. */
export function useModelEditor(draftKey: string, kept: ModelBase): ModelEditor {
  const name = modelDraftName(draftKey);
  const [{ draft, text: opened }] = useState(() => openDraft(name, modelDraftIn));
  const [restored, setRestored] = useState(draft !== null);
  const [state, setState] = useState<State>(() => ({
    base: draft ? { form: draft.base ?? NEW_MODEL.form, revision: draft.revision } : kept,
    form: withRow(draft?.form ?? kept.form),
    other: draft?.other ?? null,
  }));
  // What is typed last is kept also if it is not rendered any more.
  const newest = useRef(state);
  const reduce = useCallback((change: (now: State) => State) => {
    newest.current = change(newest.current);
    setState(newest.current);
  }, []);

  const textNow = useCallback(() => {
    const { base, form, other } = newest.current;
    if (sameForm(form, base.form)) return null;
    const { revision } = base;
    const draft: ModelDraft = { form, base: revision === null ? null : base.form, revision, other };
    return JSON.stringify(draft);
  }, []);
  const join = useCallback(
    (theirs: ModelDraft, before: ModelDraft | null) => {
      const now = newest.current;
      const from = before?.form ?? now.base.form;
      const form = rebaseForm(from, now.form, theirs.form);
      const otherForm = rebaseForm(from, theirs.form, now.form);
      const newer = (theirs.revision ?? 0) >= (now.base.revision ?? 0);
      const base = newer ? { form: theirs.base ?? NEW_MODEL.form, revision: theirs.revision } : now.base;
      reduce(() => ({
        base,
        form: withRow(form),
        other: sameForm(form, otherForm) ? (theirs.other ?? null) : otherForm,
      }));
      return { changed: !sameForm(form, now.form), differs: !sameForm(form, theirs.form) };
    },
    [reduce],
  );
  const { edited, flush, keeping } = useDraftStorage(name, opened, { textNow, read: modelDraftIn, join });
  const edit = useCallback(
    (change: (now: State) => State) => {
      reduce(change);
      edited();
    },
    [reduce, edited],
  );
  const onForm = useCallback(
    (change: (form: ModelForm) => ModelForm) => edit((now) => ({ ...now, form: change(now.form) })),
    [edit],
  );
  /** What ends unsaved work is kept at once: the page may be left with it. */
  const end = (change: (now: State) => State) => {
    setRestored(false);
    edit(change);
    flush();
  };
  const { base, form, other } = state;
  const onRows = (change: (rows: PointRow[]) => PointRow[]) =>
    onForm((before) => ({ ...before, points: change(before.points) }));

  return {
    form,
    base,
    changed: !sameForm(form, base.form),
    restored,
    keeping,
    other,
    answer: (takeOther) =>
      edit((now) => ({ ...now, form: takeOther && now.other ? withRow(now.other) : now.form, other: null })),
    now: () => newest.current.form,
    change: (patch) =>
      onForm((before) => {
        // The key follows the name until it is given a life of its own, or is that of a model that is kept.
        const follows =
          base.revision === null &&
          patch.name !== undefined &&
          patch.key === undefined &&
          before.key === keyFrom(before.name);
        return { ...before, ...patch, ...(follows && { key: keyFrom(patch.name ?? '') }) };
      }),
    changeRow: (id, patch) =>
      onRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...patch } : row))),
    addRow: () => onRows((rows) => [...rows, newRow(rows.at(-1)?.medium ?? null)]),
    removeRow: (id) => onRows((rows) => rows.filter((row) => row.id !== id)),
    takePoints: (points, measure, replace) =>
      onForm((before) => ({
        ...before,
        measure,
        points: [...(replace ? [] : before.points.filter((row) => !isBlank(row))), ...points.map(rowOf)],
      })),
    discard: () => end((now) => ({ ...now, form: withRow(now.base.form), other: null })),
    rebased: (next, mine) => end((now) => ({ ...now, base: next, form: withRow(mine) })),
  };
}
