import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { usePrevious } from './use-previous';

interface Asked {
  answer: string | undefined;
  stale: boolean;
  step: number | null;
}

function following(start: Asked) {
  const view = renderHook(({ answer, stale, step }: Asked) => usePrevious(answer, stale, step), {
    initialProps: start,
  });
  return (next: Asked) => {
    view.rerender(next);
    return view.result.current;
  };
}

it('is the answer before the step, as long as its edits go on', () => {
  const then = following({ answer: undefined, stale: true, step: null });
  expect(then({ answer: 'a', stale: false, step: null })).toBeUndefined();
  expect(then({ answer: 'a', stale: true, step: 1 })).toBeUndefined();
  expect(then({ answer: 'b', stale: false, step: 1 })).toBe('a');
  expect(then({ answer: 'c', stale: false, step: 1 })).toBe('a');
});

it('goes with the next step, and comes again with its answer', () => {
  const then = following({ answer: 'a', stale: false, step: null });
  then({ answer: 'b', stale: false, step: 1 });
  expect(then({ answer: 'b', stale: true, step: 2 })).toBeUndefined();
  expect(then({ answer: 'c', stale: false, step: 2 })).toBe('b');
});

it('is nothing where a step is taken back before it was answered', () => {
  const then = following({ answer: 'a', stale: false, step: null });
  then({ answer: 'a', stale: true, step: 1 });
  expect(then({ answer: 'a', stale: false, step: 2 })).toBeUndefined();
});
