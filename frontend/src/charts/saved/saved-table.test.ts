import { expect, it } from 'vitest';

import { savedTable } from './saved-table';

const linesOf = (...given: Parameters<typeof savedTable>) => savedTable(...given).split('\r\n');
const column = (title: string, ...texts: string[]) =>
  linesOf({ columns: ['Name', title], rows: texts.map((text) => ({ label: 'a', cells: [text] })) })
    .slice(0, -1)
    .map((line) => line.replace(/^\ufeff?(Name|a),/, ''));

it('begins with a byte order mark, and has a line for each row', () => {
  const table = {
    columns: ['Year', 'NAND', 'NAND, cumulative'],
    units: ['', 'USD', 'USD'],
    rows: [{ label: '0', cells: ['1,234,567', '\u22121,234.5'] }],
  };
  expect(savedTable(table)).toBe('\ufeffYear,"NAND, USD","NAND, cumulative, USD"\r\n0,1234567,-1234.5\r\n');
});

it('has the unit of figures in their heading', () => {
  expect(column('Worn out', '48\u00a0%', '<\u00a00.1\u00a0%', 'not evaluated')).toEqual([
    '"Worn out, %"',
    '48',
    '< 0.1 %',
    'not evaluated',
  ]);
  expect(column('Latency, \u00b5s', '1,200 \u00b5s')).toEqual(['"Latency, \u00b5s"', '1200']);
  expect(column('Ratio', '1.5\u00a0:\u00a01')).toEqual(['"Ratio, : 1"', '1.5']);
});

it('leaves what is more than a number as it is', () => {
  expect(column('Writes', '5 or more', '1.2 (0.9 to 1.4)', '50\u00a0k', '2-way mirror')).toEqual([
    'Writes',
    '5 or more',
    '1.2 (0.9 to 1.4)',
    '50 k',
    '2-way mirror',
  ]);
  expect(column('Mixed', '48\u00a0%', '3\u00a0y')).toEqual(['Mixed', '48 %', '3 y']);
});

it('writes what is tiny as programs read it', () =>
  expect(column('Chance', '1.2\u00b710\u207b\u2077')).toEqual(['Chance', '1.2e-7']));

it('names the rows where the corner said the unit', () => {
  const [head] = linesOf({ columns: ['GiB', 'shared'], units: ['', 'GiB'], rows: [] });
  expect(head).toBe('\ufeffName,"shared, GiB"');
});

it.each([
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['+12 VMs', "'+12 VMs"],
  ['-a', "'-a"],
  ['\uff1d1', "'\uff1d1"],
  ['\t=1', "'\t=1"],
  ['say "yes", please', '"say ""yes"", please"'],
  ['two\nlines', '"two\nlines"'],
])('a text that a spreadsheet would take for something else is one: %j', (text, written) =>
  expect(column('Words', text)).toEqual(['Words', written]),
);
