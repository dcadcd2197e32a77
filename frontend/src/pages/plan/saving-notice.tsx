import { Button } from '@mantine/core';

import { ApiError, errorText } from '@/api/client';
import { Notice } from '@/components/notice';

import { ProblemList } from './problems-notice';
import type { Saving } from './use-saving';

/** Why the plan as it stands was not saved: the fields that are wrong, or else what happened. */
export function SavingNotice({ saving }: { saving: Saving }) {
  const { error, dismiss } = saving;
  if (!error) return null;
  const problems = wrongFields(error);
  return (
    <Notice tone="error" title="Not saved." actions={<Button onClick={dismiss}>Dismiss</Button>}>
      {problems.length > 0 ? <ProblemList problems={problems} /> : errorText(error)}
    </Notice>
  );
}

/** The fields for which the plan was not saved. */
export function wrongFields(error: Error | null) {
  return error instanceof ApiError ? error.fields : [];
}
