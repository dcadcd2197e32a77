/** The pages of the repository's folder docs, as they are there. */
import { addressOf, contentsOf, type Group, type Page, pageOf } from './library';

const FOLDER = '../../../../docs/';

/** Each is loaded when it is opened: all of them are several times what the rest of the page is. */
const files = belowDocs(
  import.meta.glob<string>('../../../../docs/**/*.md', { query: '?raw', import: 'default' }),
);

const paths = new Map([...files.keys()].map((path) => [addressOf(path), path]));

/** Addresses of pictures by path below docs, which a test of the browser takes (e2e/specs/pictures.spec.ts). */
export const PICTURES = belowDocs(
  import.meta.glob<string>('../../../../docs/images/*.png', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
);

function belowDocs<T>(found: Record<string, T>): ReadonlyMap<string, T> {
  return new Map(Object.entries(found).map(([path, content]) => [path.slice(FOLDER.length), content]));
}

export const isPage = (address: string): boolean => paths.has(address);

export async function readPage(address: string): Promise<Page | undefined> {
  const path = paths.get(address);
  const text = path === undefined ? undefined : await files.get(path)?.();
  return path === undefined || text === undefined ? undefined : pageOf(path, text);
}

export const readContents = (): Promise<Group[]> => contentsOf(async (path) => files.get(path)?.());
