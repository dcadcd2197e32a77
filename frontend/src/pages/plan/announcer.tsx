import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';

import type { Result } from '@/api/types';
import { sentenceText } from '@/components/sentence';

/** Announces what an edit leads to, to screen readers: what the decision says first. */
export function Announcer({ result }: { result: Result | undefined }) {
  const [first, setFirst] = useState<string>();
  const text = result?.decision ? sentenceText(result.decision.sentence.text.parts) : undefined;
  if (first === undefined && text !== undefined) setFirst(text);
  const [changed, setChanged] = useState(false);
  if (!changed && first !== undefined && text !== first) setChanged(true);
  return (
    <VisuallyHidden role="status" aria-live="polite" data-testid="announcer">
      {changed && text ? `Re-evaluated. ${text}` : ''}
    </VisuallyHidden>
  );
}
