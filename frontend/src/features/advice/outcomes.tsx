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
  /** The answer before the last change. */
  previous?: Doubt;
}

interface Metric {
  label: string;
  title?: string;
  of: (outcome: Outcome) => Band;
  write: (value: number) => string;
  /** What its numbers are, where they are a bound. */
  bound?: (outcome: Outcome) => string;
  /** The end of its scale; otherwise the largest number. */
  end?: number;
}

const exactly = (value: number | null): Band => ({ low: value, mid: value, high: value });

const atLeast = (each: Outcome) => (each.at_least ? 'at least ' : '');

const COST: Metric = { label: 'Cost', of: (each) => each.cost, write: formatMoneyShort, bound: atLeast };
const HOSTS: Metric = {
  label: 'Hosts',
  of: (each) => each.hosts,
  write: formatNumber,
  bound: atLeast,
};
const LIFE: Metric = {
  label: 'Drives last, years',
  of: (each) => each.life_years,
  write: formatRough,
  bound: (each) => (each.life_at_most ? 'at most ' : ''),
};
const WORN: Metric = {
  label: 'Worn out',
  title: 'Chance that the drives wear out before the horizon',
  of: (each) => exactly(each.probability_worn),
  write: formatRoughShare,
  end: 1,
};
const COVERED: Metric = {
  label: 'Hosts cover',
  title: 'Share of the simulations in which the hosts of the plan are enough for every limit',
  of: (each) => exactly(each.probability_enough),
  write: formatRoughShare,
  end: 1,
};
const CHEAPEST: Metric = {
  label: 'Cheapest',
  title: 'Share of the simulations in which it is the cheapest feasible configuration',
  of: (each) => exactly(each.probability_cheapest),
  write: formatRoughShare,
  end: 1,
};

/** What becomes of each configuration in its futures: a line each, or where there is no room a metric after the other. */
export function Outcomes(props: Props) {
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  return narrow ? <ByMetric {...props} /> : <ByConfiguration {...props} />;
}

function ByConfiguration({ configurations, years, doubt, previous }: Props) {
  const most = largest(COST, doubt, previous);
  const chosen = chosenOf(doubt);
  const metrics = shown([LIFE, WORN, COVERED, CHEAPEST], doubt);
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.outcomes} data-picture>
          <thead>
            <tr>
              <th scope="col">Configuration</th>
              <th scope="col" className={classes.narrow}>
                {HOSTS.label}
              </th>
              <th scope="col">{costLabel(doubt, years)}</th>
              {metrics.map(({ label, title, end }) => (
                <th
                  key={label}
                  scope="col"
                  title={title}
                  className={end === undefined ? classes.narrow : classes.share}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {configurations.map(({ key, name }, index) => {
              const outcome = outcomeOf(doubt, key);
              const earlier = outcomeOf(previous, key);
              return (
                <tr key={key} data-advised={chosen.includes(key)}>
                  <th scope="row">
                    <span className={classes.name}>
                      <Marker index={index} />
                      {name}
                    </span>
                  </th>
                  <td>
                    <Words metric={HOSTS} outcome={outcome} earlier={earlier} />
                  </td>
                  <td>
                    {outcome && (
                      <Bar metric={COST} outcome={outcome} earlier={earlier} index={index} most={most} />
                    )}
                  </td>
                  {metrics.map((metric) => (
                    <td key={metric.label}>
                      <Words metric={metric} outcome={outcome} earlier={earlier} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <GhostLegend shown={previous !== undefined} />
    </>
  );
}

function ByMetric({ configurations, years, doubt, previous }: Props) {
  const chosen = chosenOf(doubt);
  return (
    <div className={classes.metrics}>
      {shown([COST, HOSTS, LIFE, WORN, COVERED, CHEAPEST], doubt).map((metric, place) => (
        <section key={metric.label} aria-label={metric.label} data-picture>
          <h3>{metric === COST ? costLabel(doubt, years) : metric.label}</h3>
          <ul>
            {configurations.map(({ key, name }, index) => {
              const outcome = outcomeOf(doubt, key);
              return (
                <li key={key} data-advised={chosen.includes(key)} data-named={place === 0}>
                  <Marker index={index} />
                  {/* The first bars are named, the others have the same order and marks. */}
                  {place === 0 ? (
                    <span className={classes.title}>{name}</span>
                  ) : (
                    <VisuallyHidden>{name}</VisuallyHidden>
                  )}
                  {outcome && (
                    <Bar
                      metric={metric}
                      outcome={outcome}
                      earlier={outcomeOf(previous, key)}
                      index={index}
                      most={largest(metric, doubt, previous)}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      <GhostLegend shown={previous !== undefined} />
    </div>
  );
}

interface BarProps {
  metric: Metric;
  outcome: Outcome;
  earlier: Outcome | undefined;
  index: number;
  most: number;
}

const percent = (value: number) => `${String(value)}%`;

/** The band on one scale for all configurations with the figure as sized, where they were before the last change, and all of it in words. */
function Bar({ metric, outcome, earlier, index, most }: BarProps) {
  const { low, mid, high } = metric.of(outcome);
  const before = earlier && differs(metric, outcome, earlier) ? metric.of(earlier) : undefined;
  const at = (value: number) => percent((100 * value) / most);
  const certain = low === high;
  return (
    <span className={classes.figure}>
      {low !== null && mid !== null && high !== null && most > 0 && (
        // Drawn, not laid out: what moves in a drawing moves nothing of the page.
        <svg className={classes.track} aria-hidden="true">
          <rect
            className={classes.range}
            x={certain ? 0 : at(low)}
            width={at(certain ? high : high - low)}
            fill={markerAt(index).colour}
          />
          {!certain && <rect className={classes.sized} x={at(mid)} />}
          {before && <Ghost band={before} at={at} />}
        </svg>
      )}
      <Words metric={metric} outcome={outcome} earlier={earlier} />
    </span>
  );
}

/** Where the band was: an outline, and a broken line at the figure as sized. */
function Ghost({ band: { low, mid, high }, at }: { band: Band; at: (value: number) => string }) {
  if (low === null || mid === null || high === null) return null;
  const certain = low === high;
  return (
    <>
      <rect className={classes.ghost} x={certain ? 0 : at(low)} width={at(certain ? high : high - low)} />
      {!certain && <line className={classes.ghostSized} x1={at(mid)} x2={at(mid)} y1="0" y2="100%" />}
    </>
  );
}

/** A number with its band, and what it was before the last change; room for that is kept. */
function Words({
  metric,
  outcome,
  earlier,
}: Pick<BarProps, 'metric' | 'earlier'> & { outcome: Outcome | undefined }) {
  const before = outcome && earlier && differs(metric, outcome, earlier) ? metric.of(earlier).mid : undefined;
  return (
    <span className={classes.words}>
      <span className={classes.number}>
        {boundText(metric, outcome)}
        <span className={classes.band}>{bandText(metric, outcome)}</span>
      </span>
      <span className={classes.was}>
        {before === undefined ? '' : `was ${before === null ? 'not known' : metric.write(before)}`}
      </span>
    </span>
  );
}

/** Whether two outcomes read differently. */
function differs(metric: Metric, one: Outcome, other: Outcome): boolean {
  const text = (each: Outcome) => boundText(metric, each) + bandText(metric, each);
  return text(one) !== text(other);
}

/** What the outlines mean; its room is kept, so that nothing moves when it comes. */
function GhostLegend({ shown }: { shown: boolean }) {
  return (
    <p className={classes.ghosts} data-shown={shown} data-testid="ghosts">
      <svg className={classes.key} aria-hidden="true">
        <rect className={classes.ghost} x="0" width="100%" />
        <line className={classes.ghostSized} x1="40%" x2="40%" y1="0" y2="100%" />
      </svg>
      before the last change
    </p>
  );
}

function outcomeOf(doubt: Doubt | undefined, key: string): Outcome | undefined {
  return doubt?.configurations.find((each) => each.key === key);
}

/** The ones to choose; none stands out where any will do. */
function chosenOf(doubt: Doubt | undefined): readonly string[] {
  const suggested = doubt?.verdict.suggested ?? [];
  return suggested.length < (doubt?.configurations.length ?? 0) ? suggested : [];
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
  return [label, doubt?.currency].filter(Boolean).join(', ');
}

function largest({ of, end }: Metric, ...doubts: (Doubt | undefined)[]): number {
  if (end !== undefined) return end;
  const outcomes = doubts.flatMap((each) => each?.configurations ?? []);
  return Math.max(0, ...outcomes.map((each) => of(each).high ?? of(each).mid ?? 0));
}

function boundText({ of, bound }: Metric, outcome: Outcome | undefined): string {
  return (outcome && of(outcome).mid !== null && bound?.(outcome)) || '';
}

function bandText({ of, write }: Metric, outcome: Outcome | undefined): string {
  if (!outcome) return '';
  const { low, mid, high } = of(outcome);
  const [least, sized, most] = [low, mid, high].map((each) => (each === null ? '\u2013' : write(each)));
  const alone = least === most && (least === sized || low === null);
  return alone ? String(sized) : `${String(sized)} (${String(least)} to ${String(most)})`;
}
