import { VisuallyHidden } from '@mantine/core';

import type { Hit, SearchAnswer } from '@/api/types';
import { ScrollRegion } from '@/components/scroll-region';
import { formatValue } from '@/lib/format';
import { useRovingFocus } from '@/lib/use-roving-focus';

import { signedShare } from './figures';
import type { Combination, Way } from './put';
import { PutMenu } from './put-menu';
import classes from './search.module.css';

interface Props {
  label: string;
  hits: readonly Hit[];
  of: SearchAnswer;
  configuration: string | undefined;
  full: boolean;
  onPut: (combination: Combination, way: Way) => void;
  /** Told which one is pointed at. */
  onCurrent?: (hit: Hit | undefined) => void;
}

/** Answers below each other: one tab stop, and arrow keys lead from one to the next. */
export function HitTable({ label, hits, of: { currency }, configuration, full, onPut, onCurrent }: Props) {
  const roving = useRovingFocus();
  return (
    <ScrollRegion label={`${label}, answers`}>
      <table ref={roving} className={classes.hits}>
        <thead>
          <tr>
            <th scope="col">Hosts</th>
            <th scope="col">Cost, {currency}</th>
            <th scope="col">to the best</th>
            <th scope="col">to the plan</th>
            <th scope="col">Flash life, years</th>
            <th scope="col">Worn out</th>
            <th scope="col">Oldest price</th>
            <th scope="col" className={classes.what}>
              With
            </th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {hits.map((hit) => (
            <tr
              key={hit.text}
              onPointerEnter={() => onCurrent?.(hit)}
              onPointerLeave={() => onCurrent?.(undefined)}
              onFocus={() => onCurrent?.(hit)}
              onBlur={() => onCurrent?.(undefined)}
            >
              <td data-label="Hosts">{formatValue(hit.hosts, 'count', '', currency).text}</td>
              <td data-label={`Cost, ${currency}`}>{formatValue(hit.cost, 'money', '', currency).text}</td>
              <td data-label="to the best">{hit.dearer ? signedShare(hit.dearer) : ''}</td>
              <td data-label="to the plan">
                {hit.against_plan === null ? '' : signedShare(hit.against_plan)}
              </td>
              <td data-label="Flash life, years">{formatValue(hit.life_years, 'years', '', '').text}</td>
              <td data-label="Worn out">
                {formatValue(hit.wear_out_probability, 'probability', '', '').text}
              </td>
              <td data-label="Oldest price" title={hit.prices.text}>
                {hit.prices.oldest ?? 'no date'}
              </td>
              <td className={classes.what}>{hit.text}</td>
              <td className={classes.put}>
                {configuration !== undefined && <PutMenu hit={hit} full={full} onPut={onPut} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
