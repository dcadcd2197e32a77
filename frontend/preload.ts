/** Names the files and questions of the pages that people open most: `public/first.js` asks for them beside the application. */
import type { Plugin, Rolldown } from 'vite';

import { SHOWN_PARTS } from './src/api/headline';

/** The modules of these pages, the first parts of their addresses, and what they ask about the plan that they show. */
const PAGES = {
  '/src/app/start-route.tsx': { places: [''], asks: [] },
  '/src/app/plan-routes.tsx': {
    places: ['plans', 'samples'],
    asks: [`evaluate?include=${encodeURIComponent(SHOWN_PARTS)}`, 'uncertainty'],
  },
};
const FIRST = '<script src="/first.js">';

/** Writes them into the head of the application's page, before the script that reads them. */
export function preload(): Plugin {
  return {
    name: 'hostwise-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: application }) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        if (!application || !html.includes(FIRST)) return html;
        const loaded = filesOf(application, chunks);
        const metas = Object.entries(PAGES).flatMap(([module, { places, asks }]) => {
          const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
          if (!page) return [];
          const files = [...filesOf(page, chunks)].filter((each) => !loaded.has(each));
          const data = `data-places="${places.join(' ')}" data-asks="${asks.join(' ')}"`;
          return `<meta name="files-to-preload" ${data} content="${files.join(' ')}" />`;
        });
        return html.replace(FIRST, [...metas, FIRST].join('\n    '));
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
