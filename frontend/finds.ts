/** What the search of the documentation finds, made of its pages, so that nobody loads them all to search them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import { findsOf, pageOf } from './src/features/docs/library';

const FOLDER = fileURLToPath(new URL('../docs', import.meta.url));
const ID = 'virtual:docs-finds';
const RESOLVED = `\0${ID}`;

/** Makes `virtual:docs-finds` of the pages, and again when one of them changes. */
export function finds(): Plugin {
  return {
    name: 'hostwise-finds',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf-8' }).map((name) =>
        name.replaceAll('\\', '/'),
      );
      const paths = names.filter((name) => name.endsWith('.md')).sort();
      const found = paths.flatMap((path) => {
        const file = join(FOLDER, path);
        this.addWatchFile(file);
        return findsOf(pageOf(path, readFileSync(file, 'utf-8')));
      });
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(found))});`;
    },
  };
}
