import { useEffect, useRef } from 'react';

import { DocLink } from './doc-link';
import classes from './docs.module.css';
import type { Entry, Group } from './library';

/** Links to all pages; the systems of the methodology fold. */
export function Contents({ groups, address }: { groups: readonly Group[]; address: string }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // Only the contents move: what is read stays where it is.
    const [place, box] = [nav.current?.querySelector('[aria-current]'), nav.current?.parentElement];
    if (!place || !box) return;
    const [at, seen] = [place.getBoundingClientRect(), box.getBoundingClientRect()];
    if (at.top < seen.top || at.bottom > seen.bottom)
      box.scrollTop += at.top - seen.top - box.clientHeight / 3;
  }, [address]);
  return (
    <nav ref={nav} aria-label="Contents">
      {groups.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <Entries entries={group.entries} />
          {group.groups.map(({ title, entries }) => (
            <details key={title} open={entries.some((each) => each.address === address)}>
              <summary>{title}</summary>
              <Entries entries={entries} />
            </details>
          ))}
        </section>
      ))}
    </nav>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={classes.entries}>
      {entries.map((each) => (
        <li key={each.address}>
          <DocLink place={each}>{each.title}</DocLink>
        </li>
      ))}
    </ul>
  );
}
