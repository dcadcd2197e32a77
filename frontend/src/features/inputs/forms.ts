/** What is asked of the generated forms: all fields of a form, and the parts that a configuration has. */
import { FORMS } from '@/plan/forms.gen';
import type { Configuration } from '@/api/types';
import { layoutOf } from '@/plan/layout';
import type { FieldSpec, Part } from '@/plan/form-types';
import { getAt } from '@/plan/json-pointer';

export function fieldsOf(parts: readonly Part[]): FieldSpec[] {
  return parts.flatMap((part) => part.fields);
}

/** What hosts of this layout have; what is given nonetheless is shown, so that it can be removed. */
export function configurationParts(configuration: Configuration): Part[] {
  const layout = layoutOf(configuration);
  const shown = ({ tail, layouts }: { tail: string; layouts?: string[] }) =>
    (layouts?.includes(layout) ?? true) || (tail !== '' && (getAt(configuration, tail) ?? null) !== null);
  return FORMS.configuration.filter(shown).map((part) => ({ ...part, fields: part.fields.filter(shown) }));
}
