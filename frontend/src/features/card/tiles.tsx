import type { Decision, Tile } from '@/api/types';
import { Marker } from '@/components/marker';
import { OpenFigure } from '@/components/open-figure';

import { useRovingFocus } from '@/lib/use-roving-focus';

import { CardLine } from './card-line';
import { Pending } from './pending';
import classes from './tiles.module.css';

interface Props {
  decision: Decision;
  /** Whether how sure it is is still to come: its room is kept. */
  waits: boolean;
  /** Whether a sentence above says whose figures these are. */
  named?: boolean;
}

const NAMES: Record<Tile['key'], string> = {
  hosts: 'Hosts',
  cost: 'Cost',
  life: 'Flash life',
  win_share: 'How sure',
};

/** The headline figures of the configuration that leads. */
export function Tiles({ decision, waits, named = false }: Props) {
  const { tiles, rows, remedies } = decision;
  const lead = rows.find((each) => each.configuration === decision.lead);
  const rove = useRovingFocus();
  return (
    <div ref={rove} className={classes.framed} data-after-remedies={remedies.length > 0}>
      {lead && !named && rows.length > 1 && (
        // In the line of the frame: it takes no room of its own.
        <p key={lead.name} className={classes.whose} data-name>
          <Marker index={lead.place} /> {lead.name}
        </p>
      )}
      <ul className={classes.tiles} data-tiles={tiles.length + (waits ? 1 : 0)}>
        {tiles.map((tile) => (
          <TileView key={tile.key} tile={tile}>
            {tile.key === 'cost' && (waits || lead?.cost_range) && (
              <p className={classes.line}>
                {lead?.cost_range ? (
                  <OpenFigure figure={lead.cost_range} label="Range of the cost" />
                ) : (
                  <Pending width="7rem" />
                )}
              </p>
            )}
          </TileView>
        ))}
        {waits && (
          <li className={classes.tile} data-waiting>
            <p className={classes.head}>
              <span className={classes.key}>
                <Pending width="3.5rem" />
              </span>{' '}
              <span className={classes.label}>how sure</span>
            </p>
            <p className={classes.line}>
              <Pending width="8rem" />
            </p>
            <p className={classes.line}>
              <Pending width="8rem" />
            </p>
          </li>
        )}
      </ul>
    </div>
  );
}

function TileView({ tile, children }: { tile: Tile; children?: React.ReactNode }) {
  return (
    <li className={classes.tile}>
      {/* Remounted with its figure, so that Chrome does not report a layout shift of what stands behind it. */}
      <p key={tile.figure.text} className={classes.head}>
        <span className={classes.key} data-words={tile.figure.value === null}>
          <OpenFigure figure={tile.figure} label={NAMES[tile.key]} tone={tile.tone} />
        </span>{' '}
        <span className={classes.label}>
          <CardLine line={tile.label} />
        </span>
      </p>
      {tile.lines.map((line) => (
        <p key={line.text.code} className={classes.line}>
          <CardLine line={line} />
        </p>
      ))}
      {children}
    </li>
  );
}
