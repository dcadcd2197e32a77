import { Fragment, type ReactNode, useState } from 'react';

import type { Value } from '@/api/types';

import classes from './field-links.module.css';
import { usePlanActions, usePlanWords } from '@/plan/plan-actions';

interface LinkProps {
  pointer: string;
  children: ReactNode;
}

/** The name of a field, as a link to it where it can be changed. */
export function FieldLink({ pointer, children }: LinkProps) {
  const { readOnly } = usePlanActions();
  return readOnly ? <span>{children}</span> : <FieldAction pointer={pointer}>{children}</FieldAction>;
}

/** What can be done with a field, as a link to it; nothing where nothing can be changed. */
export function FieldAction({ pointer, children }: LinkProps) {
  const { focusField, readOnly } = usePlanActions();
  if (readOnly) return null;
  return (
    <button type="button" className="link-button" data-enters onClick={() => focusField(pointer)}>
      {children}
    </button>
  );
}

/** The fields that would cure a number that is not evaluated; nothing where there is a number. */
export function Needs({ value: { state, missing = [] }, className }: { value: Value; className?: string }) {
  if (state !== 'not_evaluated' || missing.length === 0) return null;
  return (
    <div className={className}>
      needs <FieldLinks pointers={missing} ownerKnown />
    </div>
  );
}

interface Props {
  pointers: readonly string[];
  /** Whether the place already says which configuration it is about. */
  ownerKnown?: boolean;
}

const FEW = 2;

/** Links to the fields that would cure what is not evaluated. */
export function FieldLinks({ pointers, ownerKnown = false }: Props) {
  const { labelOf } = usePlanWords();
  const [all, setAll] = useState(false);
  const links = unique(pointers, (pointer) => labelOf(pointer, ownerKnown));
  const shown = all || links.length <= FEW + 1 ? links : links.slice(0, FEW);
  return (
    <>
      {shown.map(([label, pointer], index) => (
        <Fragment key={pointer}>
          <span className={classes.whole}>
            <FieldLink pointer={pointer}>{label}</FieldLink>
            {index < shown.length - 1 && ','}
          </span>
          {index < links.length - 1 && ' '}
        </Fragment>
      ))}
      {shown.length < links.length && (
        <span className={classes.whole}>
          and{' '}
          <button type="button" className="link-button" onClick={() => setAll(true)}>
            {links.length - shown.length} more
          </button>
        </span>
      )}
    </>
  );
}

function unique(pointers: readonly string[], labelOf: (pointer: string) => string): [string, string][] {
  const links = new Map<string, string>();
  for (const pointer of pointers) {
    const label = labelOf(pointer);
    if (!links.has(label)) links.set(label, pointer);
  }
  return [...links];
}
