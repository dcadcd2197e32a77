import { existsSync, mkdtempSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const root = join(import.meta.dirname, '..');
// Playwright loads this file in every worker; the first process decides on the data folder and the port.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'hw-e2e-'));
process.env.E2E_PORT ??= String(await freePort());
const port = Number(process.env.E2E_PORT);

// The one without a window draws the same for a fifth less work.
const chromium = [
  process.env.PLAYWRIGHT_CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path !== undefined && existsSync(path));

/** What a browser does by itself is no part of any test. */
export const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-quic'];

export default defineConfig({
  testDir: 'specs',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // One more than cores: a page waits for half of its time.
  workers: 3,
  // What only the nightly run has time for.
  grepInvert: process.env.HOSTWISE_DEEP ? undefined : /@deep/,
  // A trace of every test costs more than the tests, so what fails is run once more with one. What passes then is named
  // by our reporter, which fails the run if there are many.
  retries: 1,
  failOnFlakyTests: false,
  // How long a page takes is not what they test, and a small machine may have other work.
  timeout: 240_000,
  expect: {
    timeout: 60_000,
    toHaveScreenshot: { pathTemplate: join(root, 'docs', 'images', '{arg}{ext}'), maxDiffPixels: 30, scale: 'css' },
  },
  // The only pictures are those of the documentation, which show the application as it is.
  // What changes them is written where people work. In a run they are waited for: a picture that is written anew there
  // is a source of the UI, which another step would build again under the server.
  updateSnapshots: process.env.CI === undefined ? 'changed' : 'none',
  reporter: [['list'], ['./support/steady-reporter.ts']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-US',
    // What is not there to be clicked should not take a whole test's time to say so.
    actionTimeout: 60_000,
    // Drawing what moves takes a quarter of the work.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: chromium,
      chromiumSandbox: process.getuid?.() !== 0,
      // No page lives long enough for optimising its code to pay.
      args: [...QUIET, '--js-flags=--no-maglev,--no-turbofan'],
    },
  },
  webServer: {
    command: `${join(root, '.venv', 'bin', 'hostwise')} serve`,
    url: `http://127.0.0.1:${port}/health/ready`,
    // Beside other work the database takes its time to start, and to stop.
    timeout: 240_000,
    // The embedded database must be stopped too, so the server is asked, not killed.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    env: {
      HOSTWISE_PORT: String(port),
      HOSTWISE_DATA_DIR: process.env.E2E_DATA_DIR,
      HOSTWISE_COMPUTE_SECONDS: '600',
      // All who visit in these tests come from one address.
      HOSTWISE_RATE_LIMIT: '0',
      DATABASE_URL: '',
    },
  },
});

/** A port that nobody listens at: two checkouts on one machine do not meet. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
