import type { FieldSpec } from '@/plan/form-types';

import { FieldRow } from './field-row';
import { found, searchedBy, useInputs } from './inputs-context';
import classes from './inputs-panel.module.css';

interface Props {
  fields: readonly FieldSpec[];
  root: string;
  /** Words that belong to all of the fields, for the search. */
  context: string;
  /** Name of the fields taken together. */
  legend?: string;
}

/** The fields of a part that match the search. */
export function FieldList({ fields, root, context, legend }: Props) {
  const { words } = useInputs();
  const rows = fields
    .filter((spec) => found(words, ...searchedBy(spec), context))
    .map((spec) => <FieldRow key={spec.tail} spec={spec} root={root} />);
  if (!legend || rows.length === 0) return rows;
  return (
    <fieldset className={classes.part}>
      <legend>{legend}</legend>
      {rows}
    </fieldset>
  );
}
