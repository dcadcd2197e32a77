import { expect, it } from 'vitest';

import { formatSize } from './sizes';

it('takes the unit that reads best', () => {
  expect(formatSize(1536, 'GiB', 'en')).toBe('1.5 TiB');
  expect(formatSize(1536, 'GB', 'en')).toBe('1.54 TB');
  expect(formatSize(44, 'GiB', 'en')).toBe('44 GiB');
  expect(formatSize(0, 'GB', 'en')).toBe('0 GB');
  expect(formatSize(2_500_000, 'GB', 'en')).toBe('2.5 PB');
});
