import { Checkbox } from '@mantine/core';
import { useId } from 'react';

import { Disclosure } from '@/components/disclosure';
import { FORMS } from '@/plan/forms.gen';
import { getAt } from '@/plan/json-pointer';
import { clearField } from '@/plan/plan-edits';

import classes from './cost-lines.module.css';
import { fieldsOf } from './forms';
import { found, useInputs } from './inputs-context';
import { PartList } from './part-list';
import type { OpenSections } from './use-open-sections';

const FIELDS = fieldsOf(FORMS.line);
const CATEGORIES = FIELDS.find((spec) => spec.tail === '/category')?.choices ?? [];

/** What the search finds the cost lines by. */
export const LINES_WORDS = 'cost lines: migration, training, maintenance, double running, costs nothing';

interface Props {
  /** Pointer of what pays: the economics of the plan, or a configuration. */
  root: string;
  /** Name of its section. */
  owner: string;
  sections: OpenSections;
}

/** What is paid besides parts, licences, energy and space; and what is known to cost nothing. */
export function CostLines({ root, owner, sections }: Props) {
  const { plan, words } = useInputs();
  if (words.length > 0 && !found(words, LINES_WORDS)) return null;
  const lines = (getAt(plan, `${root}/cost_lines`) ?? []) as object[];
  const none = (getAt(plan, `${root}/confirmed_none`) ?? []) as string[];
  const section = `${owner}-cost-lines`;
  const known = lines.length + none.length;
  return (
    <Disclosure
      level={root === '/economics' ? 4 : 5}
      title="Cost lines"
      summary={known === 0 ? 'none' : String(lines.length)}
      open={words.length > 0 || sections.isOpen(section)}
      onToggle={(open) => sections.toggle(section, open)}
    >
      <PartList
        pointer={`${root}/cost_lines`}
        one="Cost line"
        several="cost line"
        fields={FIELDS}
        beginning={{ label: 'New line', category: 'migration', amount: 0 }}
        most={100}
      />
      <CostsNothing pointer={`${root}/confirmed_none`} none={none} />
    </Disclosure>
  );
}

/** The categories that are confirmed to cost nothing, so that nobody asks for them again. */
function CostsNothing({ pointer, none }: { pointer: string; none: readonly string[] }) {
  const { edit, change } = useInputs();
  const id = useId();
  const choose = (chosen: string[]) => {
    const ordered = CATEGORIES.map((each) => each.value).filter((each) => chosen.includes(each));
    if (ordered.length === 0) change(pointer, (before) => clearField(before, pointer));
    else edit(pointer, ordered);
  };
  return (
    <Checkbox.Group
      label="Costs nothing"
      description="What is ticked is confirmed, and no longer named as not counted."
      value={[...none]}
      onChange={choose}
      className={classes.nothing}
      data-field={pointer}
      id={id}
    >
      <div className={classes.categories}>
        {CATEGORIES.map((each) => (
          <Checkbox key={each.value} value={each.value} label={each.label} size="xs" />
        ))}
      </div>
    </Checkbox.Group>
  );
}
