import { useCallback, useEffect, useState } from 'react';

import type { OpmMeasure, OpmPoint } from '@/api/types';

import { dropModelDraft, readModelDraft, writeModelDraft } from './model-drafts';
import {
  EMPTY_FORM,
  isBlank,
  keyFrom,
  type ModelForm,
  newRow,
  type PointRow,
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

/** Edits a model, keeping unsaved work under `draftKey` until it is saved or discarded. */
export function useModelEditor(draftKey: string, kept: ModelBase): ModelEditor {
  const [draft] = useState(() => readModelDraft(draftKey));
  const [base, setBase] = useState<ModelBase>(() =>
    draft ? { form: draft.base ?? NEW_MODEL.form, revision: draft.revision } : kept,
  );
  const [form, setForm] = useState(() => withRow(draft?.form ?? kept.form));
  const [restored, setRestored] = useState(draft !== null);
  const changed = !sameForm(form, base.form);

  useEffect(() => {
    if (changed) {
      writeModelDraft(draftKey, {
        form,
        base: base.revision === null ? null : base.form,
        revision: base.revision,
      });
    } else dropModelDraft(draftKey);
  }, [draftKey, changed, form, base]);

  const change = useCallback((patch: Partial<ModelForm>) => {
    setForm((before) => {
      // The key follows the name until it is given a life of its own.
      const follows =
        patch.name !== undefined && patch.key === undefined && before.key === keyFrom(before.name);
      return { ...before, ...patch, ...(follows && { key: keyFrom(patch.name ?? '') }) };
    });
  }, []);
  const rowsChanged = useCallback((how: (rows: PointRow[]) => PointRow[]) => {
    setForm((before) => ({ ...before, points: how(before.points) }));
  }, []);

  return {
    form,
    base,
    changed,
    restored,
    change: (patch) =>
      change(base.revision !== null && patch.name !== undefined ? { ...patch, key: form.key } : patch),
    changeRow: (id, patch) =>
      rowsChanged((rows) => rows.map((row) => (row.id === id ? { ...row, ...patch } : row))),
    addRow: () => rowsChanged((rows) => [...rows, newRow(rows.at(-1)?.medium ?? null)]),
    removeRow: (id) => rowsChanged((rows) => rows.filter((row) => row.id !== id)),
    takePoints: (points, measure, replace) =>
      setForm((before) => ({
        ...before,
        measure,
        points: [...(replace ? [] : before.points.filter((row) => !isBlank(row))), ...points.map(rowOf)],
      })),
    discard: () => {
      setRestored(false);
      setForm(withRow(base.form));
    },
    rebased: (next, mine) => {
      setRestored(false);
      setBase(next);
      setForm(withRow(mine));
    },
  };
}
