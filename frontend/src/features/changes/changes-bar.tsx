import { ActionIcon, Button, Popover, Tooltip, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';

import { DotsIcon, PinIcon, RedoIcon, UndoIcon } from '@/components/icons';
import { Marker } from '@/components/marker';
import { NowArrow } from '@/components/now-arrow';

import classes from './changes-bar.module.css';
import type { HeadlineChange } from './headline-changes';

/** What a change did to hosts, cost and life of the drives. */
export interface Effect {
  /** What moved, the configuration that matters most first. */
  moves: readonly HeadlineChange[];
  /** What it is compared with, where that is not the answer before the change. */
  against?: string;
  /** What all changes since saved come to, where there are several. */
  net?: { changes: number; moves: readonly HeadlineChange[] };
}

interface Props {
  /** The last change in words, or how things stand. */
  last: string;
  /** Undefined where there is nothing to compare, null while it is being computed. */
  effect: Effect | null | undefined;
  /** What is said instead of the effect. */
  instead?: string;
  count: number;
  /** The list of all changes; `close` closes it. */
  list: (close: () => void) => ReactNode;
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** Null where the plan as it stands is pinned already, or there is no more room. */
  pin: (() => void) | null;
  pinHint: string;
  save: (() => void) | null;
  busy: boolean;
  narrow: boolean;
  /** Where else the last change and its effect are said: among the inputs, where they cover the bar. */
  into?: HTMLElement | null;
}

/** The bar at the bottom of a plan: the last change, what it did, and what to do with it. Its height never changes. */
export function ChangesBar(props: Props) {
  const { last, effect, instead, count, list, undo, redo, pin, pinHint, save, busy, narrow, into } = props;
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const redoAndPin = (
    <>
      <Tooltip label="Redo (Ctrl+Shift+Z)" disabled={narrow}>
        <ActionIcon size={32} aria-label="Redo" disabled={!redo} onClick={redo ?? undefined}>
          <RedoIcon />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={pinHint}>
        <Button
          className={classes.pin}
          leftSection={<PinIcon size={14} />}
          // Not `disabled`: keyboard users could not reach it to read the reason.
          aria-disabled={!pin}
          data-off={!pin}
          onClick={pin ?? undefined}
        >
          Pin as scenario
        </Button>
      </Tooltip>
    </>
  );
  return (
    <section aria-label="What if" className={classes.bar} data-bar>
      <div className={classes.words}>
        <p className={classes.last} title={last}>
          {last}
        </p>
        <p className={classes.effect} data-testid="effect">
          <EffectWords effect={effect} instead={instead} narrow={narrow} />
        </p>
      </div>
      {into &&
        createPortal(
          <p aria-live="polite" data-testid="effect-in-inputs">
            {/* Mounted anew with another change: what moves within a line would count as a shift. */}
            <span key={last}>
              <strong>{last}</strong> <EffectWords effect={effect} instead={instead} narrow={narrow} />
            </span>
          </p>,
          into,
        )}
      <Popover
        opened={opened}
        onChange={setOpened}
        position="top-end"
        offset={16}
        width="min(480px, calc(100vw - 32px))"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <Button
            className={classes.count}
            justify="flex-start"
            variant="subtle"
            // Its room is kept.
            data-none={count === 0 && !narrow}
            onClick={() => setOpened(!opened)}
          >
            {narrow && count === 0 ? (
              <>
                <DotsIcon />
                <VisuallyHidden component="span">changes</VisuallyHidden>
              </>
            ) : (
              <span className={classes.countWords}>
                {count === 1 ? '1 change' : `${String(count)} changes`}
              </span>
            )}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Changes">
          {list(close)}
          {narrow && <div className={classes.rest}>{redoAndPin}</div>}
        </Popover.Dropdown>
      </Popover>
      <Tooltip label="Undo (Ctrl+Z)">
        <ActionIcon size={32} aria-label="Undo" disabled={!undo} onClick={undo ?? undefined}>
          <UndoIcon />
        </ActionIcon>
      </Tooltip>
      {!narrow && redoAndPin}
      <Button variant="filled" disabled={!save} loading={busy} onClick={save ?? undefined}>
        Save
      </Button>
    </section>
  );
}

function EffectWords({ effect, instead, narrow }: Pick<Props, 'effect' | 'instead' | 'narrow'>) {
  if (instead !== undefined) return instead;
  if (effect === null) return 'Calculating its effect\u2026';
  if (effect === undefined) return 'What a change does to hosts, cost and life shows here';
  const [first, ...others] = effect.moves;
  if (!first)
    return (
      <>
        No effect on hosts, cost and life
        <Net net={effect.net} />
      </>
    );
  // Mounted anew where figures of other lengths move what stands behind them, so that Chrome reports no layout shift.
  const figures = first.moves.map((move) => `${move.before} ${move.after}`).join();
  return (
    <Fragment key={`${effect.against ?? ''} ${first.name} ${figures}`}>
      {effect.against !== undefined && !narrow && `${effect.against}: `}
      <Marker index={first.place} size={10} />{' '}
      {narrow ? <VisuallyHidden component="span">{first.name}: </VisuallyHidden> : `${first.name}: `}
      {first.moves.map((move, index) => (
        <span key={move.key}>
          {index > 0 && ', '}
          {move.label && `${move.label} `}
          {move.before}
          <NowArrow />
          <strong>{move.after}</strong>
          {/* No room for the currency. */}
          {(!narrow || move.key !== 'cost') && ` ${move.unit}`}
        </span>
      ))}
      {others.length > 0 &&
        !narrow &&
        ` \u00b7 and ${String(others.length)} more ${others.length === 1 ? 'configuration' : 'configurations'}`}
      <Net net={effect.net} />
    </Fragment>
  );
}

/** What all changes since saved come to, for the configuration that matters most. */
function Net({ net }: Pick<Effect, 'net'>) {
  if (!net) return null;
  const [first] = net.moves;
  return (
    <span data-testid="net-effect">
      {` \u00b7 ${String(net.changes)} changes since saved: `}
      {first
        ? first.moves.map((move, index) => (
            <span key={move.key}>
              {index > 0 && ', '}
              {move.label && `${move.label} `}
              {move.before}
              <NowArrow />
              {move.after} {move.unit}
            </span>
          ))
        : 'no effect'}
    </span>
  );
}
