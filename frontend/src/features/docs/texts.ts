/** The pages of the repository's folder docs, as they are there; one file of the build, loaded with the first of them. */
const FOLDER = '../../../../docs/';

const files = import.meta.glob<string>('../../../../docs/**/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Markdown by path below docs. */
export const TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, text]) => [path.slice(FOLDER.length), text]),
);
