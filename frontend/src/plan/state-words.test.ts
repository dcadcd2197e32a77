import { expect, it } from 'vitest';

import { STATE_WORDS } from './state-words';

it('every state of memory says what it does to VMs', () => {
  expect([...STATE_WORDS]).toEqual([
    ['high', 'high: nothing is reclaimed'],
    ['clear', 'clear: pages are shared'],
    ['soft', 'soft: balloons inflate'],
    ['hard', 'hard: memory is swapped'],
    ['low', 'low: VMs are blocked'],
  ]);
});
