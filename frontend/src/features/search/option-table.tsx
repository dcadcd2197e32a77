import type { ChoiceFound } from '@/api/types';
import { ScrollRegion } from '@/components/scroll-region';
import { formatNumber } from '@/lib/format';

import { ranked } from './answers';
import { signedShare } from './figures';
import classes from './search.module.css';

/** The options of a choice: how much dearer the cheapest cluster with each is, or what speaks against it. */
export function OptionTable({ choice: { name, options } }: { choice: ChoiceFound }) {
  return (
    <ScrollRegion label={`${name}, options`}>
      <table className={classes.options}>
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col">At best</th>
            <th scope="col">Feasible</th>
          </tr>
        </thead>
        <tbody>
          {ranked(options).map((each) => (
            <tr key={each.label} data-near={each.near}>
              <th scope="row">{each.label}</th>
              <td>
                {each.dearer === null
                  ? (each.why_not ?? 'nothing is feasible')
                  : each.dearer === 0
                    ? 'the cheapest'
                    : `${signedShare(each.dearer)}${each.placed ? '' : ', before placement'}`}
              </td>
              <td>{formatNumber(each.feasible)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
