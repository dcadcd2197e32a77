/** What the pages have beyond Markdown, in terms that a screen reader understands. */
import type { Element, Root as HtmlRoot } from 'hast';
import type { Emphasis, Root } from 'mdast';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { SKIP, visit } from 'unist-util-visit';

const isElement =
  (name: string) =>
  (node: unknown): node is Element => {
    const { type, tagName } = node as Partial<Element>;
    return type === 'element' && tagName === name;
  };

/** The pages use tables, and nothing else of what GitHub adds, which would be as large as all of Markdown. */
export function remarkTables(this: {
  data: () => { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };
}) {
  const data = this.data();
  (data.micromarkExtensions ??= []).push(gfmTable());
  (data.fromMarkdownExtensions ??= []).push(gfmTableFromMarkdown());
}

/** `<a id='name'></a>` marks a place that links lead to; any other HTML stays out. */
export function remarkPlaces() {
  return (tree: Root) => {
    visit(tree, 'html', (node, index, parent) => {
      const id = /^<a id='([\w-]+)'>/.exec(node.value)?.[1];
      if (id === undefined || !parent || index === undefined) return undefined;
      const place: Emphasis = {
        type: 'emphasis',
        children: [],
        data: { hName: 'span', hProperties: { id } },
      };
      parent.children.splice(index, 1, place);
      return [SKIP, index + 1];
    });
  };
}

/** A table whose head is empty has its heads at the beginning of the rows. */
export function rehypeRowHeads() {
  return (tree: HtmlRoot) => {
    visit(tree, isElement('table'), (table) => {
      const head = table.children.find(isElement('thead'));
      const heads: Element[] = [];
      if (head) visit(head, isElement('th'), (cell) => void heads.push(cell));
      if (heads.some((cell) => cell.children.length > 0)) return;
      table.children = table.children.filter((child) => child !== head);
      visit(table, isElement('tr'), (row) => {
        const cell = row.children.find(isElement('td'));
        if (cell) Object.assign(cell, { tagName: 'th', properties: { scope: 'row' } });
      });
    });
  };
}
