import { expect, it } from 'vitest';

import type { EstateFinding } from '@/api/types';

import { notOverruled } from './shared-choice';

const finding = (code: EstateFinding['code'], kind: EstateFinding['kind'] = 'warning') =>
  ({ code, kind, message: code }) satisfies EstateFinding;
const FOUND = [finding('disks_alike'), finding('disks_shared'), finding('disks_shared', 'note')];
const CHOSEN = finding('shared_chosen', 'note');

it.each([
  ['as_found', [], ['disks_alike', 'disks_shared', 'disks_shared']],
  ['once', [CHOSEN], ['disks_shared', 'disks_shared', 'shared_chosen']],
  ['each', [CHOSEN], ['disks_shared', 'shared_chosen']],
  // Nothing changes where no disk is concerned.
  ['each', [], ['disks_alike', 'disks_shared', 'disks_shared']],
] as const)('says once how shared disks count: %s', (chosen, then, codes) => {
  expect(notOverruled(FOUND, then, chosen).map(({ code }) => code)).toEqual(codes);
});
