import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

import { PageHeader } from './page-header';
import classes from './skeleton.module.css';

interface BlocksProps {
  /** Heights in px, one below the other. */
  heights: readonly number[];
  /** How wide they are, as CSS writes it. */
  width?: string;
}

/** Places of what is still loaded, in its shape. */
export function Blocks({ heights, width }: BlocksProps) {
  return heights.map((height, index) => (
    <Skeleton key={index} className={classes.block} height={height} width={width} />
  ));
}

interface PageProps {
  /** How the page lies in the window. */
  className?: string;
  children?: ReactNode;
}

/** A page that is still loaded: its header, and the shape of what comes. */
export function SkeletonPage({ className, children }: PageProps) {
  return (
    <>
      <PageHeader />
      <main id="content" tabIndex={-1} aria-busy="true" data-testid="skeleton" className={className}>
        <VisuallyHidden>Loading{'\u2026'}</VisuallyHidden>
        {children}
      </main>
    </>
  );
}
