import { Button, CloseButton, TextInput } from '@mantine/core';
import { lazy, type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { ChevronIcon, SearchIcon } from '@/components/icons';
import { LazyBoundary } from '@/components/lazy-boundary';
import { PageHeader } from '@/components/page-header';
import { Blocks } from '@/components/skeleton';

import { Contents } from './contents';
import classes from './docs.module.css';
import type { Group } from './library';

const Found = lazy(() => import('./found'));

interface Props {
  contents: readonly Group[];
  address: string;
  text: string | undefined;
  onText: (text: string | undefined) => void;
  /** The page that is read. */
  children: ReactNode;
}

/** The documentation of the repository, to be read in the app: its contents and its search beside a page of it. */
export function DocsPage({ contents, address, text = '', onText, children }: Props) {
  // Opening a page folds the contents again where they take its room.
  const [unfoldedAt, setUnfoldedAt] = useState<string | null>(null);
  const unfolded = unfoldedAt === address;
  const list = useId();
  const main = useFocusOnMove(address);
  return (
    <>
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
                aria-controls={list}
                leftSection={<ChevronIcon size={12} />}
                onClick={() => setUnfoldedAt(unfolded ? null : address)}
              >
                Contents
              </Button>
              <div id={list} className={classes.contents} data-unfolded={unfolded}>
                <Contents groups={contents} address={address} />
              </div>
            </>
          ) : (
            <div className={classes.found}>
              <LazyBoundary fallback={<Blocks heights={[18, 48, 48, 48]} />}>
                <Found text={text} />
              </LazyBoundary>
            </div>
          )}
        </aside>
        <main id="content" tabIndex={-1} ref={main} className={classes.main}>
          {children}
        </main>
      </div>
    </>
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
