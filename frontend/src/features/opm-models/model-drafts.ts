/** Unsaved work on own models, kept in the browser so that a reload loses nothing. */
import { isObject, type Json } from '@/lib/json';
import { jsonIn, keepText } from '@/lib/storage';

import { EMPTY_FORM, type ModelForm, newRow } from './model-form';

export interface ModelDraft {
  form: ModelForm;
  /** What the work began from; null for a new model. */
  base: ModelForm | null;
  revision: number | null;
  /** The form with what another tab has where both changed the same, until somebody chooses. */
  other?: ModelForm | null;
}

const PREFIX = 'hostwise.opm-model.';

/** The name under which the browser's storage has it. */
export function modelDraftName(key: string): string {
  return PREFIX + key;
}

/** The work in a text; null where there is none, or none that this version can open. */
export function modelDraftIn(text: string | null): ModelDraft | null {
  const draft = jsonIn(text);
  if (!isObject(draft) || !isForm(draft.form)) return null;
  const { form, base = null, revision = null, other } = draft;
  if ((base !== null && !isForm(base)) || (revision !== null && typeof revision !== 'number')) return null;
  return {
    form: withOwnRows(form),
    base: base === null ? null : withOwnRows(base),
    revision,
    other: isForm(other) ? withOwnRows(other) : null,
  };
}

function isForm(form: Json | undefined): boolean {
  return (
    isObject(form) &&
    Object.entries(EMPTY_FORM).every(
      ([field, empty]) => typeof empty !== 'string' || typeof form[field] === 'string',
    ) &&
    Array.isArray(form.points) &&
    form.points.every((row) => isObject(row) && typeof (row.note ?? '') === 'string')
  );
}

/** Row ids are of the page that wrote them. */
function withOwnRows(form: Json | undefined): ModelForm {
  const read = form as unknown as ModelForm;
  return { ...read, points: read.points.map((row) => ({ ...newRow(), ...row, id: newRow().id })) };
}

export function dropModelDraft(key: string): void {
  keepText(modelDraftName(key), null);
}
