import { expect, it } from 'vitest';

import { linesOf, paintOf, savedName, sourceLine } from './picture-parts';

it.each([
  ['Moderate I/O: NAND or Optane', 'moderate-i-o-nand-or-optane-cost-by-category.svg'],
  [undefined, 'hostwise-cost-by-category.svg'],
  ['***', 'cost-by-category.svg'],
])('the file of a chart of %s is called %s', (plan, name) =>
  expect(savedName(plan, 'Cost by category', 'svg')).toBe(name),
);

it('says where it is from', () => {
  expect(sourceLine('0.3.0', 'Refresh', '2026-12-01')).toBe(
    'Hostwise 0.3.0, plan \u201cRefresh\u201d, 2026-12-01',
  );
  expect(sourceLine('0.3.0', undefined, '2026-12-01')).toBe('Hostwise 0.3.0, 2026-12-01');
});

it.each([
  ['rgb(27, 30, 36)', { colour: '#1b1e24', opacity: 1 }],
  ['rgba(90, 97, 108, 0.09)', { colour: '#5a616c', opacity: 0.09 }],
  ['rgb(90 97 108 / 0.5)', { colour: '#5a616c', opacity: 0.5 }],
  ['none', { colour: 'none', opacity: 1 }],
])('%s is a colour that every program reads', (css, paint) => expect(paintOf(css)).toEqual(paint));

it('writes the words of a line at once', () => {
  const word = (text: string, left: number, base = 10, look = 'bold') => ({
    text,
    left,
    right: left + text.length,
    base,
    look,
  });
  const texts = linesOf([
    word('Licences', 0),
    word('are', 9),
    word('half', 13, 10, 'plain'),
    word('of', 18),
    word('write-', 21),
    word('offs', 27),
    word('below', 0, 30),
  ]).map(({ text }) => text);
  expect(texts).toEqual(['Licences are', 'half', 'of write-offs', 'below']);
});
