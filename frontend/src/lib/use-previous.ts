import { useState } from 'react';

interface Kept<T> {
  step: unknown;
  answer: T | undefined;
  previous: T | undefined;
}

/**
 * The answer before the last step, once the current plan has its answer: changes are compared with it until the next
 * step. `step` is the same as long as edits count as one.
 */
export function usePrevious<T>(answer: T | undefined, stale: boolean, step: unknown): T | undefined {
  const [kept, setKept] = useState<Kept<T>>({ step, answer: undefined, previous: undefined });
  if (!stale && answer !== kept.answer) {
    setKept({ step, answer, previous: step === kept.step ? kept.previous : kept.answer });
  }
  return !stale && step === kept.step ? kept.previous : undefined;
}
