import { Disclosure } from '@/components/disclosure';
import { FORMS } from '@/plan/forms.gen';
import type { FieldSpec } from '@/plan/form-types';

import { fieldsOf } from './forms';
import { found, useInputs } from './inputs-context';
import { PartList } from './part-list';
import type { OpenSections } from './use-open-sections';

const EVENTS = '/workload/events';
const FIELDS = fieldsOf(FORMS.event);
const MOST_EVENTS = 100;
const SECTION = 'dated-events';

/** What the search finds the events by. */
export const EVENTS_WORDS = 'dated events: project, acquisition, decommissioning, tenant leaves, probability';

/** VMs that come or go in a month, beside smooth growth. */
export function DatedEvents({ sections }: { sections: OpenSections }) {
  const { plan, words } = useInputs();
  if (words.length > 0 && !found(words, EVENTS_WORDS)) return null;
  const events = plan.workload.events ?? [];
  const names = [...new Set(plan.workload.groups.map((each) => each.name))];
  const unknown = [...new Set(events.map((each) => each.group))].filter((each) => !names.includes(each));
  const fields = FIELDS.map((spec) => (spec.tail === '/group' ? ofGroups(spec, names, unknown) : spec));
  return (
    <Disclosure
      level={4}
      title="Dated events"
      summary={events.length === 0 ? 'none' : String(events.length)}
      open={words.length > 0 || sections.isOpen(SECTION)}
      onToggle={(open) => sections.toggle(SECTION, open)}
    >
      <PartList
        pointer={EVENTS}
        one="Event"
        several="event"
        fields={fields}
        // No VMs come or go until somebody says how many.
        beginning={{ label: 'New event', month: 12, group: names[0] ?? '', vms: 0, probability: 1 }}
        most={MOST_EVENTS}
      />
    </Disclosure>
  );
}

/** The groups of the plan to choose from; one that was removed stays visible, or nobody would see what is wrong. */
function ofGroups(spec: FieldSpec, names: readonly string[], unknown: readonly string[]): FieldSpec {
  const choices = [
    ...names.map((name) => ({ value: name, label: name })),
    ...unknown.map((name) => ({ value: name, label: `${name} (no such group)` })),
  ];
  return { ...spec, kind: 'choice', choices };
}
