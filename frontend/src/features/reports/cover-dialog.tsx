import { Button } from '@mantine/core';
import { lazy, useId } from 'react';

import { Dialog } from '@/components/dialog';
import { LazyBoundary } from '@/components/lazy-boundary';

import type { CoverFormProps } from './cover-form';

const CoverForm = lazy(() => import('./cover-form'));

interface Props extends Pick<CoverFormProps, 'onMake'> {
  opened: boolean;
  onClose: () => void;
}

/** Asks whom a report is for. */
export function CoverDialog({ opened, onClose, onMake }: Props) {
  const id = useId();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Report for a customer"
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="filled">
            Make the report
          </Button>
        </>
      }
    >
      <LazyBoundary fallback={<div style={{ minHeight: 420 }} />}>
        <CoverForm id={id} onMake={onMake} />
      </LazyBoundary>
    </Dialog>
  );
}
