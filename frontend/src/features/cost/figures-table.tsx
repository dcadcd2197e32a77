import type { ConfigurationResult, Input, QuantityName, Result, Value } from '@/api/types';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { QuantityCell, QuantityLabel, useQuantities } from '@/components/quantity-cell';
import { StatusBadge } from '@/components/status-badge';
import type { NumberFormat } from '@/lib/format';

import classes from './cost.module.css';
import { withCuresOnce } from './cures';

/** Names of quantities and inputs under a heading. */
export type FigurePart = readonly [heading: string, quantities: readonly QuantityName[]];

interface Props {
  label: string;
  result: Result;
  parts: readonly FigurePart[];
}

/** Figures that are counted: all their digits matter. */
const COUNTED = new Set([
  'licensed_cores_per_host',
  'initial_licensed_cores',
  'licence_minimum_cores_per_host',
  'licence_minimum_cores_per_order',
  'initial_addon_licences',
  'initial_guest_licensed_cores',
  'initial_database_licensed_cores',
  'initial_second_database_licensed_cores',
  'rack_units',
]);

/** Figures of the result and the inputs behind them, side by side. */
export function FiguresTable({ label, result, parts }: Props) {
  const entries = useQuantities();
  const names = parts.flatMap(([, quantities]) => quantities);
  const figures = new Map(
    result.configurations.map((each) => {
      const inputs = new Map(names.map((name) => [name, inputOf(result, name, each)]));
      const values = names.map((name) => [name, each.quantities[name] ?? valueOf(inputs.get(name))] as const);
      return [each.key, { inputs, values: withCuresOnce(values) }];
    }),
  );
  const rows = parts.flatMap(([heading, quantities]): TableRow<ConfigurationResult>[] => [
    { key: heading, label: heading, heading: true },
    ...quantities.map((quantity) => ({
      key: quantity,
      label: <QuantityLabel quantity={quantity} currency={result.currency} />,
      meaning: entries.get(quantity)?.meaning,
      cell: (configuration: ConfigurationResult) => (
        <Figure
          configuration={configuration}
          quantity={quantity}
          value={figures.get(configuration.key)?.values.get(quantity)}
          input={figures.get(configuration.key)?.inputs.get(quantity)}
          currency={result.currency}
        />
      ),
    })),
  ]);
  return <ConfigurationTable label={label} corner="" columns={result.configurations} rows={rows} />;
}

interface FigureProps {
  configuration: ConfigurationResult;
  quantity: QuantityName;
  value: Value | undefined;
  /** Where the value comes from, for an input. */
  input: Input | undefined;
  currency: string;
}

function Figure({ configuration, quantity, value, input, currency }: FigureProps) {
  const format: NumberFormat | undefined = COUNTED.has(quantity) ? 'count' : undefined;
  const missing = input?.status === 'missing';
  return (
    <div className={classes.figure}>
      {input && !missing && <StatusBadge status={input.status} note={input.note} />}
      <QuantityCell
        configuration={configuration}
        quantity={quantity}
        value={value}
        currency={currency}
        format={format}
        text={missing ? 'missing' : undefined}
        unitAround
      />
    </div>
  );
}

function inputOf(result: Result, quantity: QuantityName, { key, quantities }: ConfigurationResult) {
  if (quantities[quantity]) return undefined;
  return result.inputs.find(
    (each) => each.quantity === quantity && (each.configuration === null || each.configuration === key),
  );
}

/** An input as a value: the number, or the field that would give it. */
function valueOf(input: Input | undefined): Value | undefined {
  if (!input) return undefined;
  if (input.value !== null) return { value: input.value, state: 'evaluated' };
  if (input.status !== 'missing') return { value: null, state: 'does_not_apply' };
  return { value: null, state: 'not_evaluated', missing: input.pointer === null ? [] : [input.pointer] };
}
