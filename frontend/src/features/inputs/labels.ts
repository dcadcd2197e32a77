import { FORMS } from '@/api/generated/forms.gen';
import type { Plan } from '@/api/types';
import type { FieldSpec, Part } from '@/lib/form-types';
import { getAt, parsePointer } from '@/lib/json-pointer';
import { formatFull, formatJson } from '@/lib/format';
import { toPercent } from '@/lib/percent';

import { fieldsOf } from './forms';

/** A label behind another word: small, unless it begins with capitals of its own. */
function small(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Labels by pointer: of what stands under a heading with that heading, unless it names it already. */
function labelsOf(parts: readonly Part[]): [string, string][] {
  return parts.flatMap((part) => {
    const named = part.tail !== '' && part.title !== '';
    const own: [string, string][] = part.tail !== '' && part.title !== '' ? [[part.tail, part.title]] : [];
    return [
      ...own,
      ...part.fields.map((spec): [string, string] => [
        spec.tail,
        !named || spec.label.toLowerCase().includes(part.title.toLowerCase())
          ? spec.label
          : `${part.title}: ${small(spec.label)}`,
      ]),
    ];
  });
}

const PLAN_PARTS = [...FORMS.workload, ...FORMS.burst, ...FORMS.policy, ...FORMS.economics, ...FORMS.plan];
const PLAN_LABELS = new Map([...labelsOf(PLAN_PARTS), ...Object.entries(FORMS.own)]);
const GROUP_LABELS = new Map(labelsOf(FORMS.group));
const CONFIGURATION_LABELS = new Map(labelsOf(FORMS.configuration));

/** The label of a stretch of the load profile. */
function stretchLabel(pointer: string): string | undefined {
  const [, index, field] = /^\/workload\/burst\/profile\/(\d+)(?:\/(\w+))?$/.exec(pointer) ?? [];
  if (index === undefined) return undefined;
  const name = field === 'minutes' ? ' minutes' : field === 'peak_share' ? ' load' : '';
  return `Load profile, stretch ${String(Number(index) + 1)}${name}`;
}

/** The label of a field, with the group or configuration that it belongs to. */
export function fieldLabel(plan: Plan, pointer: string, ownerKnown = false): string {
  const own = PLAN_LABELS.get(pointer) ?? stretchLabel(pointer);
  if (own) return own;
  const tokens = parsePointer(pointer);
  const [depth, labels] = pointer.startsWith('/workload/groups/')
    ? [3, GROUP_LABELS]
    : pointer.startsWith('/configurations/')
      ? [2, CONFIGURATION_LABELS]
      : [0, null];
  if (labels === null) return tokens.join(' ').replaceAll('_', ' ');
  const root = `/${tokens.slice(0, depth).join('/')}`;
  const name = getAt(plan, `${root}/name`);
  const owner = typeof name === 'string' ? name : root;
  const tail = pointer.slice(root.length);
  if (tail === '') return owner;
  const label = labels.get(tail) ?? tail.slice(1).replaceAll('/', ' ').replaceAll('_', ' ');
  const obvious = depth === 3 ? plan.workload.groups.length === 1 : ownerKnown;
  return obvious ? label : `${label} (${owner})`;
}

const byTail = (parts: readonly Part[]) => new Map(fieldsOf(parts).map((spec) => [spec.tail, spec]));
const SPECS = byTail(PLAN_PARTS);
const GROUP_SPECS = byTail(FORMS.group);
const CONFIGURATION_SPECS = byTail(FORMS.configuration);

function specAt(pointer: string): FieldSpec | undefined {
  if (pointer.startsWith('/workload/groups/'))
    return GROUP_SPECS.get(pointer.replace(/^\/workload\/groups\/\d+/, ''));
  if (pointer.startsWith('/configurations/'))
    return CONFIGURATION_SPECS.get(pointer.replace(/^\/configurations\/\d+/, ''));
  return SPECS.get(pointer);
}

/** The value of a field as its control would show it. */
export function fieldText(plan: Plan, pointer: string, value: unknown): string {
  const spec = specAt(pointer);
  if (!spec || value === undefined || value === null) return formatJson(value);
  if (typeof value === 'number') {
    if (spec.kind === 'share') return `${formatFull(toPercent(value))} ${spec.unit ?? '%'}`;
    const unit =
      spec.kind === 'money' ? `${plan.economics?.currency ?? ''}${spec.unit ?? ''}` : (spec.unit ?? '');
    return `${formatFull(value)} ${unit}`.trim();
  }
  return spec.choices?.find((choice) => choice.value === value)?.label ?? formatJson(value);
}
