import { expect, type APIRequestContext, type Page } from '@playwright/test';

import { expectAccessibleAsShown } from '../support/axe';
import { drawAll, expectDrawn } from '../support/charts';
import { expectToFit, SCREENS } from '../support/screens';
import { test } from '../support/test';

interface Library {
  series: {
    key: string;
    name: string;
    topic: string;
    origin: string;
    citations: { key: string; citation: string; url: string | null }[];
    lines: { reference: boolean; points: { x: number | null; y: number; kind: string }[] }[];
  }[];
  discrepancies: {
    source: { citation: string };
    items: { key: string; about: string; treatment: string }[];
  }[];
  left_out: { key: string; quantity: string; reason: string }[];
}

/** The library without own models, which other tests add and delete. */
async function library(request: APIRequestContext): Promise<Library> {
  const all = (await (await request.get('/api/v1/evidence')).json()) as Library;
  return { ...all, series: all.series.filter((each) => each.origin === 'built_in') };
}

const parts = (page: Page) => page.getByRole('navigation', { name: 'Parts of the evidence' });

async function open(page: Page, address = '/evidence/data'): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'The evidence behind every number' })).toBeVisible();
  if (address.startsWith('/evidence/data')) await expect(page.locator('[data-basis]').first()).toBeAttached();
}

test('every series is there with its source, and every figure with its sign', async ({ page, request }) => {
  test.slow();
  const { series } = await library(request);
  await page.goto('/');
  await page.getByRole('link', { name: 'Evidence', exact: true }).first().click();
  // What is wrong with the sources comes first.
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Corrections');
  await parts(page).getByRole('link', { name: 'Measured data' }).click();
  await expect(page).toHaveURL(/\/evidence\/data$/);
  await expectDrawn(page);
  for (const each of series) {
    const card = page.locator(`article[id="${each.key}"]`);
    await expect(card.getByRole('heading', { name: each.name, exact: true })).toBeVisible();
    for (const citation of each.citations) {
      await expect(card).toContainText(citation.citation);
      if (citation.url !== null) await expect(card.locator(`a[href="${citation.url}"]`).first()).toBeVisible();
    }
    const kinds = each.lines.flatMap((line) => line.points.map((point) => point.kind));
    for (const kind of new Set(kinds)) {
      const drawn = card.locator(`svg [data-basis="${kind}"]`);
      const wanted = kinds.filter((other) => other === kind).length;
      await expect.poll(() => drawAll(page).then(() => drawn.count()), { message: `${each.key}, ${kind}` }).toBeGreaterThanOrEqual(wanted);
    }
  }
  const kinds = new Set(series.flatMap((each) => each.lines.flatMap((line) => line.points.map((point) => point.kind))));
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['derived', 'measured', 'vendor-stated']));
});

test('what was not measured looks different from what was', async ({ page }) => {
  await open(page);
  await expectDrawn(page);
  const bars = page.locator('article[id="sandisk14-dvd-store-as-printed"] svg.recharts-surface');
  const computed = bars.locator('rect[data-basis="derived"]');
  const measured = bars.locator('rect[data-basis="measured"]');
  await expect(computed).toHaveAttribute('fill', 'var(--surface)');
  await expect(measured).not.toHaveAttribute('fill', 'var(--surface)');
  await expect(bars).toContainText(/4,500,\s*computed/);
  const stated = page.locator('article[id="nvme-tiering-vendor-vdi"] svg rect[data-basis="vendor-stated"]');
  await expectDrawn(page, stated);
  await expect(stated).toHaveAttribute('stroke-dasharray', /\d/);

  const curve = page.locator('article[id="friedman13-contention"] svg.recharts-surface');
  await expect(curve.locator('path[data-basis="interpolated"]:not([data-part])').first()).not.toHaveAttribute(
    'stroke-dasharray',
  );
  await expect(curve.locator('path[data-basis="extrapolated"]:not([data-part])').first()).toHaveAttribute(
    'stroke-dasharray',
    /\d/,
  );
  await expect(curve.locator('path[data-basis="extrapolated"][data-part="band"]').first()).toBeAttached();
  const legend = page.locator('article[id="friedman13-contention"]').getByRole('list', { name: 'Legend' });
  await expect(legend).toContainText('extrapolated');
});

test('every chart has its figures as a table', async ({ page }) => {
  await open(page);
  const card = page.locator('article[id="vfrc13-hardware-monitoring--block-size"]');
  await card.getByRole('button', { name: /show as table/ }).click();
  const rows = card.getByRole('row');
  await expect(rows).toHaveCount(10);
  await expect(rows.filter({ hasText: '321.33' })).toContainText('measured');
  await expect(rows.filter({ hasText: 'without read cache' })).toContainText('1,269.45');
});

test('filters narrow by topic, source and words, and the address keeps them', async ({ page, request }) => {
  const { series } = await library(request);
  await open(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('optane 305,000');
  await expect(page.getByText(/^0 of \d+ shown/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('msr kib');
  await expect(page.locator('article')).toHaveCount(1);
  await expect(page).toHaveURL(/text=msr/);
  await page.reload();
  await expect(page.locator('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.locator('article[id="sandisk14-memory--gb"]')).toBeVisible();

  await page.getByRole('combobox', { name: 'Topic' }).click();
  await page.getByRole('option', { name: 'Host read cache' }).click();
  await expect(page.locator('article')).toHaveCount(series.filter((each) => each.topic === 'read_cache').length);
  await page.goto('/evidence/data?source=VMW10');
  const wanted = series.filter((each) => each.citations.some((citation) => citation.key === 'VMW10'));
  await expect(page.locator('article')).toHaveCount(wanted.length);
});

test('an address of before there were pages leads to the page that has it', async ({ page, request }) => {
  const { discrepancies } = await library(request);
  const { key } = discrepancies[0]!.items[0]!;
  for (const [address, there] of [
    ['/evidence#studies', '/evidence/studies'],
    ['/evidence#own', '/evidence/own'],
    ['/evidence#topic-read_cache', '/evidence/data#topic-read_cache'],
    ['/evidence?topic=drives', '/evidence/data?topic=drives'],
    ['/evidence#discrepancies', '/evidence#discrepancies'],
    [`/evidence#${key}`, `/evidence#${key}`],
  ] as const) {
    await open(page, address);
    await expect(page, address).toHaveURL(there);
  }
  await expect(page.locator(`li[id="${key}"]`)).toBeFocused();
  await page.goto('/evidence/nothing');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('what is found on another page is said, and the search goes along', async ({ page }) => {
  await open(page, '/evidence?text=mixed_read_mb_s');
  await expect(page.getByText(/^0 of \d+ shown/)).toBeVisible();
  await page.getByRole('link', { name: /^\d+ in Measured data$/ }).click();
  await expect(page).toHaveURL('/evidence/data?text=mixed_read_mb_s');
  await expect(page.locator('article[id="drives--mixed_read_mb_s"]')).toBeVisible();
});

test('the reproductions are a page, and open as plans', async ({ page, request }) => {
  const samples = (await (await request.get('/api/v1/samples')).json()) as { kind: string; title: string }[];
  await open(page, '/evidence');
  await parts(page).getByRole('link', { name: 'Reproductions' }).click();
  await expect(parts(page).getByRole('link', { name: 'Reproductions' })).toHaveAttribute('aria-current', 'page');
  for (const { title } of samples.filter((each) => each.kind === 'reproduction')) {
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  }
});

test('an address leads to one series', { tag: '@check' }, async ({ page }) => {
  await open(page, '/evidence#drives--mixed_read_mb_s');
  const card = page.locator('article[id="drives--mixed_read_mb_s"]');
  await expect(card).toBeInViewport({ ratio: 0.5 });
  await expect(card).toBeFocused();
  const other = page.locator('article[id="drives--burst_write_mb_s"]');
  await other.getByRole('link', { name: /^Link to/ }).click();
  await expect(page).toHaveURL(/#drives--burst_write_mb_s$/);
  await expect(other).toBeFocused();
});

test('where the sources err, and what was left out', async ({ page, request }) => {
  test.slow();
  const { discrepancies, left_out } = await library(request);
  await open(page, '/evidence');
  for (const { source, items } of discrepancies) {
    await expect(page.locator('#discrepancies').getByRole('heading', { name: source.citation })).toBeVisible();
    for (const item of items) {
      const shown = page.locator(`li[id="${item.key}"]`);
      await expect(shown).toContainText(item.about);
      await expect(shown).toContainText(`Hostwise: ${item.treatment}`);
    }
  }
  const rule = page.locator('li[id="vfrc13-5"]');
  await expect(rule).toContainText('20 % of the database');
  await expect(rule).toContainText('gained 1.5 %');
  for (const item of left_out) {
    await expect(page.locator(`li[id="${item.key}"]`)).toContainText(item.reason);
  }
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    // Source by source: together they have every kind of chart, and each page is small enough to look through.
    for (const source of ['VFRC13', 'FRIEDMAN13']) {
      test(`the evidence of ${source} is accessible`, async ({ page }) => {
        for (const part of ['', '/data']) {
          await open(page, `/evidence${part}?source=${source}`);
          await expectAccessibleAsShown(page);
        }
      });
    }

    test('nothing is wider than the window', async ({ page }) => {
      for (const part of ['', '/studies', '/data', '/own']) {
        await open(page, `/evidence${part}`);
        await expectToFit(page);
      }
    });
  });
}
