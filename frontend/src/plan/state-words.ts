/** What a state of memory does to VMs: the words of the field that limits it. */
import { FORMS } from './forms.gen';

const limit = FORMS.policy
  .flatMap((part) => part.fields)
  .find((spec) => spec.tail === '/policy/memory_state_limit');

export const STATE_WORDS: ReadonlyMap<string, string> = new Map(
  limit?.choices?.map(({ value, label }) => [value, label]),
);
