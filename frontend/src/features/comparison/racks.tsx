import type { Charts, Result } from '@/api/types';
import { Marker } from '@/components/marker';
import { OpenFigure } from '@/components/open-figure';
import { Rack } from '@/components/rack';
import { Sentence } from '@/components/sentence';
import { formatCounted } from '@/lib/format';

import classes from './racks.module.css';

/** The hosts of the candidates beside each other: how many, which of them stand by, and how full the others are. */
export function Racks({ charts, result }: { charts: Charts; result: Result }) {
  const { racks, more_racks: more } = charts;
  if (racks.length === 0) return null;
  return (
    <ul className={classes.racks} aria-label="Racks">
      {racks.map((rack) => {
        const place = result.configurations.findIndex((each) => each.key === rack.configuration);
        const name = result.configurations[place]?.name ?? '';
        return (
          <li key={rack.configuration}>
            {/* The words below say what it shows. */}
            <div aria-hidden="true">
              <Rack hosts={rack.hosts.value ?? 0} spare={rack.spare} used={rack.used} binds="" compact />
            </div>
            <div className={classes.words}>
              <span className={classes.name}>
                <Marker index={place} /> <span data-name>{name}</span>
              </span>
              <span>
                <OpenFigure figure={rack.hosts} label={`Hosts, ${name}`} />{' '}
                {rack.hosts.value === 1 ? 'host' : 'hosts'}
              </span>
              <span className={classes.filled}>
                <Sentence parts={rack.text.parts} />
              </span>
            </div>
          </li>
        );
      })}
      {more > 0 && <li className={classes.more}>and {formatCounted(more, 'configurations')} more</li>}
    </ul>
  );
}
