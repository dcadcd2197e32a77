import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';

import { DIALOG, expectAccessible } from '../support/axe';
import { expectFigures } from '../support/figures';
import { expectToFit } from '../support/screens';
import SteadyReporter from '../support/steady-reporter';
import { test } from '../support/test';

/** A page that changes its theme as the UI does, with pale text in the dark one. */
const PALE_WHEN_DARK = `<!doctype html>
<html lang="en" data-mantine-color-scheme="light">
  <title>Pale when dark</title>
  <style>@media (prefers-color-scheme: dark) { p { color: #eee; } } body { background: #fff; color: #000; }</style>
  <main><h1>Title</h1><p>Text</p></main>
  <script>
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => (document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light');
    dark.addEventListener('change', follow);
    follow();
  </script>
</html>`;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a contrast that is too low in one theme is found, begun in the ${colorScheme} one`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setContent(PALE_WHEN_DARK);
    await expect(expectAccessible(page)).rejects.toThrow(/dark[^]*color-contrast: p/);
  });
}

test('a part is looked at by itself, every one of several', async ({ page }) => {
  await page.setContent(PALE_WHEN_DARK);
  const dialogs = (...texts: string[]) => page.locator('main').evaluate(
    (main, inner) => main.insertAdjacentHTML('beforeend', inner),
    texts.map((text) => `<div role="dialog" aria-label="D">${text}</div>`).join(''),
  );
  await dialogs('Black');
  await expectAccessible(page, DIALOG);
  await dialogs('<p>Pale</p>');
  await expect(expectAccessible(page, DIALOG)).rejects.toThrow(/dark[^]*color-contrast: div[^]*p/);
});

test('a wrong number, a wrong state and a figure that is not there are found', async ({ page }) => {
  await page.setContent('<b data-testid="quantity-hosts-nand" data-value="7" data-state="evaluated">7</b>');
  const expectHosts = (value: number | null, state = 'evaluated', key = 'nand') =>
    expectFigures(page, [[`quantity-hosts-${key}`, { value, state }]], 1_000);
  await expectHosts(7);
  await expect(expectHosts(8)).rejects.toThrow(/quantity-hosts-nand/);
  await expect(expectHosts(null)).rejects.toThrow(/quantity-hosts-nand/);
  await expect(expectHosts(7, 'infeasible')).rejects.toThrow(/infeasible/);
  await expect(expectHosts(7, 'evaluated', 'optane')).rejects.toThrow(/quantity-hosts-optane/);
  await expect(expectFigures(page, [], 500)).rejects.toThrow();
});

test('what is wider than the window is found', async ({ page }) => {
  await page.setContent('<div style="width: 3000px">wide</div>');
  await expect(expectToFit(page, 1_000)).rejects.toThrow();
});

/** What the reporter reads of a test. */
function ran(title: string, outcome: 'expected' | 'flaky', ...seconds: number[]) {
  const file = join(import.meta.dirname, `${title}.spec.ts`);
  const test = { outcome: () => outcome, titlePath: () => ['', '', file, title], location: { file, line: 7 } };
  return { test: test as unknown as TestCase, results: seconds.map((each) => ({ duration: 1000 * each }) as TestResult) };
}

async function reported(times: string, ...tests: ReturnType<typeof ran>[]) {
  const lines: string[] = [];
  const reporter = new SteadyReporter({ times, print: (line) => lines.push(line) });
  for (const { test, results } of tests) for (const result of results) reporter.onTestEnd(test, result);
  return { status: (await reporter.onEnd())?.status, text: lines.join('\n') };
}

test('tests that passed only at the retry are named; from three on they fail the run', async ({}, { outputDir }) => {
  const flaky = ['one', 'two', 'three'].map((title) => ran(title, 'flaky', 2, 1));
  const steady = ran('steady', 'expected', 1);
  expect(await reported(outputDir, steady)).toEqual({ status: undefined, text: '' });
  const two = await reported(outputDir, steady, ...flaky.slice(0, 2));
  expect(two.status).toBeUndefined();
  expect(two.text).toBe(
    'Warning: passed only at the retry\n  e2e/specs/one.spec.ts:7 one\n  e2e/specs/two.spec.ts:7 two',
  );
  const three = await reported(outputDir, ...flaky, steady);
  expect(three.status).toBe('failed');
  expect(three.text).toContain('Failed: passed only at the retry\n  e2e/specs/one.spec.ts:7 one');
});

test('the seconds of each spec are written, those of retries included', async ({}, { outputDir }) => {
  const folder = join(outputDir, 'times');
  await reported(folder, ran('slow', 'flaky', 2, 1.5), ran('quick', 'expected', 0.25), ran('quick', 'expected', 0.5));
  expect(JSON.parse(readFileSync(join(folder, 'browser.json'), 'utf-8'))).toEqual({
    'e2e/specs/quick.spec.ts': 0.75,
    'e2e/specs/slow.spec.ts': 3.5,
  });
});
