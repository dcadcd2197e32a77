import { useState } from 'react';

import type { ConfigurationResult, Finance, QuantityName, Result, Value } from '@/api/types';
import { FieldAction } from '@/components/field-links';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { Disclosure } from '@/components/disclosure';
import { Marker } from '@/components/marker';
import { usePlanActions } from '@/plan/plan-actions';
import { QuantityCell, QuantityLabel, useQuantities } from '@/components/quantity-cell';
import { Section } from '@/components/section';

import classes from './cost.module.css';
import { withCuresOnce } from './cures';
import { YearsTable, type YearlyFigure } from './years-table';

const FIGURES: [quantity: QuantityName, valueOf: (finance: Finance) => Value][] = [
  ['saving_npv', (finance) => finance.npv],
  ['internal_return_rate', (finance) => finance.internal_rate],
  ['payback_years', (finance) => finance.payback_years],
  ['discounted_payback_years', (finance) => finance.discounted_payback_years],
];

const SAVINGS: YearlyFigure[] = [
  {
    quantity: 'saving_cost_per_year',
    valuesOf: (each) => (each.finance?.savings ?? []).map(({ year, amount }) => ({ year, value: amount })),
  },
  {
    quantity: 'cumulative_saving_cost',
    valuesOf: (each) =>
      (each.finance?.savings ?? []).map(({ year, cumulative }) => ({ year, value: cumulative })),
  },
];

/** What each configuration saves against another way, and when it is paid back. */
export function ReturnSection({ result }: { result: Result }) {
  const { explain } = usePlanActions();
  const [open, setOpen] = useState(false);
  const compared = result.configurations.find((each) => each.finance);
  const finance = compared?.finance;
  if (!compared || !finance) {
    return (
      <Section title="Return">
        <p className="soft">Nothing to compare with: only one configuration, and no current cluster.</p>
        <KeepLink />
      </Section>
    );
  }
  const known = result.configurations.some(
    (each) => each.finance && each.finance.payback_years.state !== 'not_evaluated',
  );
  return (
    <Section title={`Against ${finance.against_name}`} hint="Savings and payback">
      <ul className={classes.sentences}>
        {result.configurations.map(
          (each, index) =>
            each.finance && (
              <li key={each.key}>
                <Marker index={index} /> <span className="soft">{each.name}:</span> {each.finance.text}
              </li>
            ),
        )}
      </ul>
      {known && (
        <>
          <ReturnTable result={result} />
          <p className={`soft small ${classes.convention}`}>
            Payments are discounted in their month, before taxes.{' '}
            <button type="button" className="link-button" onClick={() => explain(compared.key, 'saving_npv')}>
              how it is computed
            </button>
          </p>
          <div className={classes.below}>
            <Disclosure level={3} title="Savings by year" open={open} onToggle={setOpen}>
              <div className={classes.fold}>
                <YearsTable label="Savings by year" result={result} figures={SAVINGS} />
              </div>
            </Disclosure>
          </div>
        </>
      )}
      <KeepLink kept={finance.against === null} />
    </Section>
  );
}

/** The figures of the return; the configuration that the others are compared with has none. */
function ReturnTable({ result }: { result: Result }) {
  const entries = useQuantities();
  const values = new Map(
    result.configurations.map(({ key, finance }) => [
      key,
      withCuresOnce(FIGURES.map(([quantity, valueOf]) => [quantity, finance ? valueOf(finance) : undefined])),
    ]),
  );
  const rows = FIGURES.map(([quantity]): TableRow<ConfigurationResult> => ({
    key: quantity,
    label: <QuantityLabel quantity={quantity} currency={result.currency} />,
    meaning: entries.get(quantity)?.meaning,
    cell: (configuration) => {
      const value = values.get(configuration.key)?.get(quantity);
      if (!value) return <span className="soft">the reference</span>;
      return (
        <QuantityCell
          configuration={configuration}
          quantity={quantity}
          value={value}
          currency={result.currency}
          format={quantity === 'internal_return_rate' ? 'share' : undefined}
          text={wordsOf(result, quantity, configuration.key)}
          unitAround
        />
      );
    },
  }));
  return <ConfigurationTable label="Return" corner="" columns={result.configurations} rows={rows} />;
}

/** What the comparison says of a figure in place of its number. */
function wordsOf(result: Result, quantity: QuantityName, configuration: string): string | undefined {
  const row = result.rows.find((each) => each.quantity === quantity);
  return row?.cells.find((cell) => cell.configuration === configuration)?.text ?? undefined;
}

/** The link to the fields of the current cluster. */
function KeepLink({ kept = false }: { kept?: boolean }) {
  return (
    <p className={classes.below}>
      <FieldAction pointer="/economics/keep">
        {kept ? 'change your current cluster' : 'compare with your current cluster'}
      </FieldAction>
    </p>
  );
}
