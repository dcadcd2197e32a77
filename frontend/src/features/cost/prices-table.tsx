import { VisuallyHidden } from '@mantine/core';

import type { Result } from '@/api/types';
import { FieldAction } from '@/components/field-links';
import { Marker } from '@/components/marker';
import { usePlanActions, usePlanWords } from '@/plan/plan-actions';
import { ScrollRegion } from '@/components/scroll-region';
import { StatusBadge } from '@/components/status-badge';
import { Figure } from '@/components/figure';
import { formatExact, formatListed, formatValue } from '@/lib/format';

import classes from './cost.module.css';
import { ageWords, type PriceLine, priceLines } from './prices';

/** Every price that the result rests on, so that it can be defended. */
export function PricesTable({ result }: { result: Result }) {
  const { priced_on: pricedOn, age_limit_months: limit, used, exchange_rates: rates = [] } = result.prices;
  return (
    <>
      <p className="soft small">
        {pricedOn === null ? 'No price has a date' : `Priced for ${pricedOn}`}; a price is old after {limit}{' '}
        months. <FieldAction pointer="/economics/priced_on">change</FieldAction>
      </p>
      {rates.map((rate) => (
        <p key={rate.currency} className="soft small">
          1 {rate.currency} is {formatListed(rate.rate)} {result.currency}, {rate.date}
          {rate.source ? ` (${rate.source})` : ''}
          {rate.is_old ? ': old' : ''}
        </p>
      ))}
      <ScrollRegion label="Prices used">
        <table className={classes.prices}>
          <thead>
            <tr>
              <th scope="col">Price</th>
              <th scope="col">For</th>
              <th scope="col" className={classes.number}>
                Value
              </th>
              <th scope="col">Status</th>
              <th scope="col">Date</th>
              <th scope="col">Source</th>
              <th scope="col">Confidence</th>
            </tr>
          </thead>
          <tbody>
            {priceLines(used).map((line) => (
              <PriceRow
                key={`${line.price.quantity} ${line.price.configuration ?? ''}`}
                line={line}
                result={result}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function PriceRow({ line, result }: { line: PriceLine; result: Result }) {
  const { focusField, readOnly } = usePlanActions();
  const { labelOf } = usePlanWords();
  const { price, configurations } = line;
  const { pointer } = price;
  const age = ageWords(price);
  const { value, unit } = price;
  // A price is compared with an offer: all its digits are shown.
  const shown = {
    ...formatValue({ value, state: 'evaluated' }, 'money', unit, result.currency),
    text: formatExact(value ?? 0),
  };
  const owner = configurations[0] ?? result.configurations[0]?.key ?? '';
  return (
    <tr
      data-testid={`price-${price.quantity}-${price.configuration ?? 'all'}`}
      data-value={price.value ?? ''}
      data-old={price.is_old}
    >
      <th scope="row">
        {pointer === null || readOnly ? (
          price.label
        ) : (
          <button
            type="button"
            className={`link-button ${classes.field}`}
            title={labelOf(pointer)}
            onClick={() => focusField(pointer)}
          >
            {price.label}
          </button>
        )}
      </th>
      <td>
        <Owners configurations={configurations} result={result} />
      </td>
      <td className={classes.number}>
        <Figure
          configuration={owner}
          quantity={price.quantity}
          shown={shown}
          state="evaluated"
          label={[price.label, ...configurations.map((key) => nameOf(result, key))].join(', ')}
        />
      </td>
      <td>
        <StatusBadge status={price.status} note={price.note} />
      </td>
      <td className={classes.date}>
        {price.date ?? <span className="soft">none</span>}
        {age !== null && <span className={classes.age}>{age}</span>}
      </td>
      <td className={classes.source}>{price.source ?? <span className="soft">none</span>}</td>
      <td>{price.confidence ?? <span className="soft">none</span>}</td>
    </tr>
  );
}

const placeOf = (result: Result, key: string) => result.configurations.findIndex((each) => each.key === key);
const nameOf = (result: Result, key: string) => result.configurations[placeOf(result, key)]?.name ?? key;

/** For which configurations a price holds. */
function Owners({ configurations, result }: { configurations: readonly string[]; result: Result }) {
  if (configurations.length === 0 || configurations.length === result.configurations.length) {
    return <span className="soft">all</span>;
  }
  return configurations.map((key) => (
    <span key={key} title={nameOf(result, key)} className={classes.owner}>
      <Marker index={placeOf(result, key)} size={10} />
      <VisuallyHidden>{nameOf(result, key)}</VisuallyHidden>
    </span>
  ));
}
