import type { ReadCacheSupport } from '@/api/types';

import classes from './read-cache.module.css';
import { Verdict } from './verdict';

/** Whether this version of the hypervisor has a read cache of its own, and who says so. */
export function Support({ support }: { support: ReadCacheSupport }) {
  const { supported, reason, source } = support;
  const word = supported === true ? 'supported' : supported === false ? 'not supported' : 'not known';
  return (
    <>
      <Verdict verdict={word} word={word} reason={reason} />
      {source.length > 0 && (
        <details className={classes.sources}>
          <summary>Sources ({source.length})</summary>
          <ul>
            {source.map((each) => (
              <li key={each.key}>
                {each.url ? (
                  <a href={each.url} target="_blank" rel="noreferrer">
                    {each.citation}
                  </a>
                ) : (
                  each.citation
                )}
                {each.locator && (
                  <span className="soft">
                    {' \u00b7 '}
                    {each.locator}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
