import { useMutation, useQueryClient } from '@tanstack/react-query';

import { ApiError } from '@/api/client';
import { evidenceQuery, opmCurveQuery, opmModelQuery, opmModelsQuery } from '@/api/evidence';
import type { FieldProblem, OpmModel, OpmModelEntry } from '@/api/types';

import { formOf, modelOf, rebaseForm } from './model-form';
import { createOwnModel, saveOwnModel } from './queries';
import type { ModelEditor } from './use-model-editor';

export interface ModelSaving {
  save: () => void;
  /** Keep mine under a key of its own. */
  saveAsNew: () => void;
  /** Load the newest revision and make the unsaved changes again on top of it. */
  reapply: () => void;
  busy: boolean;
  error: Error | null;
  problems: readonly FieldProblem[];
  /** Whether someone saved in between: nothing was overwritten, and a choice is due. */
  conflict: boolean;
  /** Whether the model was deleted meanwhile: it can be kept as a new one. */
  gone: boolean;
  dismiss: () => void;
}

const MOST_TRIES = 20;
const NONE: FieldProblem[] = [];

/** Keep a model under its own key or, where that is taken, under the next free one. */
async function createUnderFreeKey(model: OpmModel): Promise<OpmModelEntry> {
  const stem = model.key.slice(0, 76);
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? model.key : `${stem}-${number}`;
    try {
      return await createOwnModel({ ...model, key });
    } catch (error) {
      const taken = error instanceof ApiError && error.problem.code === 'key_taken';
      if (!taken || number === MOST_TRIES) throw error;
    }
  }
}

/** Saves a model as a new revision, or as a new model where there is none yet. */
export function useModelSaving(editor: ModelEditor, onCreated: (entry: OpmModelEntry) => void): ModelSaving {
  const client = useQueryClient();
  const { base, form } = editor;

  const kept = async (entry: OpmModelEntry) => {
    client.setQueryData(opmModelQuery(entry.key).queryKey, entry);
    client.removeQueries({ queryKey: opmCurveQuery(entry.key).queryKey });
    void client.invalidateQueries({ queryKey: opmModelsQuery.queryKey, exact: true });
    await client.invalidateQueries({ queryKey: evidenceQuery.queryKey });
  };

  const save = useMutation({
    mutationFn: async ({ model, revision }: { model: OpmModel; revision: number | null }) =>
      revision === null ? await createOwnModel(model) : await saveOwnModel(revision, model),
    onSuccess: (entry, { model, revision }) => {
      void kept(entry);
      const saved = formOf(entry.document ?? model);
      // What was edited meanwhile stays unsaved.
      const edited = rebaseForm(formOf(model), editor.now(), saved);
      editor.rebased({ form: saved, revision: entry.revision ?? null }, edited);
      if (revision === null) onCreated(entry);
    },
  });
  const copy = useMutation({
    mutationFn: createUnderFreeKey,
    onSuccess: (entry) => {
      void kept(entry);
      editor.discard();
      onCreated(entry);
    },
  });
  const reapply = useMutation({
    mutationFn: () => client.query({ ...opmModelQuery(form.key), staleTime: 0 }),
    onSuccess: ({ document, revision }) => {
      if (!document) return;
      const newest = formOf(document);
      editor.rebased(
        { form: newest, revision: revision ?? null },
        rebaseForm(base.form, editor.now(), newest),
      );
      save.reset();
    },
  });

  const status = save.error instanceof ApiError ? save.error.status : 0;
  return {
    save: () => save.mutate({ model: modelOf(editor.now()), revision: base.revision }),
    saveAsNew: () => copy.mutate(modelOf(editor.now())),
    reapply: () => reapply.mutate(),
    busy: save.isPending || copy.isPending || reapply.isPending,
    error: copy.error ?? reapply.error ?? (status === 412 ? null : save.error),
    problems: save.error instanceof ApiError ? save.error.fields : NONE,
    conflict: status === 412,
    gone: status === 404,
    dismiss: () => {
      save.reset();
      copy.reset();
      reapply.reset();
    },
  };
}
