import { FORMS } from '@/plan/forms.gen';
import type { Plan } from '@/api/types';
import type { Part } from '@/plan/form-types';
import { getAt } from '@/plan/json-pointer';

import { configurationParts } from './forms';

export interface NamedInput {
  pointer: string;
  label: string;
  /** What it belongs to. */
  of: string;
}

/** All inputs that the plan has a field for, by name, in the order of the form. */
export function namedInputs(plan: Plan): NamedInput[] {
  const within = (parts: readonly Part[], root: string, owner: string) =>
    parts.flatMap((part): NamedInput[] => {
      const of = [owner, part.title].filter(Boolean).join(' \u00b7 ');
      // What is not there yet has a button in place of its fields.
      if (part.adding && getAt(plan, root + part.tail) === undefined)
        return [{ pointer: root + part.tail, label: part.adding.label, of }];
      return part.fields.map((spec) => ({ pointer: root + spec.tail, label: spec.label, of }));
    });
  return [
    ...plan.workload.groups.flatMap((group, index) =>
      within(FORMS.group, `/workload/groups/${String(index)}`, group.name),
    ),
    ...within(FORMS.workload, '', 'Workload'),
    ...(plan.workload.burst ? within(FORMS.burst, '', 'Workload') : []),
    ...within(FORMS.policy, '', 'Policy'),
    ...within(FORMS.economics, '', 'Economics'),
    ...plan.configurations.flatMap((configuration, index) =>
      within(configurationParts(configuration), `/configurations/${String(index)}`, configuration.name),
    ),
    ...within(FORMS.plan, '', 'Plan'),
  ];
}
