import { useQuery } from '@tanstack/react-query';

import { quantitiesQuery } from '@/api/queries';
import type { QuantityEntry, Value } from '@/api/types';
import { formatForUnit, formatValue, type Shown } from '@/lib/format';

import { FieldLinks } from './field-links';
import classes from './quantity-cell.module.css';
import { ShownValue, WhyValue } from './why-value';

/** What the quantities are called, by name; empty until it is known. */
export function useQuantities(): ReadonlyMap<string, QuantityEntry> {
  return useQuery(quantitiesQuery).data ?? NONE;
}

const NONE: ReadonlyMap<string, QuantityEntry> = new Map();

interface Props {
  configuration: { key: string; name: string };
  quantity: string;
  value: Value | undefined;
  failedHosts?: number;
  currency?: string;
  /** Words in place of the number. */
  text?: string;
  /** Whether the number can be explained as it stands. */
  explained?: boolean;
}

/** A quantity of a configuration: the number opens its explanation, or says what it lacks. */
export function QuantityCell({
  configuration,
  quantity,
  value,
  failedHosts = 0,
  currency = '',
  text,
  explained = true,
}: Props) {
  const entry = useQuantities().get(quantity);
  if (!value) return null;
  const format = formatForUnit(entry?.unit ?? '', quantity);
  const number = formatValue(value, format, entry?.unit ?? '', currency);
  const shown: Shown = text === undefined ? number : { ...number, text, unit: '' };
  const missing = value.missing ?? [];
  return (
    <div
      data-testid={`quantity-${quantity}-${configuration.key}`}
      data-down={failedHosts}
      data-value={value.value ?? ''}
      data-state={value.state}
    >
      {explained ? (
        <WhyValue
          configuration={configuration.key}
          quantity={quantity}
          failedHosts={failedHosts}
          shown={shown}
          state={value.state}
          label={`${entry?.label ?? quantity}, ${configuration.name}`}
        />
      ) : (
        <span title={shown.full}>
          <ShownValue shown={shown} />
        </span>
      )}
      {value.state === 'not_evaluated' && missing.length > 0 && (
        <div className={classes.note}>
          needs <FieldLinks pointers={missing} ownerKnown />
        </div>
      )}
    </div>
  );
}
