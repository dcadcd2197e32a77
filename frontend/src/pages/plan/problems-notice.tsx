import { Button } from '@mantine/core';

import { ApiError, errorText } from '@/api/client';
import { Notice } from '@/components/notice';
import { usePlanActions, usePlanWords } from '@/components/plan-actions';
import type { Unreadable } from '@/lib/unreadable';

import type { Evaluation } from './use-evaluation';

interface Props {
  evaluation: Evaluation;
  /** Fields whose text has changed since; their old problems no longer help. */
  unreadable: readonly Unreadable[];
}

/** Why there is no new result: what is wrong, where, and the way there. */
export function ProblemsNotice({ evaluation, unreadable }: Props) {
  const { focusField } = usePlanActions();
  const { labelOf } = usePlanWords();
  const { error, result } = evaluation;
  const problems = evaluation.problems.filter(
    ({ pointer }) => !unreadable.some((each) => each.pointer === pointer),
  );
  if (!error || (problems.length === 0 && evaluation.problems.length > 0)) return null;
  const title = error instanceof ApiError ? error.problem.title : 'The plan cannot be evaluated';
  return (
    <Notice
      // Another element: it grows upwards, and would seem to move.
      key={problems.map((each) => each.pointer + each.code).join()}
      tone="error"
      title={`${title}.`}
      actions={problems.length === 0 && <Button onClick={evaluation.retry}>Try again</Button>}
    >
      {problems.length === 0 && errorText(error)}
      {problems.length > 0 && result && 'Showing the last valid result. '}
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem.pointer + problem.code}>
              <button type="button" className="link-button" onClick={() => focusField(problem.pointer)}>
                {labelOf(problem.pointer)}
              </button>
              : {[problem.message, problem.hint].filter(Boolean).join(' ')}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
