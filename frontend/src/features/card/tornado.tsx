import { VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';

import type { Uncertainty, InputSensitivity } from '@/api/types';
import { Marker } from '@/components/marker';
import { formatMoneyShort } from '@/lib/format';

import classes from './tornado.module.css';

const MOST_SHOWN = 8;
/** What moves the comparison by less than this share of what the strongest cause does is left out. */
const LEAST = 0.01;

interface Bar {
  driver: InputSensitivity;
  from: number;
  to: number;
}

/** How far each cause moves the comparison by itself, and the value at which costs are equal. */
export function Tornado({ uncertainty }: { uncertainty: Uncertainty | undefined }) {
  return uncertainty ? <Causes uncertainty={uncertainty} /> : null;
}

function Causes({
  uncertainty: { sensitivities, verdict, configurations, currency },
}: {
  uncertainty: Uncertainty;
}) {
  const ofCost = verdict.runner_up === null;
  const bars = sensitivities.flatMap((driver): Bar[] => {
    const [from, to] = ofCost
      ? [driver.low_cost, driver.high_cost]
      : [driver.low_difference, driver.high_difference];
    return from === null || to === null ? [] : [{ driver, from, to }];
  });
  const reach = ({ from, to }: Bar) => Math.abs(to - from);
  const widest = Math.max(0, ...bars.map(reach));
  const shown = bars.filter((each) => reach(each) > LEAST * widest).slice(0, MOST_SHOWN);
  const ends = shown.flatMap(({ from, to }) => [from, to]);
  const flips = sensitivities.some((each) => each.break_even !== null);
  // A difference is seen against zero, a cost is not.
  const [least, most] = ofCost
    ? [Math.min(...ends), Math.max(...ends)]
    : [Math.min(0, ...ends), Math.max(0, ...ends)];
  const at = (value: number) => `${String((100 * (value - least)) / (most - least))}%`;
  const name = (key: string | null) => configurations.find((each) => each.key === key)?.name ?? '';
  const mark = (key: string | null) => (
    <Named index={configurations.findIndex((each) => each.key === key)} name={name(key)} />
  );
  return (
    <div>
      {shown.length === 0 && <p className="soft small">Nothing to compare.</p>}
      {shown.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Cause</th>
              <th scope="col">
                Cost
                {!ofCost && (
                  <>
                    {' '}
                    of {mark(verdict.advised)} less {mark(verdict.runner_up)}
                  </>
                )}
                , {currency}
              </th>
              <th scope="col">{flips ? 'Equal cost' : ''}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ driver, from, to }, place) => (
              // By place: another cause is written into a line, no line moves.
              <tr key={place}>
                <th scope="row" title={driver.name}>
                  <span key={driver.name} className={classes.cause}>
                    <Cause driver={driver} configurations={configurations} />
                  </span>
                </th>
                <td className={classes.reach}>
                  <span className={classes.track} aria-hidden="true">
                    {!ofCost && <span key={at(0)} className={classes.zero} style={{ left: at(0) }} />}
                    <span
                      key={`${String(from)} ${String(to)}`}
                      className={classes.bar}
                      data-flips={driver.break_even !== null}
                      style={{
                        left: at(Math.min(from, to)),
                        right: `calc(100% - ${at(Math.max(from, to))})`,
                      }}
                    />
                  </span>
                  {/* Another text, and not one that moved. */}
                  <span key={`${String(from)} ${String(to)}`} className={classes.ends}>
                    {formatMoneyShort(Math.min(from, to))} to {formatMoneyShort(Math.max(from, to))}
                  </span>
                </td>
                <td>{driver.break_even_text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!ofCost && shown.length > 0 && (
        <p className={classes.note}>
          Each cause from its 5th to its 95th percentile, the others as they are; below zero{' '}
          {mark(verdict.advised)} is cheaper.
        </p>
      )}
    </div>
  );
}

/** A cause in words, with marks for the configurations that it is of, whose names would be cut off. */
function Cause({
  driver,
  configurations,
}: { driver: InputSensitivity } & Pick<Uncertainty, 'configurations'>) {
  const places = driver.configurations.map((key) => configurations.findIndex((each) => each.key === key));
  return (
    <>
      {driver.label}
      {places.length > 0 && ' of '}
      {places.map((place, index) => (
        <Fragment key={place}>
          {index > 0 && ' '}
          <Named index={place} name={configurations[place]?.name ?? ''} />
        </Fragment>
      ))}
    </>
  );
}

/** A configuration by its mark, with its name for who does not see it, or points at it. */
function Named({ index, name }: { index: number; name: string }) {
  return (
    <span title={name}>
      <Marker index={index} size={10} />
      <VisuallyHidden component="span">{name}</VisuallyHidden>
    </span>
  );
}
