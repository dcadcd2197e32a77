import { Button } from '@mantine/core';

import type { Keeping } from '@/lib/use-draft-storage';

import { Notice } from '@/components/notice';

interface Props {
  keeping: Keeping;
  what: 'plan' | 'model';
  onDiscard: () => void;
}

/** How unsaved work is not, or no longer, kept as it stands here, and what can be done about it. */
export function KeepingNotices({ keeping, what, onDiscard }: Props) {
  const { unkept, elsewhere, noted } = keeping;
  return (
    <>
      {unkept !== null && (
        <Notice tone="warning" title="Unsaved changes are not kept in this browser:">
          {unkept === 'full' ? 'its storage is full.' : 'it permits no storage.'} Save the {what}.
        </Notice>
      )}
      {elsewhere === 'changed' && (
        <Notice
          tone="info"
          title="Changed in another tab."
          actions={<Button onClick={noted}>Dismiss</Button>}
        >
          It is changed here too{what === 'plan' && '; undo takes it back'}.
        </Notice>
      )}
      {elsewhere === 'dropped' && (
        <Notice
          tone="info"
          title="Saved or discarded in another tab."
          actions={
            <>
              <Button onClick={onDiscard}>Discard here too</Button>
              <Button onClick={noted}>Keep them</Button>
            </>
          }
        >
          The changes are still here, but no longer kept in this browser.
        </Notice>
      )}
    </>
  );
}
