import type { Input } from '@/api/types';
import type { FieldStatus } from '@/components/status-badge';
import type { FieldSpec } from '@/plan/form-types';
import { formatListed } from '@/lib/format';
import type { Json } from '@/lib/json';
import { toPercent, withoutDust } from '@/lib/percent';

export interface Used {
  status: FieldStatus;
  /** The value that stands in for an absent field, as its placeholder. */
  placeholder?: string;
  /** The same as a number in the field's unit, for a slider. */
  value?: number;
  /** What confirming enters: the value that is used and that nobody has entered as their own yet. */
  confirms?: Json;
  note?: string;
}

const NUMERIC = new Set(['number', 'integer', 'share', 'money']);

/** What the model used for a field, and where it came from. */
export function usedFor(
  spec: FieldSpec,
  own: Json | undefined,
  records: readonly Input[],
  missing: boolean,
): Used {
  const present = own !== undefined;
  const record = records.find((each) => each.value !== null) ?? records[0];
  const note = record
    ? [record.note, [record.source, record.locator].filter(Boolean).join(', ')]
        .filter(Boolean)
        .join(' \u2014 ')
    : undefined;
  if (present) {
    const status = NUMERIC.has(spec.kind) ? (record?.status ?? 'given') : 'given';
    // Entered again, the same value loses the remark that calls it assumed.
    const confirms = status === 'assumed' ? own : undefined;
    return { status: status === 'missing' || status === 'convention' ? 'given' : status, confirms, note };
  }
  if (missing && (!record || record.value === null)) return { status: 'missing', note };
  if (!NUMERIC.has(spec.kind)) {
    return {
      status: spec.absent ?? (spec.fallback === undefined ? 'optional' : 'default'),
      confirms: spec.fallback as Json | undefined,
      note,
    };
  }
  if (!record || record.value === null) return { status: 'optional', note };
  const size = /[KMGT]i?B/;
  const sameUnit = !size.test(spec.unit ?? '') || record.unit === spec.unit;
  const value = spec.kind === 'share' ? toPercent(record.value) : record.value;
  const status = record.status === 'given' ? 'default' : record.status;
  // A common field may stand for different values in different configurations.
  const agreed = records.every((each) => each.value === null || each.value === record.value);
  return {
    status,
    placeholder: sameUnit ? formatListed(value) : undefined,
    value: sameUnit ? value : undefined,
    confirms:
      sameUnit && agreed && (status === 'assumed' || status === 'default')
        ? withoutDust(record.value)
        : undefined,
    note,
  };
}
