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

/** Placeholders in the shape of content that is still loading. */
export function Blocks({ heights, width }: BlocksProps) {
  return heights.map((height, index) => (
    <Skeleton key={index} className={classes.block} height={height} width={width} />
  ));
}

interface PageProps {
  /** The layout of the page in the window. */
  className?: string;
  children?: ReactNode;
}

/** A page that is still loading: its header, and placeholders of its content. */
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
