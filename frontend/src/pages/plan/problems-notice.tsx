import { Button } from '@mantine/core';

import { ApiError, errorText } from '@/api/client';
import type { FieldProblem } from '@/api/types';
import { FieldLink } from '@/components/field-links';
import { Notice } from '@/components/notice';
import { usePlanWords } from '@/plan/plan-actions';
import type { Unreadable } from '@/plan/unreadable';

import type { Evaluation } from './use-evaluation';

interface Props {
  evaluation: Evaluation;
  /** Fields whose text has changed since; their old problems no longer help. */
  unreadable: readonly Unreadable[];
}

/** Why there is no new result: what is wrong, where, and the way there. */
export function ProblemsNotice({ evaluation, unreadable }: Props) {
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
      {problems.length > 0 && <ProblemList problems={problems} />}
    </Notice>
  );
}

/** Each field that is wrong, and the way there. */
export function ProblemList({ problems }: { problems: readonly FieldProblem[] }) {
  const { labelOf } = usePlanWords();
  return (
    <ul>
      {problems.map((problem) => (
        <li key={problem.pointer + problem.code}>
          <FieldLink pointer={problem.pointer}>{labelOf(problem.pointer)}</FieldLink>:{' '}
          {[problem.message, problem.hint].filter(Boolean).join(' ')}
        </li>
      ))}
    </ul>
  );
}
