import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import type { Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';

import { apiOverview } from './api-overview';
import { compressed } from './compressed';
import { finds } from './finds';
import { looks } from './looks';
import { preload } from './preload';

/** Which Hostwise the UI is of, as the API says it. */
const { info } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../docs/openapi.json', import.meta.url)), 'utf-8'),
) as { info: { version: string } };
const backend = process.env.HOSTWISE_BACKEND ?? 'http://127.0.0.1:8000';

// What a page can do without until something is opened: lists, dialogs, drawers, most fields.
const OPENED = 'Checkbox|Combobox|Drawer|Modal|ModalBase|ScrollArea|SegmentedControl|Select|Slider|Textarea';
const CONTROLS = new RegExp(`node_modules/(@mantine/core/esm/components/(${OPENED})/|react-remove-scroll)`);
// Without what is used on one page only.
const LIBRARY = new RegExp(
  `node_modules/(react|react-dom|scheduler|clsx|@floating-ui|@mantine/(?!core/esm/components/(FloatingIndicator|Menu|MultiSelect|NativeSelect|NumberInput|PasswordInput|Pill|PillsInput|Popover|Radio|Tabs|${OPENED})/)[\\w-]+|@tanstack/(?!(react-)?virtual)[\\w-]+|use-[\\w-]+)/`,
);
// What several pages share of the house's own.
const PARTS =
  /src\/(api|lib|plan|components\/(?!formula)|features\/(samples|findings|changes\/(?!changes-)|inputs\/labels))/;
const DRAWING =
  /node_modules\/(recharts|d3-[\w-]+|victory-vendor|@reduxjs|redux|react-redux|reselect|immer|es-toolkit|decimal\.js-light)\//;

/** What every page imports, so that the pages without a plan do not load what is made for plans. */
const frame: Rolldown.CodeSplittingNameFunction = (id, modules) => {
  const seen = new Set<string>();
  const isOfEveryPage = (each: string): boolean => {
    if (seen.has(each)) return false;
    seen.add(each);
    const module = modules.getModuleInfo(each);
    return module !== null && (module.isEntry || module.importers.some(isOfEveryPage));
  };
  return isOfEveryPage(id) ? 'frame' : null;
};

export default defineConfig({
  define: { HOSTWISE_VERSION: JSON.stringify(info.version) },
  plugins: [react(), looks(), finds(), apiOverview(), preload(), compressed()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      '@looks': fileURLToPath(new URL('../backend/hostwise/reports/design_tokens', import.meta.url)),
    },
  },
  server: {
    proxy: {
      // The API's own page is a page of the UI.
      '/api': { target: backend, bypass: ({ url }) => (url === '/api/docs' ? '/index.html' : undefined) },
      '/health': backend,
    },
    // The documentation and the looks are read from where they are.
    fs: { allow: ['.', '../docs', '../backend/hostwise/reports/design_tokens'] },
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The licences of the packages must be passed on with the built UI.
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: {
      output: {
        // Few files, since each costs a request: what nearly every page needs, what charts need, what formulas need.
        codeSplitting: {
          groups: [
            { name: 'library', test: LIBRARY, priority: 4 },
            { name: 'controls', test: CONTROLS, priority: 3 },
            { name: 'drawing', test: DRAWING, priority: 2 },
            { name: 'katex', test: /node_modules\/katex\//, priority: 2 },
            { name: frame, test: /src\/(?!app)|preload-helper|design_tokens/, priority: 2 },
            { name: 'parts', test: PARTS, minShareCount: 2, priority: 1 },
            { name: 'charts', test: /src\/charts\/(?!library|saved\/)/ },
          ],
        },
      },
    },
  },
  test: {
    globals: true,
    css: false,
    // How long a test takes is not what it tests, and this step runs beside others at a low priority.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'threads',
    projects: [
      {
        extends: true,
        // These mock no module, so that the files of a worker share what they import.
        test: {
          name: 'logic',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.dom.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        // The same with a page, which takes longer to make than most tests.
        test: {
          name: 'page',
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          exclude: ['src/**/*.isolated.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/test-setup.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['src/**/*.isolated.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/test-setup.ts'],
        },
      },
    ],
  },
});
