import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';

import type { Band, Doubt, Outcome, Plan } from '@/api/types';
import { Marker } from '@/components/marker';
import { formatMoneyShort, formatNumber, formatRough, formatRoughShare } from '@/lib/format';
import { markerAt } from '@/lib/markers';

import classes from './outcomes.module.css';

interface Props {
  configurations: Plan['configurations'];
  /** The horizon of the cost. */
  years: number | undefined;
  doubt: Doubt | undefined;
}

interface Metric {
  label: string;
  title?: string;
  of: (outcome: Outcome) => Band;
  write: (value: number) => string;
  /** The end of its scale; otherwise the largest number. */
  end?: number;
}

const exactly = (value: number | null): Band => ({ low: value, mid: value, high: value });

const COST: Metric = { label: 'Cost', of: (each) => each.cost, write: formatMoneyShort };
const HOSTS: Metric = { label: 'Hosts', of: (each) => each.hosts, write: formatNumber };
const LIFE: Metric = { label: 'Drives last, years', of: (each) => each.life_years, write: formatRough };
const ENOUGH: Metric = {
  label: 'Enough hosts',
  title: 'Share of the futures in which the hosts of the plan are enough for every limit',
  of: (each) => exactly(each.probability_enough),
  write: formatRoughShare,
  end: 1,
};
const CHEAPEST: Metric = {
  label: 'Cheapest',
  title: 'Share of the futures in which it is the cheapest feasible configuration',
  of: (each) => exactly(each.probability_cheapest),
  write: formatRoughShare,
  end: 1,
};

/** What becomes of each configuration in its futures: a line each, or where there is no room a metric after the other. */
export function Outcomes(props: Props) {
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  return narrow ? <ByMetric {...props} /> : <ByConfiguration {...props} />;
}

function ByConfiguration({ configurations, years, doubt }: Props) {
  const most = largest(COST, doubt);
  const chosen = chosenOf(doubt);
  const metrics = shown([LIFE, ENOUGH, CHEAPEST], doubt);
  return (
    <div className={classes.scroll}>
      <table className={classes.outcomes} data-picture>
        <thead>
          <tr>
            <th scope="col">Configuration</th>
            <th scope="col">{HOSTS.label}</th>
            <th scope="col" className={classes.wide}>
              {costLabel(doubt, years)}
            </th>
            {metrics.map(({ label, title }) => (
              <th key={label} scope="col" title={title}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {configurations.map(({ key, name }, index) => {
            const outcome = doubt?.configurations.find((each) => each.key === key);
            return (
              <tr key={key} data-advised={key === chosen}>
                <th scope="row">
                  <span className={classes.name}>
                    <Marker index={index} />
                    {name}
                  </span>
                </th>
                <td>{text(HOSTS, outcome)}</td>
                <td className={classes.wide}>
                  {outcome && <Bar metric={COST} outcome={outcome} index={index} most={most} />}
                </td>
                {metrics.map((metric) => (
                  <td key={metric.label}>{text(metric, outcome)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function ByMetric({ configurations, years, doubt }: Props) {
  const chosen = chosenOf(doubt);
  return (
    <div className={classes.metrics}>
      <ul className={classes.legend}>
        {configurations.map(({ key, name }, index) => (
          <li key={key} data-advised={key === chosen}>
            <Marker index={index} />
            {name}
          </li>
        ))}
      </ul>
      {shown([COST, HOSTS, LIFE, ENOUGH, CHEAPEST], doubt).map((metric) => (
        <section key={metric.label} aria-label={metric.label} data-picture>
          <h3>{metric === COST ? costLabel(doubt, years) : metric.label}</h3>
          <ul>
            {configurations.map(({ key, name }, index) => {
              const outcome = doubt?.configurations.find((each) => each.key === key);
              return (
                <li key={key}>
                  <Marker index={index} />
                  <VisuallyHidden>{name}</VisuallyHidden>
                  {outcome && (
                    <Bar metric={metric} outcome={outcome} index={index} most={largest(metric, doubt)} />
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The band on one scale for all configurations, with its median, and both in words. */
function Bar({
  metric,
  outcome,
  index,
  most,
}: {
  metric: Metric;
  outcome: Outcome;
  index: number;
  most: number;
}) {
  const { low, mid, high } = metric.of(outcome);
  const at = (value: number) => `${String((100 * value) / most)}%`;
  const certain = low === high;
  return (
    <span className={classes.figure}>
      {low !== null && mid !== null && high !== null && most > 0 && (
        <span className={classes.track} aria-hidden="true">
          <span
            className={classes.range}
            style={{
              left: certain ? 0 : at(low),
              width: at(certain ? high : high - low),
              background: markerAt(index).colour,
            }}
          />
          {!certain && <span className={classes.median} style={{ left: at(mid) }} />}
        </span>
      )}
      <span>{text(metric, outcome)}</span>
    </span>
  );
}

/** The one to choose, where one is advised. */
function chosenOf(doubt: Doubt | undefined): string | null {
  return doubt && doubt.verdict.strength !== 'too_close' ? doubt.verdict.advised : null;
}

/** What applies to any configuration. */
function shown(metrics: readonly Metric[], doubt: Doubt | undefined): Metric[] {
  return metrics.filter(
    ({ of }) =>
      !doubt || doubt.configurations.some((each) => Object.values(of(each)).some((end) => end !== null)),
  );
}

function costLabel(doubt: Doubt | undefined, years: number | undefined): string {
  const label = years === undefined ? COST.label : `${COST.label} over ${String(years)} years`;
  return doubt ? `${label}, ${doubt.currency}` : label;
}

function largest({ of, end }: Metric, doubt: Doubt | undefined): number {
  if (end !== undefined) return end;
  return Math.max(0, ...(doubt?.configurations ?? []).map((each) => of(each).high ?? of(each).mid ?? 0));
}

function text({ of, write }: Metric, outcome: Outcome | undefined): string {
  if (!outcome) return '';
  const { low, mid, high } = of(outcome);
  const [least, middle, most] = [low, mid, high].map((each) => (each === null ? '\u2013' : write(each)));
  return least === most ? String(middle) : `${String(middle)} (${String(least)} to ${String(most)})`;
}
