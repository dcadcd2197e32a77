import type { OtherOption } from '@/api/types';
import { formatValue } from '@/lib/format';

import type { Combination, Way } from './put';
import { PutMenu } from './put-menu';
import classes from './search.module.css';

interface Props {
  others: readonly OtherOption[];
  currency: string;
  configuration: string | undefined;
  full: boolean;
  onPut: (combination: Combination, way: Way) => void;
}

/** For each choice the cheapest with another option: in what it differs, and what that costs. */
export function OtherOptions({ others, currency, configuration, full, onPut }: Props) {
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
          {hit && configuration !== undefined && <PutMenu hit={hit} full={full} onPut={onPut} />}
        </li>
      ))}
    </ul>
  );
}
