/** Names the files of the pages that people open most, so that `public/first.js` loads them beside the application. */
import type { Plugin, Rolldown } from 'vite';

/** The module of these pages, and the first part of their addresses; the start page is part of the application. */
const MODULE = '/src/app/plan-routes.tsx';
const PLACES = ['plans', 'samples'];
const FIRST = '<script src="/first.js">';

/** Writes them into the head of the application's page, before the script that reads them. */
export function ahead(): Plugin {
  return {
    name: 'hostwise-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: application }) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(MODULE));
        if (!application || !page || !html.includes(FIRST)) return html;
        const loaded = filesOf(application, chunks);
        const files = [...filesOf(page, chunks)].filter((each) => !loaded.has(each)).join(' ');
        const meta = `<meta name="files-ahead" data-places="${PLACES.join(' ')}" content="${files}" />`;
        return html.replace(FIRST, `${meta}\n    ${FIRST}`);
      },
    },
  };
}

/** The names of a chunk, of what it imports, and of the style sheets of both. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
  seen = new Set<string>(),
) {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet);
  for (const name of chunk.imports) {
    const found = chunks.find(({ fileName }) => fileName === name);
    if (found) filesOf(found, chunks, seen);
  }
  return seen;
}
