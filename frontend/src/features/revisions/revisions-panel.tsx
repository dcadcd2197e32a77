import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { errorText } from '@/api/client';
import type { Plan } from '@/api/types';
import { Notice } from '@/components/notice';
import { Blocks } from '@/components/skeleton';

import { revisionsQuery } from './queries';
import { RevisionEntry } from './revision-entry';
import classes from './revisions-panel.module.css';

interface Props {
  id: string;
  /** The newest revision. */
  newest: number;
  /** The revision that the plan on the page began from. */
  current: number;
  /** Whether the plan on the page differs from that revision. */
  changed: boolean;
  /** Shows what a plan has otherwise than the one on the page, in words. */
  differences: (plan: Plan, show: (lines: readonly string[]) => ReactNode) => ReactNode;
  onRestore: (revision: number, plan: Plan) => void;
}

/** Every saved state of a plan, newest first: what it was answered, what differs from the plan on the page, the way back. */
export function RevisionsPanel({ id, newest, ...entry }: Props) {
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery(
    revisionsQuery(id, newest),
  );
  const [opened] = useState(() => Date.now());
  const revisions = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <p className={classes.note}>
        Restoring a revision changes the plan on this page, where you can undo it. Saving keeps it as a new
        revision; none is lost.
      </p>
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      {isPending && <Blocks heights={[64, 64, 64]} />}
      <ol className={classes.list} reversed aria-label="Revisions" aria-busy={isPending}>
        {revisions.map((revision, index) => (
          <RevisionEntry
            key={revision.number}
            {...entry}
            id={id}
            revision={revision}
            renamed={revisions[index + 1] !== undefined && revisions[index + 1]?.name !== revision.name}
            now={opened}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </>
  );
}
