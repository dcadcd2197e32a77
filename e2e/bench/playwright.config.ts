import { join } from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

import tests from '../playwright.config';

type Server = Exclude<PlaywrightTestConfig['webServer'], unknown[] | undefined>;

/** The same server and browser as for the tests, for figures that people read and no test depends on. */
export default defineConfig({
  ...tests,
  testDir: import.meta.dirname,
  testMatch: '*.bench.ts',
  outputDir: join(import.meta.dirname, '..', 'test-results'),
  workers: 1,
  retries: 0,
  timeout: 300_000,
  reporter: [['line']],
  use: { ...tests.use, trace: 'off', actionTimeout: 10_000 },
  // One line for each request would drown the figures.
  webServer: { ...(tests.webServer as Server), stderr: 'ignore' },
});
