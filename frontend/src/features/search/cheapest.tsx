import { Button, Menu } from '@mantine/core';

import type { Hit, SearchAnswer } from '@/api/types';
import { formatValue } from '@/lib/format';

import { againstPlan } from './figures';
import type { Combination, Way } from './put';
import { PutMenu } from './put-menu';
import classes from './search.module.css';

interface Props {
  hit: Hit;
  answer: SearchAnswer;
  configuration: string | undefined;
  full: boolean;
  onPut: (combination: Combination, way: Way) => void;
  /** Saves the whole answer as a file. */
  onSave: () => void;
}

/** The cheapest answer, and the way into the plan; all others are in a menu. */
export function Cheapest({
  hit,
  answer: { currency, choices, as_it_is: own },
  configuration,
  full,
  onPut,
  onSave,
}: Props) {
  const hosts = formatValue(hit.hosts, 'count', '', currency);
  const cost = formatValue(hit.cost, 'money', currency, currency);
  const life = formatValue(hit.life_years, 'years', 'years', '');
  const wear = formatValue(hit.wear_out_probability, 'probability', '', '');
  return (
    <div className={classes.cheapest} data-testid="cheapest">
      <dl className={classes.tiles}>
        <div>
          <dt>Hosts</dt>
          <dd>{hosts.text}</dd>
          <dd className={classes.against}>
            {own && `as it is: ${formatValue(own.hosts, 'count', '', currency).text}`}
          </dd>
        </div>
        <div>
          <dt>Cost, {currency}</dt>
          <dd title={cost.full}>{cost.text}</dd>
          <dd className={classes.against}>{againstPlan(hit)}</dd>
        </div>
        <div>
          <dt>Flash life</dt>
          <dd>
            {life.text} {life.unit}
          </dd>
          <dd className={classes.against}>
            {own && `as it is: ${formatValue(own.life_years, 'years', '', '').text}`}
          </dd>
        </div>
        <div>
          <dt>Worn out in the horizon</dt>
          <dd>{wear.text}</dd>
          <dd className={classes.against}>
            {own && `as it is: ${formatValue(own.wear_out_probability, 'probability', '', '').text}`}
          </dd>
        </div>
      </dl>
      {configuration === undefined ? (
        <p className={classes.advice}>The configuration that was varied is no longer in the plan.</p>
      ) : (
        <div className={classes.actions}>
          <Button variant="filled" size="sm" onClick={() => onPut(hit, 'in place')}>
            Put into the plan
          </Button>
          <PutMenu hit={hit} full={full} onPut={onPut} without="in place">
            <Menu.Divider />
            <Menu.Item onClick={onSave}>Save the answer (JSON)</Menu.Item>
          </PutMenu>
        </div>
      )}
      <dl className={classes.made}>
        {choices.map(({ name }, index) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{hit.labels[index]}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.prices}>{hit.prices.text}</p>
    </div>
  );
}
