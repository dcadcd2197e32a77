import type { Doubt, Outcome, Plan } from '@/api/types';
import { Marker } from '@/components/marker';
import { formatMoneyShort, formatNumber, formatShare } from '@/lib/format';
import { markerAt } from '@/lib/markers';

import classes from './advice-card.module.css';

interface Props {
  configurations: Plan['configurations'];
  doubt: Doubt | undefined;
}

/** One line for each configuration, with the bands of its futures. */
export function Outcomes({ configurations, doubt }: Props) {
  const ends = (doubt?.configurations ?? []).flatMap(({ cost }) => [cost.low ?? [], cost.high ?? []].flat());
  const most = Math.max(0, ...ends);
  const advised = doubt?.verdict.advised;
  return (
    <div className={classes.scroll}>
      <table className={classes.outcomes}>
        <thead>
          <tr>
            <th scope="col">Configuration</th>
            <th scope="col">Hosts</th>
            <th scope="col" className={classes.wide}>
              Cost{doubt ? `, ${doubt.currency}` : ''}
            </th>
            <th scope="col">Drives last, years</th>
            <th
              scope="col"
              title="Share of the futures in which the hosts of the plan are enough for every limit"
            >
              Enough hosts
            </th>
            <th scope="col" title="Share of the futures in which it is the cheapest feasible configuration">
              Cheapest
            </th>
          </tr>
        </thead>
        <tbody>
          {configurations.map(({ key, name }, index) => {
            const outcome = doubt?.configurations.find((each) => each.key === key);
            return (
              <tr key={key} data-advised={key === advised}>
                <th scope="row">
                  <span className={classes.name}>
                    <Marker index={index} />
                    {name}
                  </span>
                </th>
                <td data-label="Hosts">{outcome ? hosts(outcome) : ''}</td>
                <td className={classes.wide} data-label="Cost">
                  {outcome && <CostBand outcome={outcome} index={index} most={most} />}
                </td>
                <td data-label="Drives last, years">
                  {outcome ? band(outcome.life_years, formatYears) : ''}
                </td>
                <td data-label="Enough hosts">{outcome ? share(outcome.probability_enough) : ''}</td>
                <td data-label="Cheapest">{outcome ? share(outcome.probability_cheapest) : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The median, and the band on one scale for all configurations. */
function CostBand({ outcome, index, most }: { outcome: Outcome; index: number; most: number }) {
  const { low, mid, high } = outcome.cost;
  if (low === null || mid === null || high === null) return <>{'\u2013'}</>;
  const at = (value: number) => `${String((100 * value) / most)}%`;
  return (
    <span className={classes.cost}>
      <span className={classes.track} aria-hidden="true">
        <span
          className={classes.range}
          style={{ left: at(low), width: at(high - low), background: markerAt(index).colour }}
        />
        <span className={classes.median} style={{ left: at(mid) }} />
      </span>
      <span>{band(outcome.cost, formatMoneyShort)}</span>
    </span>
  );
}

function hosts(outcome: Outcome): string {
  return band(outcome.hosts, formatNumber);
}

function formatYears(years: number): string {
  return years < 10
    ? years.toLocaleString(undefined, { maximumFractionDigits: 1 })
    : formatNumber(Math.round(years));
}

function band(
  { low, mid, high }: { low: number | null; mid: number | null; high: number | null },
  write: (value: number) => string,
): string {
  const [least, middle, largest] = [low, mid, high].map((each) => (each === null ? '\u2013' : write(each)));
  return least === largest ? String(middle) : `${String(middle)} (${String(least)} to ${String(largest)})`;
}

function share(value: number | null): string {
  return value === null
    ? '\u2013'
    : formatShare(value < 0.995 && value > 0.005 ? Math.round(value * 100) / 100 : value);
}
