import { join } from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

import tests, { QUIET } from '../playwright.config';

type Server = Exclude<PlaywrightTestConfig['webServer'], unknown[] | undefined>;

/** The server and browser of the tests, for figures that people read and no test depends on. */
export default defineConfig({
  ...tests,
  testDir: import.meta.dirname,
  testMatch: '*.bench.ts',
  outputDir: join(import.meta.dirname, '..', 'test-results'),
  workers: 1,
  retries: 0,
  timeout: 300_000,
  reporter: [['line']],
  // As people have it, a browser optimises.
  use: { ...tests.use, trace: 'off', actionTimeout: 10_000, launchOptions: { ...tests.use?.launchOptions, args: QUIET } },
  // One line for each request would drown the figures.
  webServer: { ...(tests.webServer as Server), stderr: 'ignore' },
});
