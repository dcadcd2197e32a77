import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

import { catalogueTableQuery, nameIn } from '@/api/catalogue';
import type { FieldSpec } from '@/plan/form-types';
import { deleteAt, getAt } from '@/plan/json-pointer';
import { usePlanActions } from '@/plan/plan-actions';
import { dropRemarks, editField } from '@/plan/plan-edits';

import { CataloguePicker } from './catalogue-picker';
import classes from './field-row.module.css';
import { useInputs } from './inputs-context';

interface Props {
  id: string;
  spec: FieldSpec;
  root: string;
  error: string | undefined;
}

/** Kinds that are picked from a list: what they change is not hosts, or they are few. */
const LISTED = new Set(['energy', 'host_power', 'ready_node_profiles', 'management']);

/** A choice from the catalogue; figures that described the former choice go with it. */
export function CatalogueField({ id, spec, root, error }: Props) {
  const { plan, change } = useInputs();
  const pointer = root + spec.tail;
  const value = getAt(plan, pointer);
  const kind = spec.catalogue ?? '';
  const choose = useCallback(
    (key: string | undefined) => {
      change(pointer, (before) => {
        const part = pointer.slice(0, pointer.lastIndexOf('/'));
        const figures = key === undefined ? [] : (spec.figures ?? []);
        return figures.reduce(
          (next, name) => dropRemarks(deleteAt(next, `${part}/${name}`), `${part}/${name}`),
          editField(before, pointer, key),
        );
      });
    },
    [change, pointer, spec],
  );
  const common = {
    id,
    kind,
    value: typeof value === 'string' ? value : typeof spec.fallback === 'string' ? spec.fallback : undefined,
    placeholder: spec.placeholder ?? 'own figures',
    clearable: spec.optional === true && spec.fallback === undefined,
    error,
  };
  if (LISTED.has(kind)) return <CataloguePicker {...common} onChange={choose} />;
  return <PickedRow {...common} label={spec.label} pointer={pointer} choose={choose} />;
}

interface PickedProps {
  id: string;
  kind: string;
  label: string;
  pointer: string;
  value: string | undefined;
  placeholder: string;
  clearable: boolean;
  error: string | undefined;
  choose: (key: string | undefined) => void;
}

/** The row in force, which opens the table to pick another. */
function PickedRow({ id, kind, label, pointer, value, placeholder, clearable, error, choose }: PickedProps) {
  const { pick } = usePlanActions();
  const { data } = useQuery(catalogueTableQuery(kind));
  const name = value === undefined ? undefined : (nameIn(data, value) ?? value);
  return (
    <>
      <Button
        id={id}
        variant="default"
        className={classes.picked}
        aria-label={`${label}: ${name ?? placeholder}`}
        aria-haspopup="dialog"
        aria-invalid={error !== undefined}
        title={name}
        rightSection={<span aria-hidden>{'\u2026'}</span>}
        justify="space-between"
        fullWidth
        data-empty={name === undefined}
        onClick={() => pick?.({ pointer, kind, value, clearable, choose })}
      >
        {name ?? placeholder}
      </Button>
      {error !== undefined && (
        <p role="alert" className={classes.wrong}>
          {error}
        </p>
      )}
    </>
  );
}
