import type { ConfigurationResult, QuantityName, Result, Value } from '@/api/types';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { QuantityCell, QuantityLabel, useQuantities } from '@/components/quantity-cell';

import { formatMoney } from '@/lib/format';

import { isLeftOut, isNowhere } from './categories';
import classes from './cost.module.css';
import { withCuresOnce } from './cures';

/** What the categories come to, and what that is for each thing that the cluster is for. */
const TOTAL = 'cluster_tco';
const KNOWN = 'known_parts_cost';
const SUMS: QuantityName[] = [KNOWN, TOTAL, 'cluster_npv', 'tco_per_vm', 'tco_per_vm_month', 'tco_per_tb'];

/** The cost until the horizon, category by category. */
export function CostTable({ result }: { result: Result }) {
  const { configurations, currency } = result;
  const entries = useQuantities();
  const parts = configurations[0]?.cost_parts ?? [];
  const quantities = [...parts.map((part) => part.quantity), ...SUMS];
  const values = new Map(
    configurations.map((each) => [
      each.key,
      withCuresOnce(quantities.map((quantity) => [quantity, each.quantities[quantity]] as const)),
    ]),
  );
  const labels = new Map(parts.map((part) => [part.quantity, part.label]));
  const rows = quantities
    .filter((quantity) =>
      labels.has(quantity) ? !isNowhere(quantity, result) : saysMore(quantity, result, values),
    )
    .map((quantity): TableRow<ConfigurationResult> => {
      const style = quantity === TOTAL ? classes.total : undefined;
      return {
        key: quantity,
        label: (
          <span className={style}>
            <QuantityLabel quantity={quantity} currency={currency} known={currency}>
              {labels.get(quantity)}
            </QuantityLabel>
          </span>
        ),
        meaning: entries.get(quantity)?.meaning,
        cell: (configuration) => (
          <div className={style}>
            <QuantityCell
              configuration={configuration}
              quantity={quantity}
              value={values.get(configuration.key)?.get(quantity)}
              currency={currency}
              text={isLeftOut(result, quantity) ? 'not counted' : undefined}
              words={isLeftOut(result, quantity)}
              unitAround
            />
          </div>
        ),
      };
    });
  const place = rows.findIndex((row) => row.key === LINES);
  if (place >= 0) rows.splice(place + 1, 0, ...lineRows(result));
  return (
    <ConfigurationTable
      label="Cost by category"
      corner={`${currency}, if no other unit is given. Click any number to see how it is calculated.`}
      columns={configurations}
      rows={rows}
    />
  );
}

const LINES = 'lines_cost';

/** The cost lines by category, below their sum. */
function lineRows({ configurations }: Result): TableRow<ConfigurationResult>[] {
  const labels = new Set(configurations.flatMap((each) => each.cost_lines.map((line) => line.label)));
  return [...labels].map((label) => ({
    key: `${LINES} ${label}`,
    label: <span className={classes.line}>{label}</span>,
    cell: ({ cost_lines: lines }) => (
      <span className={classes.line}>
        {formatMoney(lines.find((line) => line.label === label)?.amount ?? 0)}
      </span>
    ),
  }));
}

/** Whether a sum says more than that a part of it is not evaluated. */
function saysMore(
  quantity: QuantityName,
  { configurations }: Result,
  values: ReadonlyMap<string, ReadonlyMap<string, Value>>,
): boolean {
  if (quantity === TOTAL) return true;
  if (quantity === KNOWN) {
    const unknown = configurations.some((each) => each.quantities[TOTAL]?.state === 'not_evaluated');
    return unknown && configurations.some((each) => each.quantities[KNOWN]?.value);
  }
  return configurations.some((each) => {
    const value = values.get(each.key)?.get(quantity);
    return value && (value.state !== 'not_evaluated' || (value.missing ?? []).length > 0);
  });
}
