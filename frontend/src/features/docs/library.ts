/** The documentation: a page, the contents as the entry pages list them, links between pages, and search. */
import Slugger from 'github-slugger';

export interface Page {
  /** Below docs, as in the repository. */
  path: string;
  /** Below /docs, as in the app. */
  address: string;
  title: string;
  text: string;
}

export interface Place {
  address: string;
  /** Without #; empty for the top of the page. */
  hash: string;
}

export interface Entry extends Place {
  title: string;
}

export interface Group {
  title: string;
  entries: Entry[];
  /** The contents of the entry page that is listed here, if one is. */
  groups: Group[];
}

/** Something to find: a page, a section of one, or an input. */
export interface Find extends Entry {
  /** The page that it is on, or its folder; empty for the guides. */
  of: string;
  meaning: string;
}

const ENTRY = 'README.md';
const INPUTS = 'methodology/inputs.md';

export function pageOf(path: string, text: string): Page {
  return { path, address: addressOf(path), title: /^# (.+)$/m.exec(text)?.[1] ?? path, text };
}

/** The address of a page: its path without the ending, and of an entry page that of its folder. */
export function addressOf(path: string): string {
  return path.replace(/(^|\/)README\.md$/, '').replace(/\.md$/, '');
}

/** The path below docs of what a page names relative to itself. */
export function pathOf(from: Page, href: string): string {
  return decodeURIComponent(new URL(href, `http://docs/${from.path}`).pathname.slice(1));
}

/** Where a link of a page leads in the app: to another page, or out of the documentation. */
export function placeOf(from: Page, href: string, isPage: (address: string) => boolean): Place | string {
  if (/^([a-z]+:|\/)/i.test(href)) return href;
  const { hash } = new URL(href, `http://docs/${from.path}`);
  const path = pathOf(from, href);
  // The stored description is the one that the API gives of itself.
  if (path === 'openapi.json') return '/api/openapi.json';
  const address = href.startsWith('#') ? from.address : addressOf(path);
  return isPage(address) ? { address, hash: decodeURIComponent(hash.slice(1)) } : href;
}

/** The headings of an entry page, each with the pages that its lists and tables begin their lines with. */
export async function contentsOf(
  read: (path: string) => Promise<string | undefined>,
  entry = ENTRY,
): Promise<Group[]> {
  const folder = entry.slice(0, -ENTRY.length);
  const groups: Group[] = [];
  for (const line of ((await read(entry)) ?? '').split('\n')) {
    const title = /^## (.+)$/.exec(line)?.[1];
    // What a system is comes before the colon, what it holds after it.
    if (title !== undefined) groups.push({ title: title.replace(/:.*/, ''), entries: [], groups: [] });
    const [, label, path] = /^(?:- |\| )\[([^\]]+)\]\(([^)#:]+\.md)\)/.exec(line) ?? [];
    const group = groups.at(-1);
    if (label === undefined || path === undefined || !group) continue;
    group.entries.push({ title: label, address: addressOf(folder + path), hash: '' });
    if (path.endsWith(ENTRY)) group.groups.push(...(await contentsOf(read, folder + path)));
  }
  return groups.filter((group) => group.entries.length > 0);
}

const plain = (markdown: string) =>
  markdown
    .replace(/<[^>]+>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|\\(?=\|)/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The first paragraph of a text, not a heading, a table, a picture or code. */
const paragraph = (text: string) =>
  plain(text.split(/\n{2,}/).find((part) => /^[^#|$`!\s-]/.test(part.replace(/^\n+/, ''))) ?? '');

/** What a page has to be found. */
export function findsOf(page: Page): Find[] {
  const { path, address, title, text } = page;
  const of = path.startsWith('methodology/')
    ? 'Methodology'
    : path.startsWith('decisions/')
      ? 'Decisions'
      : '';
  const [head = '', ...sections] = text.replace(/^# .+$/m, '').split(/^(?=##+ )/m);
  const whole = { title, address, hash: '', of, meaning: paragraph(head) };
  if (path === INPUTS) return [whole, ...inputsOf(page)];
  // The sections of a page of the methodology are the same on each.
  if (of === 'Methodology') return [whole];
  const slugger = new Slugger();
  slugger.slug(title);
  return [
    whole,
    ...sections.map((section) => {
      const [heading = '', ...rest] = section.split('\n');
      const name = plain(heading.replace(/^#+ /, ''));
      return {
        title: name,
        address,
        hash: slugger.slug(name),
        of: title,
        meaning: paragraph(rest.join('\n')),
      };
    }),
  ];
}

function inputsOf({ address, text }: Page): Find[] {
  return [...text.matchAll(/^\| ([^|]+) \| <a id='(\w+)'><\/a>[^|]+\|[^|]+\| ([^|]+) \|/gm)].map(
    ([, label = '', name = '', meaning = '']) => ({
      title: plain(label),
      address,
      hash: name,
      of: 'Inputs',
      meaning: plain(meaning),
    }),
  );
}

/** Entries with all of the words, best match of the title first. */
export function search(finds: readonly Find[], query: string): Find[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const phrase = wanted.join(' ');
  const rank = (find: Find): number => {
    const title = find.title.toLowerCase();
    if (title === phrase) return 0;
    if (title.startsWith(phrase)) return 1;
    if (wanted.every((word) => title.includes(word))) return 2;
    const all = `${title} ${find.address} ${find.hash} ${find.of} ${find.meaning}`.toLowerCase();
    return wanted.every((word) => all.includes(word)) ? 3 : Infinity;
  };
  return finds
    .map((find) => ({ find, rank: rank(find) }))
    .filter((each) => each.rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map((each) => each.find);
}
