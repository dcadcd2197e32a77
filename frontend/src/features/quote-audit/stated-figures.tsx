import { NativeSelect } from '@mantine/core';
import { useState } from 'react';

import type { FieldProblem, Proposal, StatedFigures as Figures } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';

import { STATED, withFigure } from './audit-words';
import classes from './quote-audit.module.css';

interface Props {
  proposal: Proposal;
  problems: readonly FieldProblem[];
  onChange: (proposal: Proposal) => void;
}

/** What the proposal says of its assumptions, to be completed and corrected: side by side where it has several. */
export function StatedFigures({ proposal, problems, onChange }: Props) {
  const [chosen, setChosen] = useState(0);
  const { sides } = proposal;
  const stated = sides[chosen]?.stated ?? {};
  const change = (next: Figures) =>
    onChange({
      ...proposal,
      sides: sides.map((each, at) => (at === chosen ? { ...each, stated: next } : each)),
    });
  const problemOf = (name: string) =>
    problems.find((each) => each.pointer === `/proposal/sides/${String(chosen)}/stated/${name}`)?.message;
  return (
    <>
      {sides.length > 1 && (
        <NativeSelect
          size="xs"
          mb="xs"
          label="Side"
          data={sides.map(({ name }, at) => ({ value: String(at), label: name }))}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <div className={classes.figures}>
        {STATED.map((field) => {
          const { name, label, unit, unitIn, percent = false, whole = false } = field;
          return (
            <div key={`${String(chosen)} ${name}`} className={unitIn && classes.withUnit}>
              <NumberEntry
                label={label}
                placeholder="not said"
                value={stated[name] ?? undefined}
                percent={percent}
                whole={whole}
                {...(unit !== undefined && { unit })}
                error={problemOf(name)}
                onChange={(value) => change(withFigure(stated, field, value))}
              />
              {unitIn && (
                <NativeSelect
                  size="xs"
                  aria-label={`Unit of ${label.toLowerCase()}`}
                  data={['', 'TB', 'TiB']}
                  value={stated[unitIn] ?? ''}
                  onChange={(event) => {
                    const chosenUnit = event.currentTarget.value;
                    change({ ...stated, [unitIn]: chosenUnit === '' ? null : (chosenUnit as 'TB' | 'TiB') });
                  }}
                />
              )}
            </div>
          );
        })}
      </div>
    </>
  );
}
