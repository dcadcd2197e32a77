import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import type { Decision, DecisionRow } from '@/api/types';
import { Marker } from '@/components/marker';
import { OpenFigure } from '@/components/open-figure';
import { markerAt } from '@/lib/markers';
import { useRovingFocus } from '@/lib/use-roving-focus';

import classes from './candidate-rows.module.css';
import { CardLine } from './card-line';

interface Props {
  decision: Decision;
  /** The decision before the last change. */
  previous: Decision | undefined;
}

const MOST_SHOWN = 6;

type Part = 'hosts' | 'cost' | 'against' | 'life' | 'worn' | 'limit';

/** The candidates, one line each: the one that leads, the reference, then by cost. */
export function CandidateRows({ decision, previous }: Props) {
  const [all, setAll] = useState(false);
  const rove = useRovingFocus();
  const rows = all ? decision.rows : decision.rows.slice(0, MOST_SHOWN);
  const left = decision.rows.length - rows.length;
  const reference = decision.rows.find((each) => each.is_reference);
  const most = Math.max(0, ...decision.rows.map(reach));
  return (
    <table ref={rove} className={classes.rows} data-flash={decision.has_flash}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Candidate</VisuallyHidden>
            {decision.rows.length > MOST_SHOWN && (
              <button
                type="button"
                className={`link-button ${classes.more}`}
                data-action
                onClick={() => setAll(!all)}
              >
                {all ? 'show fewer' : `+ ${String(left)} more`}
              </button>
            )}
          </th>
          <th scope="col" className={classes.hosts}>
            hosts
          </th>
          <th scope="col" className={classes.bar}>
            <VisuallyHidden>Cost as a bar</VisuallyHidden>
          </th>
          <th scope="col" className={classes.cost}>
            cost
          </th>
          <th scope="col" className={classes.against}>
            <Versus reference={reference} />
          </th>
          {decision.has_flash && (
            <>
              <th scope="col" className={classes.life}>
                life
              </th>
              <th scope="col" className={classes.worn}>
                worn out
              </th>
            </>
          )}
          <th scope="col" className={classes.limit}>
            limit
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          // By place: another candidate is written into a line, no line moves.
          <Row
            key={place}
            row={row}
            reference={reference}
            earlier={previous?.rows.find((each) => each.configuration === row.configuration)}
            most={most}
            hasFlash={decision.has_flash}
            advised={decision.advised === row.configuration}
            alone={decision.rows.length === 1}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: DecisionRow;
  reference: DecisionRow | undefined;
  earlier: DecisionRow | undefined;
  most: number;
  hasFlash: boolean;
  advised: boolean;
  alone: boolean;
}

function Row({ row, reference, earlier, most, hasFlash, advised, alone }: RowProps) {
  const { name, place } = row;
  const cell = (part: Part, what: string, tone?: string) => {
    const figure = row[part];
    return figure ? <OpenFigure figure={figure} label={`${what}, ${name}`} tone={tone} /> : '\u2013';
  };
  const ghost = earlier && ghostOf(earlier, row);
  return (
    <tr
      data-advised={advised}
      data-out={!row.admissible}
      data-picture
      data-testid={`candidate-${row.configuration}`}
    >
      <th scope="row">
        <span key={name} className={classes.name}>
          <Marker index={place} />
          <span className={classes.title} title={name} data-name>
            {name}
          </span>
          {/* Its room is kept: the word comes with the simulations. */}
          {!alone && <span className={classes.advised}>{advised ? 'advised' : ''}</span>}
        </span>
      </th>
      {row.lacks ? (
        <td colSpan={hasFlash ? 7 : 5} className={classes.lacks}>
          <CardLine line={row.lacks} />
        </td>
      ) : (
        <>
          <td className={classes.hosts}>
            <Label>hosts</Label>
            {cell('hosts', 'Hosts')}
          </td>
          <td className={classes.bar}>
            <Bar row={row} most={most} />
          </td>
          <td className={classes.cost}>
            <Label>cost</Label>
            {cell('cost', 'Cost')}
          </td>
          <td className={classes.against}>
            <Label>
              <Versus reference={reference} />
            </Label>
            {ghost ? (
              // In the place of the difference: a line of its own would be drawn over the next row.
              <span key={ghost} className={classes.ghost} title={`before the change: ${ghost}`}>
                {ghost}
              </span>
            ) : row.is_reference ? (
              <span className={classes.tag}>reference</span>
            ) : (
              cell('against', `Cost against ${reference?.name ?? 'the reference'}`)
            )}
          </td>
          {hasFlash && (
            <>
              <td className={classes.life}>
                <Label>flash life</Label>
                {row.life ? (
                  cell('life', 'Flash life', row.life_tone)
                ) : (
                  <span className={classes.tag}>no flash</span>
                )}
              </td>
              <td className={classes.worn}>
                <Label>worn out</Label>
                {cell('worn', 'Chance of wearing out', row.worn_tone)}
              </td>
            </>
          )}
          <td className={classes.limit}>
            <Label>limit</Label>
            {cell('limit', 'Limit')}
            <LimitBars limits={row.limits} />
          </td>
        </>
      )}
    </tr>
  );
}

/** How much of the hosts each limit uses, the deciding limit first; the title names them. */
function LimitBars({ limits }: Pick<DecisionRow, 'limits'>) {
  if (limits.length === 0) return null;
  const named = limits.map(({ label, text }) => `${label} ${text}`).join(', ');
  return (
    <span className={classes.limits} role="img" aria-label={named} title={named}>
      {limits.map(({ share }, place) => (
        // By place: where another limit decides, no bar moves.
        <span key={place} className={classes.limitTrack}>
          <span style={{ width: percent(Math.min(share, 1)) }} />
        </span>
      ))}
    </span>
  );
}

/** What hosts and cost were before the last change, where they were something else. */
function ghostOf(earlier: DecisionRow, row: DecisionRow): string {
  const moved = [earlier.hosts, earlier.cost].some(
    (was, at) => was && was.text !== [row.hosts, row.cost][at]?.text,
  );
  if (!moved) return '';
  return `was ${[earlier.hosts?.text, earlier.cost?.text].filter(Boolean).join(' \u00b7 ')}`;
}

/** What a figure is, where no head of a column says so. */
function Label({ children }: { children: ReactNode }) {
  return (
    <span className={classes.label} aria-hidden="true">
      {children}
    </span>
  );
}

/** Whom the costs are compared with: by its mark, which stands before its name in its row. */
function Versus({ reference }: { reference: DecisionRow | undefined }) {
  return (
    <span className={classes.versus} title={reference && `against ${reference.name}`}>
      vs {reference && <Marker index={reference.place} />} ref
      <VisuallyHidden component="span" data-name>
        , {reference?.name}
      </VisuallyHidden>
    </span>
  );
}

/** The largest number that the scale of the bars must hold; room is left for ranges that are still to come. */
function reach({ cost, cost_high: high }: DecisionRow): number {
  return Math.max((cost?.value ?? 0) * HEADROOM, high ?? 0);
}

const HEADROOM = 1.4;
const percent = (share: number) => `${String(100 * share)}%`;

/** The cost as a bar with its range: drawn, so that what moves in it moves nothing of the page. */
function Bar({ row, most }: Pick<RowProps, 'row' | 'most'>) {
  const { cost, cost_low: low, cost_high: high, place } = row;
  if (cost?.value == null || most <= 0) return null;
  const { colour } = markerAt(place);
  return (
    <svg className={classes.track} aria-hidden="true">
      <rect className={classes.sized} width={percent(Math.max(cost.value, 0) / most)} fill={colour} />
      {low != null && high != null && (
        <line
          className={classes.range}
          x1={percent(low / most)}
          x2={percent(high / most)}
          y1="50%"
          y2="50%"
        />
      )}
    </svg>
  );
}
