import { expect, test } from 'vitest';

import library from './library.ts?raw';

const SOURCES = Object.values(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
);
const CORE = '/node_modules/@mantine/core';
const MODULES = import.meta.glob<string>('/node_modules/@mantine/core/esm/**/*.mjs', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const SHEETS = Object.keys(import.meta.glob('/node_modules/@mantine/core/styles/*.css'));
const OF_ALL_PAGES = ['baseline', 'default-css-variables', 'global'];

/** Names that some source imports from the library. */
function imported(): Set<string> {
  const lists = SOURCES.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]);
  return new Set(lists.flatMap(([, names = '']) => names.split(',').map((each) => each.trim())));
}

const beside = (module: string, path: string) => new URL(path, `file://${module}`).pathname;

/** Names of the style sheets of the modules that a module of the library leads to. */
function sheetsOf(module: string, seen: Set<string>): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const own = /(\w+)\.module\.mjs$/.exec(module)?.[1];
  const next = [...(MODULES[module] ?? '').matchAll(/ from "(\.[^"]+)"/g)];
  return [
    ...(own === undefined ? [] : [own]),
    ...next.flatMap(([, path = '']) => sheetsOf(beside(module, path), seen)),
  ];
}

test('the pages load the styles of all components that they use, and of no others', () => {
  const index = `${CORE}/esm/index.mjs`;
  const names = imported();
  const seen = new Set<string>();
  const needed = [...(MODULES[index] ?? '').matchAll(/^import \{([^}]*)\} from "(\.[^"]+)"/gm)].flatMap(
    ([, exported = '', path = '']) =>
      exported.split(',').some((each) => names.has(each.trim())) ? sheetsOf(beside(index, path), seen) : [],
  );
  const loaded = [...library.matchAll(/styles\/([\w-]+)\.css/g)].map(([, name = '']) => name);
  const exist = needed.filter((name) => SHEETS.includes(`${CORE}/styles/${name}.css`));
  expect(exist).toContain('Combobox');
  expect(new Set(loaded)).toEqual(new Set([...exist, ...OF_ALL_PAGES]));
});
