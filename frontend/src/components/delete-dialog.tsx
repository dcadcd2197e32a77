import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { errorText } from '@/api/client';

import { Dialog } from './dialog';
import { Notice } from './notice';

interface Props {
  opened: boolean;
  title: string;
  /** Whether the deletion is under way. */
  busy: boolean;
  /** Whether it is known what would be deleted. */
  ready: boolean;
  error: Error | null;
  onClose: () => void;
  onDelete: () => void;
  /** What is lost. */
  children: ReactNode;
}

/** Asks before something is deleted for good; keeping it is the safe choice. */
export function DeleteDialog({ opened, title, busy, ready, error, onClose, onDelete, children }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button variant="filled" color="red.8" loading={busy} disabled={!ready} onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {error && <Notice tone="error">{errorText(error)}</Notice>}
    </Dialog>
  );
}
