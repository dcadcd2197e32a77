import { VisuallyHidden } from '@mantine/core';

import { Disclosure } from '@/components/disclosure';
import { NumberEntry } from '@/components/number-entry';
import { FORMS } from '@/plan/forms.gen';

import { inAllGroups, sharedFields, sharedValue } from './all-groups';
import classes from './field-row.module.css';
import { found, searchedBy, useInputs } from './inputs-context';
import type { OpenSections } from './use-open-sections';

const SECTION = 'all-groups';
const FIELDS = sharedFields(FORMS.group);

/** What the search finds the fields of all groups by. */
const WORDS = 'all groups workload';

/** One field for each fact that VM groups often share: an edit sets it in all of them. */
export function AllGroupsInputs({ sections }: { sections: OpenSections }) {
  const { plan, words, change } = useInputs();
  const searched = words.length > 0;
  const fields = FIELDS.filter((spec) => found(words, ...searchedBy(spec), WORDS));
  if (plan.workload.groups.length < 2 || fields.length === 0) return null;
  return (
    <Disclosure
      level={4}
      title="All groups"
      summary="growth, vCPU, memory, I/O"
      open={searched || sections.isOpen(SECTION)}
      onToggle={(open) => sections.toggle(SECTION, open)}
    >
      {fields.map((spec) => {
        const { value, range } = sharedValue(plan, spec);
        const id = `${SECTION}${spec.tail.replace('/', '-')}`;
        return (
          <div key={spec.tail} className={classes.row}>
            <label htmlFor={id} className={classes.label} title={spec.help}>
              {spec.label}
              <VisuallyHidden component="span">, all groups</VisuallyHidden>
            </label>
            <NumberEntry
              id={id}
              value={value}
              placeholder={range}
              unit={spec.unit}
              percent={spec.kind === 'share'}
              onChange={(next) => change(SECTION + spec.tail, (before) => inAllGroups(before, spec, next))}
            />
          </div>
        );
      })}
    </Disclosure>
  );
}
