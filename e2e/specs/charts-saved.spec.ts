import { readFile } from 'node:fs/promises';

import { expect, type Locator, type Page } from '@playwright/test';

import { expectAccessible } from '../support/axe';
import { expectDrawn } from '../support/charts';
import { PlanPage } from '../support/plan-page';
import { test } from '../support/test';

const TITLE = 'Cost by category';

/** The chart of a plan's page, drawn. */
async function costOf(page: Page): Promise<Locator> {
  await new PlanPage(page).openSample('moderate-io');
  const chart = page.getByRole('figure', { name: TITLE });
  const total = chart.getByTestId('bar-total');
  await expectDrawn(page, total);
  await expect(total.first()).toBeVisible();
  return chart;
}

async function saved(page: Page, chart: Locator, item: string): Promise<{ name: string; content: Buffer }> {
  const download = page.waitForEvent('download');
  await chart.getByRole('button', { name: `${TITLE}: save chart` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a chart is saved as a drawing for paper, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const chart = await costOf(page);
    const { name, content } = await saved(page, chart, 'Drawing (SVG)');
    expect(name).toBe('moderate-i-o-nand-or-optane-cache-cost-by-category.svg');
    const svg = content.toString('utf8');
    expect(svg).not.toContain('var(');
    expect(svg).not.toContain('class=');
    const drawing = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        broken: parsed.querySelector('parsererror')?.textContent,
        texts: [...parsed.querySelectorAll('text')].map((each) => each.textContent),
        title: parsed.querySelector('title')?.textContent,
        paper: parsed.querySelector('rect')?.getAttribute('fill'),
        inks: [...parsed.querySelectorAll('text')].map((each) => each.getAttribute('fill')),
      };
    }, svg);
    expect(drawing.broken).toBeUndefined();
    expect(drawing.title).toBe(TITLE);
    expect(drawing.paper).toBe('#ffffff');
    // The ink of the light theme.
    expect(drawing.inks).toContain('#1b1e24');
    const heading = (await chart.getByRole('heading').innerText()).replaceAll('\u00a0', ' ');
    const texts = drawing.texts.join(' ').replaceAll('\u00a0', ' ');
    expect(texts).toContain(heading.split(' ')[0]);
    expect(texts).toMatch(
      /Hostwise \d+\.\d+\.\d+, plan \u201cModerate I\/O: NAND or Optane cache\u201d, \d{4}-\d\d-\d\d/,
    );
    const totals = await chart.getByTestId('bar-total').allTextContents();
    for (const total of totals) expect(texts).toContain(total.replaceAll('\u00a0', ' '));
    const legend = await chart.getByRole('list').getByRole('listitem').allInnerTexts();
    for (const each of legend) expect(texts).toContain(each.trim());
  });
}

test('a chart is saved as a picture, also where its table is shown', async ({ page }) => {
  const chart = await costOf(page);
  const toTable = chart.getByRole('button', { name: `${TITLE}: show as table` });
  await toTable.click();
  const { name, content } = await saved(page, chart, 'Picture (PNG)');
  expect(name).toBe('moderate-i-o-nand-or-optane-cache-cost-by-category.png');
  expect([...content.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect(content.readUInt32BE(16)).toBeGreaterThanOrEqual(800);
  await expect(toTable).toHaveAttribute('aria-pressed', 'true');
});

test('the table of a chart is saved with numbers that programs read', async ({ page }) => {
  const chart = await costOf(page);
  const { name, content } = await saved(page, chart, 'Table (CSV)');
  expect(name).toBe('moderate-i-o-nand-or-optane-cache-cost-by-category.csv');
  const text = content.toString('utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const [head = '', first = ''] = text.slice(1).split('\r\n');
  expect(head).toMatch(/^Name,"[^"]+, USD",/);
  await chart.getByRole('button', { name: `${TITLE}: show as table` }).click();
  const row = chart.getByRole('row').nth(1);
  const label = await row.getByRole('rowheader').innerText();
  const cells = (await row.getByRole('cell').allInnerTexts()).map((each) => each.replaceAll(',', ''));
  expect(cells.every((each) => /^\d+$/.test(each))).toBe(true);
  expect(first).toBe([label, ...cells].join(','));
});

test('the menu is reached by keyboard, adds no tab stop, and leaves the chart its size', async ({ page }) => {
  const chart = await costOf(page);
  const stops = await chart
    .locator('button, a[href]')
    .evaluateAll((all) => (all as HTMLElement[]).filter((each) => each.tabIndex === 0).length);
  expect(stops).toBe(1);
  // The page may be scrolled to what has the focus; the chart stays as large as it is.
  const size = () => chart.evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [offsetWidth, offsetHeight]);
  const before = await size();
  const button = chart.getByRole('button', { name: `${TITLE}: save chart` });
  await chart.getByRole('button', { name: `${TITLE}: show as table` }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: `${TITLE}: save chart` });
  await expect(menu).toBeVisible();
  expect(await size()).toEqual(before);
  await expectAccessible(page, '[role="menu"]');
  await expect(page.getByRole('menuitem', { name: 'Picture (PNG)' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Drawing (SVG)' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  expect(await size()).toEqual(before);
});

test('where the browser makes no picture, the chart says so', async ({ page }) => {
  const chart = await costOf(page);
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  });
  await chart.getByRole('button', { name: `${TITLE}: save chart` }).click();
  await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click();
  await expect(chart.getByRole('alert')).toContainText('The picture could not be made.');
});
