import { Button } from '@mantine/core';

import { FieldLink } from '@/components/field-links';
import { Notice } from '@/components/notice';
import { usePlanActions } from '@/components/plan-actions';

import type { UnreadableEntries } from './use-unreadable';

/** What was typed and cannot be read: the results do not know of it, and it is in the way of saving. */
export function UnreadableNotice({ unreadable }: { unreadable: UnreadableEntries }) {
  const { labelOf } = usePlanActions();
  const { entries, refused, drop } = unreadable;
  if (entries.length === 0) return null;
  return (
    <Notice
      // Another element, so that it is announced.
      key={String(refused)}
      tone={refused ? 'error' : 'warning'}
      title={refused ? 'Not saved.' : undefined}
      actions={<Button onClick={drop}>Discard what was typed</Button>}
    >
      {entries.map(({ pointer, text }) => (
        <span key={pointer} style={{ overflowWrap: 'anywhere' }}>
          <FieldLink pointer={pointer}>{labelOf(pointer)}</FieldLink> cannot be read:{' '}
          {`\u201c${text}\u201d. `}
        </span>
      ))}
      What you see below is from before that was typed.
    </Notice>
  );
}
