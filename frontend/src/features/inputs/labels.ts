import type { Plan } from '@/api/types';
import { getAt, parsePointer } from '@/lib/json-pointer';
import { formatFull, formatJson } from '@/lib/format';
import { toPercent } from '@/lib/percent';

import { CONFIGURATION_PARTS } from './configuration-fields';
import type { FieldSpec } from './field-spec';
import {
  ALL_GROUP_FIELDS,
  BURST_FIELDS,
  ECONOMICS_FIELDS,
  ECONOMICS_PARTS,
  PLAN_FIELDS,
  POLICY_FIELDS,
  POLICY_PARTS,
  SPARES_FIELDS,
  WORKLOAD_FIELDS,
} from './plan-fields';

const PLAN_SPECS = [
  ...WORKLOAD_FIELDS,
  ...BURST_FIELDS,
  ...POLICY_FIELDS,
  ...POLICY_PARTS.flatMap((part) => part.fields),
  ...ECONOMICS_FIELDS,
  ...ECONOMICS_PARTS.flatMap((part) => part.fields),
  ...PLAN_FIELDS,
];
const PLAN_LABELS = new Map(PLAN_SPECS.map((spec) => [spec.tail, spec.label]));
for (const spec of SPARES_FIELDS) PLAN_LABELS.set(spec.tail, `${spec.label} holds with spares down`);
PLAN_LABELS.set('/name', 'Plan name');
PLAN_LABELS.set('/economics/keep', 'What there is');
PLAN_LABELS.set('/workload/burst', 'Load over time');
PLAN_LABELS.set('/workload/burst/profile', 'Load profile');
PLAN_LABELS.set('/opm_models', 'Own operations models');
const GROUP_LABELS = new Map(ALL_GROUP_FIELDS.map((spec) => [spec.tail, spec.label]));
const CONFIGURATION_LABELS = new Map(
  CONFIGURATION_PARTS.flatMap((part) => [
    ...(part.tail === '' ? [] : [[part.tail, part.title] as const]),
    ...part.fields.map(
      (spec) =>
        [
          spec.tail,
          part.tail === '' || spec.label.toLowerCase().includes(part.title.toLowerCase())
            ? spec.label
            : `${part.title}: ${spec.label.toLowerCase()}`,
        ] as const,
    ),
  ]),
);

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

const SPECS = new Map([...PLAN_SPECS, ...SPARES_FIELDS].map((spec) => [spec.tail, spec]));
const GROUP_SPECS = new Map(ALL_GROUP_FIELDS.map((spec) => [spec.tail, spec]));
const CONFIGURATION_SPECS = new Map(
  CONFIGURATION_PARTS.flatMap((part) => part.fields.map((spec) => [spec.tail, spec])),
);

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
