import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { errorText } from '@/api/client';
import type { OpmModelEntry } from '@/api/types';
import { ConflictDialog } from '@/features/changes/conflict-dialog';
import { Disclosure } from '@/components/disclosure';
import { AsideNotice } from '@/features/changes/aside-work';
import { KeepingNotices } from '@/features/changes/keeping-notices';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Section } from '@/components/section';

import { DeleteModelDialog } from './delete-model-dialog';
import { ModelFields } from './model-fields';
import { previewProblems, problemsByField } from './model-form';
import classes from './model-page.module.css';
import { ModelPreview, usePreview } from './model-preview';
import { PastePanel } from './paste-panel';
import { PointsTable } from './points-table';
import { UseInPlanDialog } from './use-in-plan-dialog';
import { type ModelBase, type ModelEditor, useModelEditor } from './use-model-editor';
import { useModelSaving } from './use-model-saving';

interface Props {
  /** Name under which unsaved work is kept. */
  draftKey: string;
  base: ModelBase;
  onCreated: (entry: OpmModelEntry) => void;
  onDeleted: () => void;
}

/** Own measurements: what they are of, the points, and the curve that follows from them. */
export function ModelPage({ draftKey, base, onCreated, onDeleted }: Props) {
  const editor = useModelEditor(draftKey, base);
  const { form } = editor;
  const preview = usePreview(form);
  const saving = useModelSaving(editor, onCreated);
  const [pasting, setPasting] = useState(base.revision === null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [using, setUsing] = useState<string | null>(null);
  const kept = editor.base.revision !== null;
  const problems = new Map([
    ...previewProblems(form, preview.problems),
    ...problemsByField(form, saving.problems),
  ]);
  const title = form.name || (kept ? form.key : 'New measurements');
  return (
    <>
      <title>{`${title} \u2013 Hostwise`}</title>
      <PageHeader
        title={
          <>
            <h1 className={classes.title}>{title}</h1>
            <span className={classes.state} data-testid="model-state">
              {stateText(editor)}
            </span>
          </>
        }
        actions={
          <Button variant="filled" disabled={!editor.changed} loading={saving.busy} onClick={saving.save}>
            Save
          </Button>
        }
      />
      <main id="content" tabIndex={-1} className={classes.page}>
        <div className={classes.form}>
          <p className={classes.back}>
            <Link to="/evidence">Evidence</Link> <span aria-hidden="true">{'\u203a'}</span>{' '}
            <Link to="/evidence/$part" params={{ part: 'own' }}>
              Own measurements
            </Link>
          </p>
          {saving.error && (
            <Notice
              tone="error"
              title="Not saved."
              actions={
                saving.gone ? (
                  <Button onClick={saving.saveAsNew}>Save as a new model</Button>
                ) : (
                  <Button onClick={saving.dismiss}>Dismiss</Button>
                )
              }
            >
              {errorText(saving.error)}
            </Notice>
          )}
          <KeepingNotices keeping={editor.keeping} what="model" onDiscard={editor.discard} />
          {editor.keeping.aside.length > 0 && (
            <AsideNotice what="model" texts={editor.keeping.aside} onDiscard={editor.keeping.dropAside} />
          )}
          {editor.other && (
            <Notice
              tone="warning"
              title="Changed here and in another tab at once."
              actions={
                <>
                  <Button onClick={() => editor.answer(true)}>Take the other tab's</Button>
                  <Button onClick={() => editor.answer(false)}>Keep this</Button>
                </>
              }
            />
          )}
          {editor.restored && editor.changed && (
            <Notice
              tone="info"
              title="Unsaved changes were kept in this browser."
              actions={<Button onClick={editor.discard}>Discard them</Button>}
            />
          )}
          <Section title="What was measured">
            <ModelFields editor={editor} problems={problems} />
          </Section>
          <Section title="Points" hint="One row for each overcommitment ratio and medium">
            <PointsTable editor={editor} problems={problems} />
            <Disclosure title="Paste rows or read a CSV file" level={3} open={pasting} onToggle={setPasting}>
              <PastePanel editor={editor} />
            </Disclosure>
          </Section>
          {kept && (
            <div className={classes.actions}>
              <Button disabled={editor.changed} onClick={() => setUsing(form.key)}>
                Use in a plan
              </Button>
              <Button onClick={() => setDeleting(form.key)}>Delete</Button>
              {editor.changed && <span className="soft small">Save first to use this version.</span>}
            </div>
          )}
        </div>
        <aside className={classes.aside} aria-label="Preview">
          <ModelPreview preview={preview} />
        </aside>
      </main>
      <ConflictDialog saving={saving} what="model">
        your changes are kept. They are reapplied field by field; the points count as one field.
      </ConflictDialog>
      <DeleteModelDialog model={deleting} onClose={() => setDeleting(null)} onDeleted={onDeleted} />
      <UseInPlanDialog model={using} onClose={() => setUsing(null)} />
    </>
  );
}

function stateText({ base, changed }: ModelEditor): string {
  if (base.revision === null) return 'not saved yet';
  return `revision ${String(base.revision)}${changed ? ' \u00b7 unsaved changes' : ''}`;
}
