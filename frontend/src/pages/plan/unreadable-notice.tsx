import { Button } from '@mantine/core';

import { FieldLink } from '@/components/field-links';
import { Notice } from '@/components/notice';
import { usePlanWords } from '@/plan/plan-actions';

import type { UnreadableEntries } from './use-unreadable';

/** Unreadable text in fields: the results do not include it, and it blocks saving. */
export function UnreadableNotice({ unreadable }: { unreadable: UnreadableEntries }) {
  const { labelOf } = usePlanWords();
  const { entries, refused, drop } = unreadable;
  if (entries.length === 0) return null;
  return (
    <Notice
      // Another element, so that it is announced.
      key={String(refused)}
      tone={refused ? 'error' : 'warning'}
      title={refused ? 'Not saved.' : undefined}
      actions={<Button onClick={drop}>Discard unreadable text</Button>}
    >
      {entries.map(({ pointer, text }) => (
        <span key={pointer} style={{ overflowWrap: 'anywhere' }}>
          <FieldLink pointer={pointer}>{labelOf(pointer)}</FieldLink> cannot be read:{' '}
          {`\u201c${text}\u201d. `}
        </span>
      ))}
      The results below do not include it.
    </Notice>
  );
}
