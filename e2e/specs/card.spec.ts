import { expect, type APIRequestContext, type Page } from '@playwright/test';

import { overlaps } from '../support/overlaps';
import { keep, PlanPage, sample, type Plan } from '../support/plan-page';
import { shifts, watchShifts } from '../support/shifts';
import { simulateFew } from '../support/simulate-few';
import { test } from '../support/test';

/** What the bar of a plan leaves of a window of 740 px. */
const FOLD = 740 - 56;
const WIDTHS = [360, 390, 900, 1280, 1920];

async function settled(page: Page): Promise<void> {
  await expect(page.getByTestId('card')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByTestId('advice')).toContainText(/\w+ \w+/);
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

async function bottom(page: Page): Promise<number> {
  const box = await page.getByTestId('card').boundingBox();
  return box!.y + box!.height;
}

/** Digits of the card that are neither part of a name nor inside of what explains or changes them. */
function looseDigits(page: Page): Promise<string[]> {
  return page.getByTestId('card').evaluate((card) => {
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (!/\d/.test(text)) continue;
      const control = node.parentElement?.closest('button');
      const opens = control != null && (control.getAttribute('aria-label') ?? '').endsWith('Why?');
      if (!opens && !node.parentElement?.closest('[data-name], [data-action]')) found.push(text);
    }
    return found;
  });
}

async function expectWhole(page: Page, what: string): Promise<void> {
  expect(await looseDigits(page), what).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    expect(await overlaps(page.getByTestId('card')), `${what} at ${String(width)}`).toEqual([]);
    expect(
      await page.getByTestId('card').evaluate((card) => card.scrollWidth - card.clientWidth),
      `${what} at ${String(width)}`,
    ).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 740 });
}

/** A plan with so many candidates, each with a name of its own. */
async function ofCandidates(request: APIRequestContext, number: number): Promise<Plan> {
  const plan = await sample(request, 'nvme-2026');
  const given = plan.configurations as { key: string; name: string; capacity: { count: number } }[];
  const configurations = Array.from({ length: number }, (_, place) => {
    const each = given[place % given.length]!;
    return { ...each, key: `c${String(place)}`, name: `${each.name}, variant ${String(place)}` };
  });
  return { ...plan, configurations, remarks: {} };
}

test.use({ viewport: { width: 1280, height: 740 } });

/** The card is in the first view with its advice and a picture, every number of it opens, and no text is over another. */
async function expectFirstView(page: Page, key: string): Promise<void> {
  await page.goto(`/samples/${key}`);
  await new PlanPage(page).expectAnswer();
  await settled(page);
  expect(await bottom(page), key).toBeLessThanOrEqual(FOLD);
  await expectWhole(page, key);
  const card = page.getByTestId('card');
  for (const viewport of [
    { width: 1280, height: 740 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(page.getByTestId('advice'), key).toBeInViewport({ ratio: 1 });
    await expect(card.locator('[data-picture]').first(), key).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 740 });
}

/** Samples whose first view has nothing that another one has not. */
const LIKE_OTHERS = ['vdi-2026', 'edge-platforms', 'moderate-io-si', 'light-io-si'];

/** So many tests share the samples, for workers beside each other. */
const PARTS = 4;

for (const { simulations, tag } of [
  { simulations: 'few', tag: [] },
  { simulations: 'all', tag: '@deep' },
]) {
  for (let part = 0; part < PARTS; part += 1) {
    test(`samples in the first view, ${simulations} simulations, part ${String(part + 1)}`, { tag }, async ({ page, request }) => {
      test.slow();
      if (simulations === 'few') await simulateFew(page);
      const samples = (await (await request.get('/api/v1/samples')).json()) as { key: string }[];
      expect(samples.length).toBeGreaterThan(15);
      const shown = samples.filter(({ key }) => simulations === 'all' || !LIKE_OTHERS.includes(key));
      for (const { key } of shown.filter((_, place) => place % PARTS === part)) await expectFirstView(page, key);
    });
  }
}

for (const number of [1, 2, 6, 12]) {
  test(`the card of ${String(number)} candidates is in the first view`, async ({ page, request }) => {
    await simulateFew(page);
    await open(page, `/plans/${await keep(request, await ofCandidates(request, number))}`);
    const rows = page.getByTestId(/^candidate-/);
    await expect(rows).toHaveCount(Math.min(number, 6));
    expect(await bottom(page)).toBeLessThanOrEqual(FOLD);
    await expectWhole(page, String(number));
    if (number > 6) {
      await page.getByRole('button', { name: `+ ${String(number - 6)} more` }).click();
      await expect(rows).toHaveCount(number);
    }
  });
}

test('a number opens its explanation, and a share of simulations its note', { tag: '@check' }, async ({ page }) => {
  await simulateFew(page);
  await open(page, '/samples/nvme-2026');
  const card = page.getByTestId('card');
  const drawer = page.getByRole('dialog', { name: /why/i });
  await card.getByRole('button', { name: /^Hosts: 12/ }).click();
  await expect(drawer).toContainText('hosts');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await card.getByRole('button', { name: /^How sure/ }).click();
  await expect(drawer).toContainText('How often each is the cheapest');
  await expect(page).toHaveURL(/why=/);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  // By keyboard the rows are one stop.
  await card.getByRole('button', { name: /^Hosts, EPYC with mixed-use/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Cost, EPYC with mixed-use/);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Cost, EPYC with read-intensive/);
});

test('an edit moves nothing: figures follow at once, the verdict when the simulations are simulated', async ({ page }) => {
  const plan = new PlanPage(page);
  await simulateFew(page);
  await open(page, '/samples/nvme-2026');
  await expect(page.getByRole('complementary', { name: 'Inputs' })).toContainText('12 inputs');
  await watchShifts(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/v1/uncertainty', async (route) => {
    await held;
    await route.continue({ url: `${route.request().url()}?simulations=256` });
  });
  const card = page.getByTestId('card');
  await plan.fill('Spare hosts', '3');
  await expect(card.getByRole('button', { name: /^Hosts: 14/ })).toBeVisible();
  await expect(card.getByTestId('candidate-mixed-use')).toContainText('was 12');
  await expect(page.getByTestId('advice')).toContainText('Running');
  await expect(card).not.toContainText(/Clear|Likely|advised|winner/);
  await expect(card).toHaveAttribute('aria-busy', 'true');
  release();
  await settled(page);
  await expect(card).toContainText('Too close to call');
  await expect(card.getByText('advised')).toHaveCount(1);
  expect(await shifts(page)).toEqual([]);
});

test('the coverage level is a change of the plan', async ({ page }) => {
  await simulateFew(page);
  await open(page, '/samples/nvme-2026');
  const card = page.getByTestId('card');
  await expect(card.getByRole('radio', { name: 'Base case' })).toBeChecked();
  const needs = await card.getByRole('button', { name: /^Hosts 9 of 10 simulations: / }).textContent();
  await card.getByText('9 of 10 simulations', { exact: true }).click();
  await expect(card.getByRole('radio', { name: '9 of 10 simulations' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'What if' })).toContainText(/Coverage level none . 90/);
  await settled(page);
  // Of fewer simulations it may be one host more or fewer.
  const hosts = await card.getByRole('button', { name: /^Hosts: / }).textContent();
  expect(Math.abs(Number(hosts) - Number.parseInt(needs ?? '', 10))).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card.getByRole('radio', { name: 'Base case' })).toBeChecked();
});

test('what cannot be built says why and by how much, keeps the last that could be, and is cured by one click', async ({
  page,
}) => {
  const plan = new PlanPage(page);
  await simulateFew(page);
  await open(page, '/samples/edge-three-nodes');
  const card = page.getByTestId('card');
  await page.getByRole('complementary', { name: 'Inputs' }).getByRole('heading', { name: /^applications/ }).getByRole('button').click();
  await plan.fill('Memory per VM', '600');
  await expect(card).toHaveAttribute('data-state', 'cannot_be_built');
  await settled(page);
  await expect(card.getByText('Cannot be built')).toBeInViewport({ ratio: 1 });
  const cause = page.getByTestId('advice');
  await expect(cause).toBeInViewport({ ratio: 1 });
  await expect(cause).toContainText(/The largest VM has 600 GiB, a host has [\d,]+ GiB left/);
  await expect(card.getByText('The last that could be built:')).toBeVisible();
  await expectWhole(page, 'cannot be built');
  // The search is another way out, beside the changes of one click.
  const search = 'Search for what fits';
  await expect(card.getByRole('button', { name: search })).toBeVisible();
  const cures = card.locator('button[data-action]').filter({ hasNotText: search });
  await expect(cures.first()).toBeInViewport({ ratio: 1 });
  expect(await cures.count()).toBeLessThanOrEqual(3);
  await cures.first().click();
  await expect(card).toHaveAttribute('data-state', /compared|alone/);
  await settled(page);
  await expect(card.getByText('Cannot be built')).toHaveCount(0);
});

test('without prices, without flash and nearly empty each have a card of their own', async ({ page, request }) => {
  await simulateFew(page);
  const card = page.getByTestId('card');
  await open(page, '/samples/vmw10');
  await expect(page.getByTestId('advice')).toContainText('44 values are missing');
  await expect(card.getByText('No cost yet').first()).toBeInViewport({ ratio: 1 });
  await expect(card.getByRole('radiogroup')).toHaveCount(0);

  await open(page, '/samples/leaving-vmware');
  await expect(card).toContainText('No local flash in this plan');
  await expect(card).not.toContainText(/life|worn|unlimited/i);

  const small = await sample(request, 'nvme-2026');
  const workload = small.workload as { groups: object[] };
  const groups = workload.groups.map((each) => ({ ...each, count: 1 }));
  await open(page, `/plans/${await keep(request, { ...small, workload: { ...workload, groups }, remarks: {} })}`);
  await expect(card).toContainText(/\d VMs fill \d[.\d]*.% of this cluster at most/);
  expect(await bottom(page)).toBeLessThanOrEqual(740);
  await expectWhole(page, 'nearly empty');
});

test('missing prices are taken from the catalogue in one step, which says what it set and what is left', async ({
  page,
}) => {
  await open(page, '/samples/vmw10');
  const card = page.getByTestId('card');
  const advice = page.getByTestId('advice');
  await expect(advice).toContainText('44 values are missing');
  await expect(advice).toContainText('The catalogue cannot say: price of processor');
  const offer = card.getByRole('button', { name: /^Use catalogue prices/ });
  await expect(offer).toContainText('for chassis, memory, support, electricity and rack space');
  await offer.click();
  await expect(advice).toContainText('From the catalogue: chassis, memory, support, electricity and rack space.');
  await expect(offer).toBeHidden();
  await expect(card.getByText(/^needs/)).toContainText('price of processor');
  expect(await looseDigits(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(advice).toContainText('44 values are missing');
});
