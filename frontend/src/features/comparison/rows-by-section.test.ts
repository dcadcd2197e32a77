import { expect, it } from 'vitest';

import type { Row } from '@/api/types';

import { rowsBySection } from './rows-by-section';

it('rows stand in their sections, both in the order of the result', () => {
  const rows = [
    ['Sizing', 'hosts'],
    ['Cost', 'tco'],
    ['Sizing', 'cores'],
  ].map(([section, key]) => ({ section, key }) as Row);
  expect(rowsBySection(rows).map(([section, own]) => [section, own.map((row) => row.key)])).toEqual([
    ['Sizing', ['hosts', 'cores']],
    ['Cost', ['tco']],
  ]);
});
