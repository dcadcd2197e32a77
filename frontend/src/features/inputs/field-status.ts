import type { Input } from '@/api/types';
import type { FieldStatus } from '@/components/status-badge';
import type { FieldSpec } from '@/lib/form-types';
import { formatFull } from '@/lib/format';
import { toPercent } from '@/lib/percent';

export interface Used {
  status: FieldStatus;
  /** The value that stands in for an absent field, as its placeholder. */
  placeholder?: string;
  /** The same as a number in the field's unit, for a slider. */
  value?: number;
  note?: string;
}

const NUMERIC = new Set(['number', 'integer', 'share', 'money']);

/** What the model used for a field, and where it came from. */
export function usedFor(
  spec: FieldSpec,
  present: boolean,
  records: readonly Input[],
  missing: boolean,
): Used {
  const record = records.find((each) => each.value !== null) ?? records[0];
  const note = record
    ? [record.note, [record.source, record.locator].filter(Boolean).join(', ')]
        .filter(Boolean)
        .join(' \u2014 ')
    : undefined;
  if (present) {
    const status = NUMERIC.has(spec.kind) ? (record?.status ?? 'given') : 'given';
    return { status: status === 'missing' || status === 'convention' ? 'given' : status, note };
  }
  if (missing && (!record || record.value === null)) return { status: 'missing', note };
  if (!NUMERIC.has(spec.kind)) {
    return { status: spec.absent ?? (spec.fallback === undefined ? 'not given' : 'default'), note };
  }
  if (!record || record.value === null) return { status: 'not given', note };
  const size = /[KMGT]i?B/;
  const own = !size.test(spec.unit ?? '') || record.unit === spec.unit;
  const value = spec.kind === 'share' ? toPercent(record.value) : record.value;
  return {
    status: record.status === 'given' ? 'default' : record.status,
    placeholder: own ? formatFull(value) : undefined,
    value: own ? value : undefined,
    note,
  };
}
