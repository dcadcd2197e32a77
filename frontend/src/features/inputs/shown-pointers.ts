/** The fields that are on the screen: what the origins of values are asked for. */
import type { Plan, Sensitivities } from '@/api/types';
import { FORMS } from '@/plan/forms.gen';

import type { OpenSections } from './use-open-sections';

/** JSON pointers of the fields in open sections, or of what holds them. */
export function shownPointers(
  plan: Plan,
  isOpen: OpenSections['isOpen'],
  sensitivity: Sensitivities | null | undefined,
): string[] {
  const found: string[] = [];
  if (isOpen('leading')) found.push(...(sensitivity?.sensitivities ?? []).map((each) => each.pointer));
  if (isOpen('workload')) {
    found.push(...FORMS.workload.flatMap((part) => part.fields.map((spec) => spec.tail)), '/workload/burst');
    found.push(...opened('/workload/groups', 'group', plan.workload.groups.length, isOpen));
  }
  if (isOpen('configurations'))
    found.push(...opened('/configurations', 'configuration', plan.configurations.length, isOpen));
  for (const section of ['policy', 'requirements', 'economics'])
    if (isOpen(section)) found.push(`/${section}`);
  return found;
}

function opened(list: string, section: string, length: number, isOpen: OpenSections['isOpen']): string[] {
  return Array.from({ length }, (_, place) => place)
    .filter((place) => isOpen(`${section}-${String(place)}`))
    .map((place) => `${list}/${String(place)}`);
}
