/** What the page of the API shows first, made of its description, which is forty times as large. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import { type Description, overviewOf } from './src/features/api-docs/description';

const FILE = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
const ID = 'virtual:api-overview';
const RESOLVED = `\0${ID}`;

/** Makes `virtual:api-overview` of the file, and again when the file changes. */
export function apiOverview(): Plugin {
  return {
    name: 'hostwise-api-overview',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      this.addWatchFile(FILE);
      const overview = overviewOf(JSON.parse(readFileSync(FILE, 'utf-8')) as Description);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(overview))});`;
    },
  };
}
