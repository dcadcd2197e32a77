import { VisuallyHidden } from '@mantine/core';

import type { Finalists } from '@/api/types';
import { ScrollRegion } from '@/components/scroll-region';
import { formatMoneyShort, formatNumber, formatShare } from '@/lib/format';

import type { Combination, Way } from './put';
import { PutMenu } from './put-menu';
import classes from './search.module.css';

interface Props {
  finalists: Finalists;
  currency: string;
  configuration: string | undefined;
  full: boolean;
  onPut: (combination: Combination, way: Way) => void;
}

/** The best in simulations: their cost, and how often their hosts and limits hold. */
export function FinalistTable({
  finalists: { finalists, best, level },
  currency,
  configuration,
  full,
  onPut,
}: Props) {
  const cost = (value: number | null) => (value === null ? '\u2013' : formatMoneyShort(value));
  const sure = `in ${formatShare(level)} at most`;
  return (
    <ScrollRegion label="In simulations, answers">
      <table className={classes.hits}>
        <thead>
          <tr>
            <th scope="col">Hosts</th>
            <th scope="col">Cost, {currency}: 5 %</th>
            <th scope="col">median</th>
            <th scope="col">95 %</th>
            <th scope="col">{sure}</th>
            <th scope="col">Hosts enough in</th>
            <th scope="col">Limits hold in</th>
            <th scope="col" className={classes.what}>
              With
            </th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {finalists.map((each, place) => (
            <tr key={each.text} data-best={place === best}>
              <td data-label="Hosts">{formatNumber(each.hosts)}</td>
              <td data-label={`Cost, ${currency}: 5 %`}>{cost(each.cost_low)}</td>
              <td data-label="median">{cost(each.cost_mid)}</td>
              <td data-label="95 %">{cost(each.cost_high)}</td>
              <td data-label={sure}>{cost(each.cost_at_level)}</td>
              <td data-label="Hosts enough in">{formatShare(each.enough)}</td>
              <td data-label="Limits hold in">{formatShare(each.holds)}</td>
              <td className={classes.what}>{each.text}</td>
              <td className={classes.put}>
                {configuration !== undefined && <PutMenu hit={each} full={full} onPut={onPut} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
