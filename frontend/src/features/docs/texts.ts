/** The pages of the repository's folder docs, as they are there; one file of the build, loaded with the first of them. */
const FOLDER = '../../../../docs/';

const files = import.meta.glob<string>('../../../../docs/**/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Screens of the application, which a test of the browser takes (e2e/specs/pictures.spec.ts). */
const pictures = import.meta.glob<string>('../../../../docs/images/*.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

const belowDocs = (found: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(found).map(([path, content]) => [path.slice(FOLDER.length), content]));

/** Markdown by path below docs. */
export const TEXTS = belowDocs(files);

/** Addresses of pictures by path below docs. */
export const PICTURES = belowDocs(pictures);
