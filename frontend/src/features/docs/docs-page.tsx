import { Button, CloseButton, TextInput } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';

import { ChevronIcon, SearchIcon } from '@/components/icons';
import { PageHeader } from '@/components/page-header';

import { Contents } from './contents';
import { DocLink } from './doc-link';
import classes from './docs.module.css';
import { type Find, libraryOf, search } from './library';
import { Markdown } from './markdown';
import { TEXTS } from './texts';

const MOST_SHOWN = 50;

interface Props {
  address: string;
  /** The place on the page, without #. */
  hash: string;
  text: string | undefined;
  onText: (text: string | undefined) => void;
}

/** The documentation of the repository, to be read in the app. */
export function DocsPage({ address, hash, text = '', onText }: Props) {
  const library = useMemo(() => libraryOf(TEXTS), []);
  const page = library.pages.get(address);
  const title = page?.title ?? 'Page not found';
  const found = useMemo(() => search(library.finds, text), [library, text]);
  // Opening a page folds the contents again where they take its room.
  const [unfoldedAt, setUnfoldedAt] = useState<string | null>(null);
  const unfolded = unfoldedAt === address;
  const contents = useId();
  const main = useFocusOnMove(address);
  useScrollToHash(address, hash);
  return (
    <>
      <title>{`${title} \u2013 Hostwise`}</title>
      <PageHeader />
      <div className={classes.page}>
        <aside className={classes.aside} aria-label="Search and contents">
          <TextInput
            type="search"
            label="Search the documentation"
            placeholder="DWPD, de-stage, payback"
            leftSection={<SearchIcon size={14} />}
            value={text}
            rightSection={
              text ? (
                <CloseButton size="xs" aria-label="Clear search" onClick={() => onText(undefined)} />
              ) : undefined
            }
            onChange={(event) => onText(event.currentTarget.value || undefined)}
          />
          {text.trim() === '' ? (
            <>
              <Button
                className={classes.unfold}
                aria-expanded={unfolded}
                aria-controls={contents}
                leftSection={<ChevronIcon size={12} />}
                onClick={() => setUnfoldedAt(unfolded ? null : address)}
              >
                Contents
              </Button>
              <div id={contents} className={classes.contents} data-unfolded={unfolded}>
                <Contents groups={library.contents} address={address} />
              </div>
            </>
          ) : (
            <Found finds={found} />
          )}
        </aside>
        <main id="content" tabIndex={-1} ref={main} className={classes.main}>
          {page ? (
            <Markdown key={address} page={page} pages={library.pages} />
          ) : (
            <>
              <h1>{title}</h1>
              <p>
                The documentation has no page at this address.{' '}
                <DocLink place={{ address: '', hash: '' }}>All pages</DocLink>
              </p>
            </>
          )}
        </main>
      </div>
    </>
  );
}

function Found({ finds }: { finds: readonly Find[] }) {
  const shown = finds.slice(0, MOST_SHOWN);
  return (
    <div className={classes.found}>
      <p role="status" className="soft small">
        {finds.length === 0
          ? 'No page contains all of these words.'
          : `${String(finds.length)} found${finds.length > shown.length ? `, the first ${String(shown.length)} shown` : ''}`}
      </p>
      <ul>
        {shown.map((find) => (
          <li key={`${find.address}#${find.hash}`}>
            <DocLink place={find}>{find.title}</DocLink>
            {find.of !== '' && <span className="soft small"> {find.of}</span>}
            <p className={classes.meaning}>{find.meaning}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** After a link is followed by keyboard, focus is on the page that it leads to. */
function useFocusOnMove(address: string) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(address);
  useEffect(() => {
    if (before.current !== address) main.current?.focus({ preventScroll: true });
    before.current = address;
  }, [address]);
  return main;
}

/** Brings the place that the address names into view, and lights it up for a moment. */
function useScrollToHash(address: string, hash: string): void {
  useEffect(() => {
    const place = hash === '' ? null : document.getElementById(hash);
    place?.scrollIntoView({ block: 'start' });
    (place?.closest('tr') ?? place)?.animate(
      [{ backgroundColor: 'var(--highlight)' }, { backgroundColor: 'transparent' }],
      { duration: 2_000, easing: 'ease-in' },
    );
  }, [address, hash]);
}
