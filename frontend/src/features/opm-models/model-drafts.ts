/** Unsaved work on own models, kept in the browser so that a reload loses nothing. */
import type { ModelForm } from './model-form';
import { newRow } from './model-form';

export interface ModelDraft {
  form: ModelForm;
  /** What the work began from; null for a new model. */
  base: ModelForm | null;
  revision: number | null;
}

const PREFIX = 'hostwise.opm-model.';

export function readModelDraft(key: string): ModelDraft | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text === null) return null;
    const draft = JSON.parse(text) as ModelDraft;
    // Row ids are of the page that wrote them.
    const points = draft.form.points.map((row) => ({ ...newRow(), ...row, id: newRow().id }));
    return { ...draft, form: { ...draft.form, points } };
  } catch {
    return null;
  }
}

export function writeModelDraft(key: string, draft: ModelDraft): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // No room or no permission: the work lives on in the page only.
  }
}

export function dropModelDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}
