import { FORMS } from '@/plan/forms.gen';
import type { FieldSpec } from '@/plan/form-types';

import { FoldedParts } from './folded-parts';
import { fieldsOf } from './forms';
import { useInputs } from './inputs-context';
import type { OpenSections } from './use-open-sections';

const FIELDS = fieldsOf(FORMS.event);

/** What the search finds the events by. */
export const EVENTS_WORDS = 'dated events: project, acquisition, decommissioning, tenant leaves, probability';

/** VMs that come or go in a month, beside smooth growth. */
export function DatedEvents({ sections }: { sections: OpenSections }) {
  const { plan } = useInputs();
  const events = plan.workload.events ?? [];
  const names = [...new Set(plan.workload.groups.map((each) => each.name))];
  const unknown = [...new Set(events.map((each) => each.group))].filter((each) => !names.includes(each));
  const fields = FIELDS.map((spec) => (spec.tail === '/group' ? ofGroups(spec, names, unknown) : spec));
  return (
    <FoldedParts
      title="Dated events"
      searchedBy={EVENTS_WORDS}
      level={4}
      section="dated-events"
      sections={sections}
      pointer="/workload/events"
      one="Event"
      several="event"
      fields={fields}
      // No VMs come or go until somebody says how many.
      beginning={{ label: 'New event', month: 12, group: names[0] ?? '', vms: 0, probability: 1 }}
      most={100}
    />
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
