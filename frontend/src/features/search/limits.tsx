import type { FieldOffered, FieldProblem, LimitOffered } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';

import { KeptField } from './kept-field';
import { limitAt, problemsAt, type Question, withKept, withLimit } from './question';
import classes from './search.module.css';

interface Props {
  question: Question;
  offered: readonly LimitOffered[];
  fields: readonly FieldOffered[];
  problems: readonly FieldProblem[];
  onChange: (question: Question) => void;
}

/** What an answer must keep, and how close to the cheapest counts as equally good. */
export function Limits({ question, offered, fields, problems, onChange }: Props) {
  return (
    <fieldset className={classes.limits}>
      <legend>Limits beside those of the plan</legend>
      {offered.map((limit) => {
        const place = question.limits.findIndex((each) => each.quantity === limit.quantity);
        return (
          <NumberEntry
            key={limit.quantity}
            label={limit.label}
            unit={limit.unit}
            placeholder="no limit"
            value={limitAt(question, limit)}
            error={place < 0 ? undefined : problemsAt(problems, `/limits/${String(place)}`)}
            onChange={(value) => onChange(withLimit(question, limit, value))}
          />
        );
      })}
      {fields.map((each) => (
        <KeptField
          key={each.field}
          field={each}
          value={question.kept?.[each.field]}
          error={problemsAt(problems, `/${each.field}`)}
          onChange={(value) => onChange(withKept(question, each.field, value))}
        />
      ))}
      <NumberEntry
        label="Equally good within"
        percent
        value={question.within}
        error={problemsAt(problems, '/within')}
        onChange={(value) => onChange({ ...question, within: value ?? 0 })}
      />
    </fieldset>
  );
}
