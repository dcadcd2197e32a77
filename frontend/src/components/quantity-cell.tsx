import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { quantitiesQuery } from '@/api/quantities';
import { sharedQuantitiesQuery } from '@/api/quantities';
import type { QuantityEntry, QuantityName, Value } from '@/api/types';
import { formatForUnit, formatValue, type NumberFormat, type Shown, unitText } from '@/lib/format';

import { Needs } from './field-links';
import { usePlanActions } from '@/plan/plan-actions';
import classes from './quantity-cell.module.css';
import { Figure, FigureText } from './figure';

type Entries = ReadonlyMap<string, QuantityEntry>;

/** Labels of the quantities by name; empty until they are loaded. */
export function useQuantities(): Entries {
  const { sharedBy } = usePlanActions();
  const query: UseQueryOptions<Entries, Error, Entries, string[]> =
    sharedBy === undefined ? quantitiesQuery : sharedQuantitiesQuery(sharedBy);
  return useQuery(query).data ?? NONE;
}

const NONE: Entries = new Map();

interface LabelProps {
  quantity: QuantityName;
  currency: string;
  /** What it is called here, if not by its own name. */
  children?: ReactNode;
  /** The unit that the table says of all its numbers. */
  known?: string;
}

/** The label of a row of quantities, with their unit, which their numbers then do not repeat. */
export function QuantityLabel({ quantity, currency, children, known }: LabelProps) {
  const entry = useQuantities().get(quantity);
  const unit = unitText(entry?.unit ?? '', currency);
  return (
    <>
      {children ?? entry?.label}
      {unit !== '' && unit !== known && <span className="soft">, {unit}</span>}
    </>
  );
}

interface Props {
  configuration: { key: string; name: string };
  quantity: QuantityName;
  value: Value | undefined;
  /** Which of several values it is: "year 3". */
  member?: string;
  failedHosts?: number;
  currency?: string;
  /** Its number format, if its unit does not imply it. */
  format?: NumberFormat;
  /** Words in place of the number. */
  text?: string;
  /** Whether words say that the number does not count. */
  words?: boolean;
  /** Whether the number can be explained as it stands. */
  explained?: boolean;
  /** Whether its unit stands in the table around it. */
  unitAround?: boolean;
}

/** A quantity of a configuration: the number opens its explanation, or says what it lacks. */
export function QuantityCell({
  configuration,
  quantity,
  value,
  member,
  failedHosts = 0,
  currency = '',
  format,
  text,
  words,
  explained = true,
  unitAround,
}: Props) {
  const entry = useQuantities().get(quantity);
  if (!value) return null;
  const unit = entry?.unit ?? '';
  const number = formatValue(value, format ?? formatForUnit(unit, quantity), unit, currency);
  const shown: Shown = text === undefined ? number : { ...number, text, unit: '' };
  const called = [entry?.label ?? quantity, member, configuration.name].filter(Boolean).join(', ');
  return (
    <div
      data-testid={['quantity', quantity, configuration.key, member?.replace(' ', '-')]
        .filter(Boolean)
        .join('-')}
      data-down={failedHosts}
      data-value={value.value ?? ''}
      data-state={value.state}
    >
      {explained ? (
        <Figure
          configuration={configuration.key}
          quantity={quantity}
          failedHosts={failedHosts}
          shown={shown}
          state={value.state}
          label={called}
          words={words}
          unitAround={unitAround}
        />
      ) : (
        <span title={shown.full}>
          <FigureText shown={shown} />
        </span>
      )}
      <Needs value={value} className={classes.note} />
    </div>
  );
}
