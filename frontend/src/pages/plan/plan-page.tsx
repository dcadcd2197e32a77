import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';

import { CACHE_COMPUTED } from '@/api/caching';
import { questionQuery } from '@/api/questions';
import { planQuery } from '@/api/plans';
import type { Remedy, SavedPlan } from '@/api/types';
import { useCommands } from '@/components/commands';
import { ConflictDialog } from '@/features/changes/conflict-dialog';
import { InputsIcon } from '@/components/icons';
import { LazyBoundary } from '@/components/lazy-boundary';
import { PageHeader } from '@/components/page-header';
import { type Picking, PlanActionsProvider } from '@/plan/plan-actions';
import { SidePanel } from '@/components/side-panel';
import { effectsQuery, explanationQuery } from '@/features/explain/queries';
import { NoteDrawer } from '@/features/explain/note-drawer';
import { formatNote, formatWhy, parseNote, parseWhy, type Why } from '@/plan/why';
import { WhyDrawer } from '@/features/explain/why-drawer';
import { useDropped, wait } from '@/features/estate/dropped-files';
import { fieldLabel } from '@/features/inputs/labels';
import { namedInputs } from '@/features/inputs/named-inputs';
import { shownPointers } from '@/features/inputs/shown-pointers';
import { useFieldText } from '@/features/inputs/use-field-text';
import { useOpenSections } from '@/features/inputs/use-open-sections';
import { useScenarios } from '@/features/scenarios/use-scenarios';
import { formatAgo } from '@/lib/format';
import { equal } from '@/lib/json';
import { diffPlans } from '@/plan/plan-diff';
import { isWithin } from '@/plan/json-pointer';
import { addressOfKey } from '@/plan/held-against';
import { knownReference } from '@/plan/known-reference';
import type { Base } from '@/plan/plan-editor';
import { withRemedy, editField } from '@/plan/plan-edits';
import { usePlanEditor } from '@/plan/use-plan-editor';

import { Announcer } from './announcer';
import { PlanActionsBar } from './plan-actions-bar';
import type { PlanAddress } from './plan-address';
import layout from './plan-layout.module.css';
import { PlanLife } from './plan-life';
import classes from './plan-page.module.css';
import { PlanRevisions } from './plan-revisions';
import { PlanTitle } from './plan-title';
import { ResultsColumn } from './results-column';
import { usePrefetchEvaluation, useEvaluation } from './use-evaluation';
import { useFocusField } from './use-focus-field';
import { type Following, useSaving } from './use-saving';
import { useShortcuts } from './use-shortcuts';
import { useUnreadable } from './use-unreadable';
import { WhatIfBar } from './what-if-bar';

/** What the answer can do without at first. */
const InputsPanel = lazy(async () => ({
  default: (await import('@/features/inputs/inputs-panel')).InputsPanel,
}));
const DroppedQuote = lazy(async () => ({
  default: (await import('@/features/prices/dropped-quote')).DroppedQuote,
}));
const PickerDialog = lazy(async () => ({
  default: (await import('@/features/catalogue/picker-dialog')).PickerDialog,
}));
const Prices = lazy(async () => ({ default: (await import('@/features/prices/prices')).Prices }));

export interface PlanPageProps {
  /** Name under which unsaved work is kept. */
  draftKey: string;
  base: Base;
  /** Null while the plan was never saved. */
  id: string | null;
  savedAt: string | null;
  why: string | undefined;
  reference: string | undefined;
  view: PlanAddress;
  onView: (view: PlanAddress, replace?: boolean) => void;
  onWhy: (why: string | undefined) => void;
  onReference: (key: string) => void;
  onCreated: (saved: SavedPlan) => void;
  /** Go to another plan: a copy of this one. */
  onDuplicated: (id: string) => void;
}

const SKIPS = [{ href: '#inputs', label: 'Skip to inputs' }];

/** Inputs beside the result, which follows every change. */
export function PlanPage(props: PlanPageProps) {
  const { id, onView, onWhy } = props;
  const whole = props.view.view === 'cost';
  const prefetchEvaluation = usePrefetchEvaluation(props.reference, whole);
  const editor = usePlanEditor(props.draftKey, props.base, prefetchEvaluation);
  const { plan, edit } = editor;
  const newest = props.base;
  const { changed, rebased } = editor;
  const behind = newest.revision !== null && newest.revision > (editor.base.revision ?? 0);
  useEffect(() => {
    // Saved elsewhere, and nothing of ours to lose: simply go along.
    if (behind && (!changed || equal(plan, newest.plan))) rebased(newest, newest.plan, null);
  }, [behind, changed, plan, rebased, newest]);
  const { elsewhere } = editor.keeping;
  const queries = useQueryClient();
  useEffect(() => {
    // Whether it was saved there, only the server knows.
    if (elsewhere === 'dropped' && id !== null)
      void queries.invalidateQueries({ queryKey: planQuery(id).queryKey });
  }, [elsewhere, id, queries]);
  const reference = knownReference(plan, props.reference);
  const typed = useUnreadable(props.draftKey, editor);
  const saving = useSaving(id, editor, props.onCreated, props.onDuplicated);
  const changes = useMemo(() => diffPlans(editor.base.plan, plan), [editor.base.plan, plan]);
  const wide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false });
  const [drawer, setDrawer] = useState(false);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const sections = useOpenSections(['leading', 'workload', 'policy', 'configurations']);
  const { reveal, isOpen } = sections;
  const { before } = editor;
  // Those of the last step, too, which need not be among what differs from the saved plan.
  const pointers = useMemo(
    () => [...changes, ...(before ? diffPlans(before, plan) : [])].map((each) => each.pointer),
    [changes, before, plan],
  );
  const [searches, setSearches] = useState(false);
  // Of the plan as it was opened or saved: an edit moves no input to another place.
  const [asksWhatMoves, setAsksWhatMoves] = useState(false);
  const moving = useQuery({
    ...questionQuery('sensitivities', editor.base.plan),
    ...CACHE_COMPUTED,
    enabled: (wide || drawer) && asksWhatMoves,
  });
  // Fields, the burst's thresholds and changes say where values come from.
  const all = searches || props.view.view === 'burst';
  const waitsForWhatMoves = (wide || drawer) && moving.isPending;
  const origins = useMemo(() => {
    if (all) return null;
    // What matters most is among the fields: asked at once for all of them, and not again when it is known.
    if (waitsForWhatMoves) return [];
    const shown = wide || drawer ? shownPointers(plan, isOpen, moving.data) : [];
    return [...shown, ...pointers.filter((each) => !shown.some((one) => isWithin(each, one)))];
  }, [all, waitsForWhatMoves, wide, drawer, plan, isOpen, moving.data, pointers]);
  const evaluation = useEvaluation(plan, props.reference, { whole, origins });
  if (!asksWhatMoves && evaluation.result !== undefined) setAsksWhatMoves(true);
  const why = parseWhy(props.why);
  const scenarios = useScenarios(props.draftKey, id);
  const { quote } = useDropped().waiting;
  const [picking, setPicking] = useState<Picking>();
  const navigate = useNavigate();
  const { draftKey } = props;
  const audit = useCallback(
    () => void navigate({ to: '/quote-audit', search: addressOfKey(draftKey) }),
    [navigate, draftKey],
  );

  const show = useCallback(
    (pointer: string) => {
      if (!wide) setDrawer(true);
      // It ends a search.
      setSearches(false);
      reveal(pointer);
    },
    [wide, reveal],
  );
  const focusField = useFocusField(show);
  const textOf = useFieldText(plan, pointers);
  const actions = useMemo(
    () => ({
      explain: (configuration: string, quantity: string, failedHosts = 0) =>
        onWhy(formatWhy({ configuration, failedHosts, path: [quantity] })),
      explainNote: (key: string) => onWhy(formatNote(key)),
      focusField,
      apply: (remedy: Remedy) => edit(remedy.label, (current) => withRemedy(current, remedy)),
      pick: setPicking,
      search: (varied: string) => onView({ view: 'search', varied }),
      labelOf: (pointer: string, ownerKnown?: boolean) => fieldLabel(plan, pointer, ownerKnown),
      textOf,
    }),
    [onWhy, onView, focusField, edit, plan, textOf],
  );

  const unsaved = editor.base.revision === null;
  const { entries: unreadable, refuse } = typed;
  const canSave = editor.changed || unsaved || unreadable.length > 0;
  const saveFor = (following?: Following) => {
    const [first] = unreadable;
    if (first) {
      following?.failed();
      refuse();
      focusField(first.pointer);
    } else saving.save(following);
  };
  const save = () => saveFor();
  const discard = () => {
    typed.drop();
    editor.discard();
  };
  useShortcuts({
    // Pressed right after the last key it is about what is not rendered yet, too.
    save: () => {
      if (canSave || !equal(editor.settle(), editor.base.plan)) save();
    },
    undo: editor.undo,
    redo: editor.redo,
  });
  useCommands(() => [
    ...(canSave
      ? [{ id: 'save', kind: 'action', label: 'Save', shortcut: 'Ctrl S', run: save } as const]
      : []),
    ...(editor.canUndo
      ? [{ id: 'undo', kind: 'action', label: 'Undo', shortcut: 'Ctrl Z', run: editor.undo } as const]
      : []),
    ...(editor.canRedo
      ? [{ id: 'redo', kind: 'action', label: 'Redo', shortcut: 'Ctrl Shift Z', run: editor.redo } as const]
      : []),
    {
      id: 'quote audit',
      kind: 'action',
      label: 'Audit a vendor\u2019s proposal',
      of: 'Against this plan',
      words: 'quote offer compare tco',
      run: audit,
    } as const,
    ...namedInputs(plan).map(
      ({ pointer, label, of }) =>
        ({ id: pointer, kind: 'input', label, of, run: () => focusField(pointer) }) as const,
    ),
  ]);

  // What is said beside and above the fields follows once all else is painted.
  const followed = useDeferredValue(evaluation.origins.data);
  const sensitivity = useDeferredValue(moving.data ?? (moving.isError ? null : undefined));
  const prices = useMemo(
    () => (
      <LazyBoundary>
        <Prices plan={plan} problems={evaluation.problems} onAudit={audit} onChange={edit} />
      </LazyBoundary>
    ),
    [plan, evaluation.problems, audit, edit],
  );
  const inputs = (
    <LazyBoundary>
      <InputsPanel
        plan={plan}
        origins={followed}
        missing={evaluation.result?.missing}
        problems={evaluation.problems}
        unreadable={unreadable}
        sensitivity={sensitivity}
        sections={sections}
        prices={prices}
        onSearch={setSearches}
        onUnreadable={typed.keep}
        onChange={edit}
      />
    </LazyBoundary>
  );

  return (
    <PlanActionsProvider value={actions} name={plan.name}>
      <title>{`${plan.name} \u2013 Hostwise`}</title>
      <PageHeader
        skips={wide ? SKIPS : undefined}
        title={
          <>
            <PlanTitle
              name={plan.name}
              state={stateText(editor.base.revision, changes.length, props.savedAt)}
              onRename={(name) => edit('/name', (before) => editField(before, '/name', name))}
            />
            {!wide && (
              <Button
                className={classes.openInputs}
                leftSection={<InputsIcon />}
                onClick={() => setDrawer(true)}
              >
                Inputs
              </Button>
            )}
          </>
        }
        actions={
          <PlanActionsBar
            editor={editor}
            id={id}
            reference={reference}
            scenarios={scenarios.list}
            busy={saving.busy}
            life={
              id !== null && (
                <PlanLife
                  changed={editor.changed}
                  saving={saving}
                  onRevisions={() => props.onView({ revisions: true })}
                />
              )
            }
            onSave={saveFor}
          />
        }
      />
      <div className={layout.page}>
        <main id="content" tabIndex={-1} className={layout.results}>
          <ResultsColumn
            id={id}
            editor={editor}
            evaluation={evaluation}
            reference={reference}
            scenarios={scenarios}
            saving={saving}
            unreadable={typed}
            newestRevision={behind ? newest.revision : null}
            address={props.view}
            onView={props.onView}
            onReference={props.onReference}
            onDiscard={discard}
          />
        </main>
        {wide && (
          <aside id="inputs" tabIndex={-1} className={layout.inputs} aria-label="Inputs">
            <h2 className={classes.inputsHeading}>Inputs</h2>
            {inputs}
          </aside>
        )}
      </div>
      <WhatIfBar
        editor={editor}
        evaluation={evaluation}
        changes={changes}
        scenarios={scenarios}
        save={canSave ? save : null}
        busy={saving.busy}
        into={!wide && drawer ? foot : null}
        onDiscard={discard}
      />
      {!wide && (
        <SidePanel opened={drawer} onClose={() => setDrawer(false)} title="Inputs" side="left" size={420}>
          {inputs}
          <div ref={setFoot} className={classes.foot} />
        </SidePanel>
      )}
      <WhyDrawer
        plan={plan}
        why={why}
        ask={({ configuration, failedHosts, path }) =>
          explanationQuery(plan, configuration, path[0] ?? '', failedHosts, reference)
        }
        askEffects={({ configuration, failedHosts }, quantity) =>
          effectsQuery(plan, configuration, quantity, failedHosts, reference)
        }
        currency={evaluation.result?.currency ?? plan.economics?.currency ?? ''}
        link={!leadsHere(props) ? 'none' : editor.changed ? 'saved' : 'exact'}
        onMove={(next: Why) => onWhy(formatWhy(next))}
        onClose={() => onWhy(undefined)}
        onChangeInput={(pointer) => {
          onWhy(undefined);
          focusField(pointer);
        }}
      />
      {id !== null && newest.revision !== null && (
        <PlanRevisions
          id={id}
          newest={newest.revision}
          editor={editor}
          opened={props.view.revisions === true}
          onClose={() => props.onView({ revisions: undefined })}
        />
      )}
      <NoteDrawer
        plan={plan}
        note={parseNote(props.why)}
        decision={evaluation.result?.decision ?? undefined}
        reference={reference}
        onClose={() => onWhy(undefined)}
      />
      {picking && (
        <LazyBoundary over>
          <PickerDialog
            plan={plan}
            picking={picking}
            label={fieldLabel(plan, picking.pointer)}
            // Rows are tried in candidates, not in what is measured today.
            tried={!picking.pointer.startsWith('/workload/')}
            onClose={() => setPicking(undefined)}
          />
        </LazyBoundary>
      )}
      {quote && (
        <LazyBoundary over>
          <DroppedQuote
            file={quote}
            plan={plan}
            onClose={() => wait({ quote: null })}
            onAudit={audit}
            onChange={edit}
          />
        </LazyBoundary>
      )}
      <ConflictDialog saving={saving} what="plan">
        your changes are still here and in this browser.
      </ConflictDialog>
      <Announcer result={evaluation.stale ? undefined : evaluation.result} />
    </PlanActionsProvider>
  );
}

/** Whether the address leads others here: not to what was only begun or imported in this browser. */
function leadsHere({ id, draftKey }: PlanPageProps): boolean {
  return id !== null || draftKey.startsWith('sample.');
}

function stateText(revision: number | null, changes: number, savedAt: string | null): string {
  const what = changes === 0 ? '' : changes === 1 ? '1 unsaved change' : `${String(changes)} unsaved changes`;
  if (revision === null) return what || 'not saved yet';
  const saved = savedAt === null ? '' : `saved ${formatAgo(savedAt, Date.now())}`;
  return [`revision ${String(revision)}`, what || saved].filter(Boolean).join(' \u00b7 ');
}
