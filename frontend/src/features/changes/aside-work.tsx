import { Button } from '@mantine/core';
import { useState } from 'react';

import { download } from '@/lib/download';

import { DeleteDialog } from '@/components/delete-dialog';
import { Notice } from '@/components/notice';

interface Props {
  /** What is kept and cannot be read. */
  texts: readonly string[];
  onDiscard: () => void;
}

/** What can be done with work that this version cannot read: it is somebody's, and may be readable elsewhere. */
export function AsideWork({ texts, onDiscard }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        onClick={() =>
          download('unsaved-work.json', new Blob([texts.join('\n')], { type: 'application/json' }))
        }
      >
        Download it
      </Button>
      <Button onClick={() => setAsking(true)}>Discard it</Button>
      <DeleteDialog
        opened={asking}
        title="Discard what cannot be read?"
        busy={false}
        ready
        error={null}
        onClose={() => setAsking(false)}
        onDelete={() => {
          setAsking(false);
          onDiscard();
        }}
      >
        It is nowhere else and cannot be restored. A download can be opened by the version that wrote it.
      </DeleteDialog>
    </>
  );
}

/** The same, where the page is shown without it. */
export function AsideNotice({ what, ...work }: Props & { what: 'plan' | 'model' }) {
  return (
    <Notice tone="warning" title="Unsaved work could not be read." actions={<AsideWork {...work} />}>
      Another version of Hostwise kept it in this browser. The {what} is shown without it.
    </Notice>
  );
}
