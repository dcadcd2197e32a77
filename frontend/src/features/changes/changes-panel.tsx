import { Button } from '@mantine/core';
import { useId, useState } from 'react';

import { FORMS } from '@/api/generated/forms.gen';
import type { Result } from '@/api/types';
import { Marker } from '@/components/marker';
import { usePlanActions, usePlanWords } from '@/components/plan-actions';
import type { Change } from '@/lib/plan-diff';
import { usedInputs } from '@/lib/stand-ins';

import classes from './changes-panel.module.css';
import { headlineChanges } from './headline-changes';

interface Props {
  changes: readonly Change[];
  /** Result of what is saved, and of what is on screen. */
  saved: Result | undefined;
  current: Result | undefined;
  /** When the unsaved work that was found on opening was made, in words; null if there was none. */
  keptFrom: string | null;
  onRevert: (change: Change) => void;
  onDiscard: () => void;
}

/** What differs from the saved plan: fields, and the headline numbers that moved. */
export function ChangesPanel({ changes, saved, current, keptFrom, onRevert, onDiscard }: Props) {
  const [open, setOpen] = useState(true);
  const id = useId();
  const headlines = saved && current ? headlineChanges(saved, current) : [];
  return (
    <section className={classes.panel} aria-label="Changes since saved">
      <div className={classes.bar}>
        <button
          type="button"
          className="link-button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {changes.length === 1 ? '1 change' : `${String(changes.length)} changes`} since saved
        </button>
        {keptFrom !== null && <span className="soft small">kept from {keptFrom}</span>}
        <span className={classes.spacer} />
        <Button size="compact-sm" onClick={onDiscard}>
          Discard all
        </Button>
      </div>
      {headlines.length > 0 && (
        <ul className={classes.headlines}>
          {headlines.map((each) => (
            <li key={each.configuration}>
              <Marker index={each.place} size={10} /> <span className="soft">{each.name}: </span>
              {each.moves.map((move, index) => (
                <span key={move.quantity}>
                  {index > 0 && ', '}
                  <span className={classes.before}>{move.before}</span>
                  <Arrow />
                  <strong>{move.after}</strong> {move.unit}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      <div id={id} hidden={!open}>
        {open && (
          <ul className={classes.list}>
            {changes.map((change) => (
              <ChangeItem
                key={`${change.kind}${change.pointer}`}
                change={change}
                saved={saved}
                current={current}
                onRevert={onRevert}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Arrow() {
  return (
    <>
      <span aria-hidden="true"> {'\u2192'} </span>
      <span className={classes.hidden}> is now </span>
    </>
  );
}

/** What an element of the plan is that was added or removed as a whole. */
function kindOf(pointer: string): string {
  if (pointer.startsWith('/configurations')) return 'Configuration';
  return pointer.startsWith('/opm_models') ? 'Own operations model' : 'VM group';
}

interface ItemProps extends Pick<Props, 'saved' | 'current' | 'onRevert'> {
  change: Change;
}

/** The value that stood in for an absent field, marked as not entered. */
function standIn(result: Result | undefined, pointer: string) {
  const inputs = result ? usedInputs(result, FORMS.configuration) : [];
  return inputs.find((each) => each.pointer === pointer && each.value !== null);
}

function ChangeItem({ change, saved, current, onRevert }: ItemProps) {
  const { focusField } = usePlanActions();
  const { labelOf, textOf } = usePlanWords();
  const text = (value: unknown) => textOf(change.pointer, value);
  const sides = (exact: boolean) => [
    textOf(change.pointer, change.before, { exact, used: standIn(saved, change.beforePointer) }),
    textOf(change.pointer, change.after, { exact, used: standIn(current, change.pointer) }),
  ];
  const [before, after] = new Set(sides(false)).size > 1 ? sides(false) : sides(true);
  const label = change.kind === 'changed' ? labelOf(change.pointer) : kindOf(change.pointer);
  const name = change.kind === 'changed' ? label : `${label} ${text(change.before ?? change.after)}`;
  return (
    <li className={classes.item}>
      {change.kind === 'removed' ? (
        <span>{label}</span>
      ) : (
        <button type="button" className="link-button" onClick={() => focusField(change.pointer)}>
          {label}
        </button>
      )}
      <span className={classes.values}>
        {change.kind === 'added' && <>added {text(change.after)}</>}
        {change.kind === 'removed' && <>removed {text(change.before)}</>}
        {change.kind === 'changed' && (
          <>
            <span className={classes.before}>{before}</span>
            <Arrow />
            {after}
          </>
        )}
      </span>
      <button
        type="button"
        className="link-button"
        aria-label={`Revert ${name}`}
        onClick={() => onRevert(change)}
      >
        revert
      </button>
    </li>
  );
}
