import { Button } from '@mantine/core';

import type { Hit, OtherOption } from '@/api/types';
import { formatValue } from '@/lib/format';

import classes from './search.module.css';

interface Props {
  others: readonly OtherOption[];
  currency: string;
  configuration: string | undefined;
  onPut: (hit: Hit, beside: boolean) => void;
}

/** For each choice the cheapest with another option: in what it differs, and what that costs. */
export function OtherOptions({ others, currency, configuration, onPut }: Props) {
  return (
    <ul className={classes.others}>
      {others.map(({ choice, hit, text }) => (
        <li key={choice}>
          <div>
            <p>{text}</p>
            {hit && (
              <p className="soft">
                {formatValue(hit.hosts, 'count', '', currency).text} hosts,{' '}
                {formatValue(hit.cost, 'money', '', currency).text} {currency}, flash life{' '}
                {formatValue(hit.life_years, 'years', '', '').text} years
              </p>
            )}
          </div>
          {hit && configuration !== undefined && (
            <Button
              size="compact-sm"
              aria-label={`Put into the plan: ${text}`}
              onClick={() => onPut(hit, false)}
            >
              Put into the plan
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
