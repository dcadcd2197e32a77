import type { ConfigurationResult, QuantityName, Result, Value } from '@/api/types';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { QuantityCell, QuantityLabel, useQuantities } from '@/components/quantity-cell';
import { capital } from '@/lib/format';

/** A quantity of every year: its name, and its values of a configuration; none where it has none. */
export interface YearlyFigure {
  quantity: QuantityName;
  valuesOf: (configuration: ConfigurationResult) => { year: number; value: Value }[];
}

interface Props {
  label: string;
  result: Result;
  figures: readonly YearlyFigure[];
}

/** Quantities year by year, side by side. */
export function YearsTable({ label, result, figures }: Props) {
  const entries = useQuantities();
  const heading = (quantity: QuantityName) => (
    <QuantityLabel quantity={quantity} currency={result.currency}>
      {capital(entries.get(quantity)?.label ?? '')}
    </QuantityLabel>
  );
  const rows = figures.flatMap(({ quantity, valuesOf }): TableRow<ConfigurationResult>[] => {
    const values = new Map(result.configurations.map((each) => [each.key, valuesOf(each)]));
    const years = [...values.values()].find((each) => each.length > 0) ?? [];
    return [
      { key: quantity, label: heading(quantity), heading: true },
      ...years.map(({ year }, place) => ({
        key: `${quantity} ${String(year)}`,
        label: year === 0 ? 'At the start' : `Year ${String(year)}`,
        cell: (configuration: ConfigurationResult) => (
          <QuantityCell
            configuration={configuration}
            quantity={quantity}
            member={`year ${String(year)}`}
            value={values.get(configuration.key)?.[place]?.value}
            currency={result.currency}
            unitAround
          />
        ),
      })),
    ];
  });
  return <ConfigurationTable label={label} corner="" columns={result.configurations} rows={rows} />;
}
