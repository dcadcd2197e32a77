import type { BurstConfiguration } from '@/api/types';

import classes from './burst.module.css';

/** The sources of buffer, thresholds and rates, each once, with all the places in it. */
export function SourceList({ configurations }: { configurations: readonly BurstConfiguration[] }) {
  const all = configurations.flatMap((each) => each.sources);
  const sources = new Map(all.map((each) => [each.key, each]));
  const places = (key: string) => [
    ...new Set(all.filter((each) => each.key === key && each.locator).map((each) => each.locator)),
  ];
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
          {places(key).length > 0 && (
            <span className="soft">
              {' \u00b7 '}
              {places(key).join('; ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
