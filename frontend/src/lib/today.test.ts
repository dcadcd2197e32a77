import { expect, it } from 'vitest';

import { today } from './today';

it('is the date where the user is', () => {
  expect(today(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05');
  expect(today(new Date(2026, 10, 27, 23, 59))).toBe('2026-11-27');
});
