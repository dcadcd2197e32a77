import type { BurstConfiguration } from '@/api/types';

import classes from './burst.module.css';

/** The sources of buffer, thresholds and rates, each once. */
export function SourceList({ configurations }: { configurations: readonly BurstConfiguration[] }) {
  const sources = new Map(
    configurations.flatMap((each) => each.sources).map((each) => [`${each.key} ${each.locator ?? ''}`, each]),
  );
  if (sources.size === 0) return null;
  return (
    <ul className={classes.sources}>
      {[...sources].map(([key, source]) => (
        <li key={key}>
          <span className="soft">{source.key}:</span>{' '}
          {source.url ? (
            <a href={source.url} target="_blank" rel="noreferrer">
              {source.citation}
            </a>
          ) : (
            source.citation
          )}
          {source.locator && <span className="soft"> {source.locator}</span>}
        </li>
      ))}
    </ul>
  );
}
