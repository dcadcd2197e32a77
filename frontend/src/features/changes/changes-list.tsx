import { Button } from '@mantine/core';

import type { Decision } from '@/api/types';
import { changeWords } from './change-words';
import { Marker } from '@/components/marker';
import { NowArrow } from '@/components/now-arrow';
import { usePlanActions, usePlanWords } from '@/plan/plan-actions';
import type { Change } from '@/plan/plan-diff';
import type { ProvenanceOf } from '@/plan/stand-ins';

import classes from './changes-list.module.css';
import { headlineChanges } from './headline-changes';

interface Props {
  changes: readonly Change[];
  /** The decision on what is saved, and on what is on screen. */
  saved: Decision | undefined;
  current: Decision | undefined;
  /** Where the values of both come from. */
  earlier: ProvenanceOf | undefined;
  now: ProvenanceOf | undefined;
  /** When the unsaved work that was found on opening was made, in words; null if there was none. */
  keptFrom: string | null;
  onRevert: (change: Change) => void;
  onDiscard: () => void;
  /** Before somebody is led to a field. */
  onLeave?: () => void;
}

/** What differs from the saved plan: fields, and the headline numbers that moved. */
export function ChangesList({ changes, saved, current, keptFrom, onDiscard, ...each }: Props) {
  const headlines = saved && current ? headlineChanges(saved, current) : [];
  return (
    <section aria-label="Changes since saved">
      <div className={classes.head}>
        <h2>{changes.length === 1 ? '1 change' : `${String(changes.length)} changes`} since saved</h2>
        {keptFrom !== null && <span className="soft small">kept from {keptFrom}</span>}
        {changes.length > 0 && (
          <Button size="compact-sm" className={classes.discard} onClick={onDiscard}>
            Discard all
          </Button>
        )}
      </div>
      {headlines.length > 0 && (
        <ul className={classes.headlines}>
          {headlines.map((each) => (
            <li key={each.configuration}>
              <Marker index={each.place} size={10} /> <span className="soft">{each.name}: </span>
              {each.moves.map((move, index) => (
                <span key={move.key}>
                  {index > 0 && ', '}
                  <span className="soft">
                    {move.label && `${move.label} `}
                    {move.before}
                  </span>
                  <NowArrow />
                  <strong>{move.after}</strong> {move.unit}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      <ul className={classes.list}>
        {changes.map((change) => (
          <ChangeItem key={`${change.kind}${change.pointer}`} change={change} {...each} />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps extends Pick<Props, 'earlier' | 'now' | 'onRevert' | 'onLeave'> {
  change: Change;
}

function ChangeItem({ change, earlier, now, onRevert, onLeave }: ItemProps) {
  const { focusField } = usePlanActions();
  const { label, before, after } = changeWords(change, usePlanWords(), earlier, now);
  const name = change.kind === 'changed' ? label : `${label} ${before ?? after ?? ''}`;
  const go = () => {
    onLeave?.();
    focusField(change.pointer);
  };
  return (
    <li className={classes.item}>
      {change.kind === 'removed' ? (
        <span className={classes.name}>{label}</span>
      ) : (
        <button type="button" className={`link-button ${classes.name ?? ''}`} onClick={go}>
          {label}
        </button>
      )}
      <span className={classes.values}>
        {change.kind === 'added' && <>added {after}</>}
        {change.kind === 'removed' && <>removed {before}</>}
        {change.kind === 'changed' && (
          <>
            <span className="soft">{before}</span>
            <NowArrow />
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
