import { formatCounted } from '@/lib/format';

import classes from './rack.module.css';

interface Props {
  hosts: number;
  /** How many of them stand by. */
  spare: number;
  /** How full the others are of what binds, 0 to 1; null where that cannot be said. */
  used: number | null;
  /** What binds. */
  binds: string;
  /** Whether it is small, and only as wide as its hosts need. */
  compact?: boolean;
}

const COLUMN = 12;
const MOST = 72;

/** The hosts as they would stand in racks, filled as far as what binds fills them. */
export function Rack({ hosts, spare, used, binds, compact }: Props) {
  const drawn = Math.min(hosts, MOST);
  const columns = Array.from({ length: Math.ceil(drawn / COLUMN) }, (_, column) =>
    Array.from({ length: Math.min(COLUMN, drawn - column * COLUMN) }, (_, row) => column * COLUMN + row),
  );
  const share = used === null ? null : `${String(Math.round(used * 100))}%`;
  const full = share === null ? `limited by ${binds}` : `the others are ${share} full: ${binds}`;
  return (
    <div
      className={classes.racks}
      data-compact={compact}
      role="img"
      aria-label={`${formatCounted(hosts, 'hosts')}, ${String(spare)} of them spare; ${full}`}
    >
      {columns.map((places) => (
        // Remounted where it grows, so that Chrome does not report a layout shift.
        <div key={`${String(places[0])} ${String(places.length)}`} className={classes.rack}>
          {places.map((place) => (
            <span key={place} className={classes.host} data-spare={place >= hosts - spare}>
              {place < hosts - spare && share !== null && <span style={{ width: share }} />}
            </span>
          ))}
        </div>
      ))}
      {hosts > drawn && <span className={classes.more}>and {hosts - drawn} more</span>}
    </div>
  );
}
