import type { Element, ElementContent } from 'hast';
import type { PhrasingContent, Root } from 'mdast';
import { describe, expect, it } from 'vitest';

import { rehypeRowHeads, remarkPlaces } from './plugins';

describe('a place in a page', () => {
  it.each([
    ["<a id='life-years'></a>", 'life-years'],
    ["<a id='x' onclick='y'></a>", undefined],
    ['<b>', undefined],
    ["<a href='#x'>", undefined],
  ])('%s leads to %j', (html, id) => {
    const children: PhrasingContent[] = [
      { type: 'text', value: 'before' },
      { type: 'html', value: html },
    ];
    const tree: Root = { type: 'root', children: [{ type: 'paragraph', children }] };
    remarkPlaces()(tree);
    expect(children[1]?.data ?? {}).toEqual(id === undefined ? {} : { hName: 'span', hProperties: { id } });
    expect(children).toHaveLength(2);
  });
});

describe('a table', () => {
  const element = (tagName: string, children: ElementContent[]): Element => ({
    type: 'element',
    tagName,
    properties: {},
    children,
  });
  const cell = (tagName: string, text: string) =>
    element(tagName, text === '' ? [] : [{ type: 'text', value: text }]);
  const cellsAfter = (heads: string[]) => {
    const table = element('table', [
      element('thead', [
        element(
          'tr',
          heads.map((text) => cell('th', text)),
        ),
      ]),
      element('tbody', [element('tr', [cell('td', 'unit'), cell('td', 'MB/s')])]),
    ]);
    rehypeRowHeads()({ type: 'root', children: [table] });
    const tags = (parent: Element): string[] =>
      parent.children.flatMap((child) =>
        child.type !== 'element'
          ? []
          : ['thead', 'tbody', 'tr'].includes(child.tagName)
            ? tags(child)
            : child.tagName,
      );
    return { tags: tags(table), table };
  };

  it('with an empty head has its heads at the beginning of the rows', () => {
    const { tags, table } = cellsAfter(['', '']);
    expect(tags).toEqual(['th', 'td']);
    expect(JSON.stringify(table)).toContain('"scope":"row"');
  });

  it.each([[['name', 'value']], [['', 'value']]])('with the heads %j keeps them', (heads) => {
    expect(cellsAfter(heads).tags).toEqual(['th', 'th', 'td', 'td']);
  });
});
