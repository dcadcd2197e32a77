import type { Card, DoubtCard, Line, Tile } from '@/api/types';
import { Marker } from '@/components/marker';
import { OpenFigure } from '@/components/open-figure';

import { CardLine } from './card-line';
import { Pending } from './pending';
import classes from './tiles.module.css';

interface Props {
  card: Card;
  sure: DoubtCard | undefined;
  /** Whether how sure it is is still to come, or known. */
  waits: boolean;
  /** Whether a sentence above says whose figures these are. */
  named?: boolean;
}

const NAMES: Record<Tile['key'], string> = {
  hosts: 'Hosts',
  cost: 'Cost',
  life: 'Flash life',
  sure: 'How sure',
};

/** The headline figures of the configuration that leads. */
export function Tiles({ card, sure, waits, named = false }: Props) {
  const range = sure?.rows.find((each) => each.configuration === card.lead)?.cost;
  const lead = card.rows.find((each) => each.configuration === card.lead);
  return (
    <div className={classes.framed} data-after-remedies={!waits}>
      {lead && !named && card.rows.length > 1 && (
        // In the line of the frame: it takes no room of its own.
        <p key={lead.name} className={classes.whose} data-name>
          <Marker index={lead.place} /> {lead.name}
        </p>
      )}
      <ul className={classes.tiles} data-tiles={card.tiles.length + (waits ? 1 : 0)}>
        {card.tiles.map((tile) => (
          <TileView key={tile.key} tile={tile} lines={tile.lines}>
            {tile.key === 'cost' && waits && (
              <p className={classes.line}>
                {range ? (
                  <OpenFigure figure={range} label="Range of the cost" />
                ) : (
                  !sure && <Pending width="7rem" />
                )}
              </p>
            )}
          </TileView>
        ))}
        {waits &&
          (sure?.sure ? (
            <TileView tile={sure.sure} lines={sure.sure.lines} />
          ) : (
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
          ))}
      </ul>
    </div>
  );
}

function TileView({
  tile,
  lines,
  children,
}: {
  tile: Tile;
  lines: readonly Line[];
  children?: React.ReactNode;
}) {
  return (
    <li className={classes.tile}>
      {/* Remounted with its figure, so that Chrome does not report a layout shift of what stands behind it. */}
      <p key={tile.figure.text} className={classes.head}>
        <span className={classes.key}>
          <OpenFigure figure={tile.figure} label={NAMES[tile.key]} tone={tile.tone} />
        </span>{' '}
        <span className={classes.label}>
          <CardLine line={tile.label} />
        </span>
      </p>
      {lines.map((line) => (
        <p key={line.text.code} className={classes.line}>
          <CardLine line={line} />
        </p>
      ))}
      {children}
    </li>
  );
}
