import { expect, it } from 'vitest';

import { slugOf } from './slug';

it.each([
  ['Moderate I/O: NAND or Optane', 80, 'moderate-i-o-nand-or-optane'],
  ['\u00dcberl\u00e4nge', 80, 'uberlange'],
  ['../../etc/passwd', 80, 'etc-passwd'],
  ['***', 80, ''],
  ['one two three', 8, 'one-two'],
])('%s, of at most %i characters, is %s', (text, longest, slug) => expect(slugOf(text, longest)).toBe(slug));
