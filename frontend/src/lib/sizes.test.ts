import { expect, it } from 'vitest';

import { formatSize } from './sizes';

it('takes the unit that reads best', () => {
  expect(formatSize(1536, 'GiB')).toBe('1.5 TiB');
  expect(formatSize(1536, 'GB')).toBe('1.54 TB');
  expect(formatSize(44, 'GiB')).toBe('44 GiB');
  expect(formatSize(0, 'GB')).toBe('0 GB');
  expect(formatSize(2_500_000, 'GB')).toBe('2.5 PB');
});
