import { expect, type Locator, type Page } from '@playwright/test';

import { expectUsable, SCREENS } from '../support/screens';
import { test } from '../support/test';

const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the documentation' });

async function open(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}

test('from the start page to a guide, and from there to a quantity and back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Documentation' }).click();
  await expect(page).toHaveURL(/\/docs$/);
  await contents(page).getByRole('link', { name: 'Cost', exact: true }).first().click();
  await expect(page).toHaveURL(/\/docs\/guides\/cost$/);
  await expect(page).toHaveTitle('Cost \u2013 Hostwise');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'net present cost' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Net present cost' })).toBeVisible();
  await expect(page).toHaveTitle('Net present cost \u2013 Hostwise');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Cost' })).toBeVisible();
});

test('a quantity has its formula set, its symbols lead on, and the contents show where it is', async ({ page }) => {
  await open(page, '/docs/methodology/drive_write_limit_mb_s', 'Write limit of a drive');
  await expect(page.getByRole('group', { name: 'Equation' }).locator('math mfrac')).toHaveCount(1);
  await expect(page.getByRole('rowheader', { name: 'unit' })).toBeVisible();
  const here = contents(page).getByRole('link', { name: 'write limit of a drive', exact: true });
  await expect(here).toBeInViewport();
  await expect(here).toHaveAttribute('aria-current', 'page');
  await page.getByRole('main').getByRole('link', { name: 'rated_dwpd' }).click();
  await expect(page).toHaveURL(/\/docs\/methodology\/rated_dwpd$/);
  await page.getByRole('main').getByRole('link', { name: 'role_rated_dwpd', exact: true }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'drive_dwpd', exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/methodology\/inputs#drive_dwpd$/);
  await expect(page.getByRole('row').filter({ has: page.locator('#drive_dwpd') })).toBeInViewport();
});

test('an address leads to a place, and a place has an address', { tag: '@check' }, async ({ page }) => {
  await open(page, '/docs/glossary#waf', 'Glossary');
  const waf = page.getByRole('heading', { name: 'WAF' });
  await expect(waf).toBeInViewport();
  await waf.hover();
  await expect(waf.getByRole('link', { name: 'Link to this part' })).toHaveAttribute('href', '/docs/glossary#waf');
});

test('the search finds terms, quantities and inputs, and forgets itself when something was found', async ({ page }) => {
  await open(page, '/docs', 'Documentation');
  await search(page).fill('dwpd');
  await expect(page).toHaveURL(/text=dwpd/);
  const found = page.getByRole('complementary').getByRole('list');
  await expect(found.getByRole('link').first()).toHaveText('DWPD');
  await expect(found.getByRole('link', { name: 'Drive writes per day used', exact: true })).toBeVisible();
  await page.reload();
  await found.getByRole('link', { name: 'DWPD', exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/glossary#dwpd$/);
  await expect(page.getByRole('heading', { name: 'DWPD' })).toBeInViewport();
  await expect(search(page)).toHaveValue('');
  await search(page).fill('no such words');
  await expect(page.getByText('No page contains all of these words.')).toBeVisible();
});

test('a guide shows its pictures, and the contents lead to no decision records', async ({ page }) => {
  await open(page, '/docs/guides/getting-started', 'Getting started');
  const pictures = page.getByRole('main').getByRole('img');
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBe(1280);
  }
  await expect(contents(page).getByRole('link', { name: 'Glossary' })).toBeVisible();
  await expect(contents(page).locator('a[href*="decisions"]')).toHaveCount(0);
});

test('code is copied as it stands', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/docs/guides/scripting', 'Scripts and pipelines');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'hostwise samples moderate-io > plan.json\n',
  );
});

test('an explanation leads to the page of its quantity', async ({ page }) => {
  await page.goto('/samples/moderate-io?why=nand/years_to_wear_out');
  await expect(page.getByTestId('why-value')).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('dialog').getByRole('link', { name: 'Methodology' }).click();
  const other = await opened;
  await expect(other).toHaveURL(/\/docs\/methodology\/years_to_wear_out$/);
  await expect(other.getByRole('heading', { level: 1, name: 'Years to wear-out' })).toBeVisible();
});

test('an address without a page says so, and leads on', { tag: '@check' }, async ({ page }) => {
  await open(page, '/docs/methodology/no_such_quantity', 'Page not found');
  await expect(contents(page)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'All pages' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    for (const [address, title] of [
      ['/docs', 'Documentation'],
      ['/docs/guides/cost', 'Cost'],
      ['/docs/guides/getting-started', 'Getting started'],
      ['/docs/methodology/cluster_npv', 'Net present cost'],
      ['/docs?text=payback', 'Documentation'],
    ] as const) {
      test(`${address} is accessible, and not wider than the window`, async ({ page }) => {
        await open(page, address, title);
        await expectUsable(page);
      });
    }
  });
}

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the contents unfold, and fold when a page was chosen', async ({ page }) => {
    await open(page, '/docs', 'Documentation');
    await expect(contents(page)).toBeHidden();
    const unfold = page.getByRole('button', { name: 'Contents' });
    await unfold.click();
    await contents(page).getByRole('link', { name: 'Glossary' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Glossary' })).toBeVisible();
    await expect(contents(page)).toBeHidden();
    await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  });
});

for (const [address, seen] of [
  ['/docs', 'Getting started'],
  ['/api/docs', '/api/v1/evaluate'],
] as const) {
  test(`${address} loads less than 300 kB when it is opened for the first time`, async ({ page }) => {
    let bytes = 0;
    const session = await page.context().newCDPSession(page);
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    // A page that is pointed at is loaded, and the pointer may be where a test before has left it.
    await page.mouse.move(0, 0);
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('main').getByText(seen, { exact: true }).first()).toBeVisible();
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(300_000);
  });
}

test('the API is described on a page that loads nothing from elsewhere', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /^Hostwise/ })).toBeVisible();
  await expect(page.getByText('/api/v1/evaluate', { exact: true }).first()).toBeVisible();
  expect(elsewhere).toEqual([]);
  // Under the header of every page, in its colours.
  const ground = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const ink = () =>
    page
      .getByRole('heading', { name: /^Hostwise/ })
      .first()
      .evaluate((heading) => getComputedStyle(heading).color);
  const light = [await ground(), await ink()];
  await page.getByRole('banner').getByRole('button', { name: 'Use dark colours' }).click();
  await expect.poll(async () => [await ground(), await ink()]).not.toEqual(light);
  expect(await ink()).not.toBe(light[1]);
  await page.getByRole('banner').getByRole('link', { name: 'Evidence' }).click();
  await expect(page).toHaveURL(/\/evidence$/);
});

async function openEvaluate(page: Page): Promise<Locator> {
  // Otherwise a page that is there already would only take another place on it.
  await page.goto('about:blank');
  await page.goto('/api/docs#/evaluate/evaluate');
  const heading = page.getByRole('heading', { name: 'POST /api/v1/evaluate', exact: true });
  return page.getByRole('main').locator('details', { has: heading });
}

test('an operation of the API has an address, and is sent from there', async ({ page }) => {
  const evaluate = await openEvaluate(page);
  await expect(evaluate.getByRole('heading', { name: 'POST /api/v1/evaluate' })).toBeInViewport();
  await expect(evaluate.getByRole('textbox', { name: 'Body' })).toHaveValue(/"schema_version": 1/);
  await expect(evaluate.getByText(/^curl -H .* --data-binary @body\.json /)).toBeVisible();
  await evaluate.getByText('Fields of the body').click();
  await evaluate.getByText('Fields of workload', { exact: true }).click();
  await expect(evaluate.getByText('Fields of groups', { exact: true })).toBeVisible();
  await evaluate.getByRole('textbox', { name: 'include' }).fill('cluster_tco');
  await evaluate.getByRole('button', { name: 'Send' }).click();
  await expect(evaluate.getByRole('region', { name: 'Answer' })).toContainText('200 OK');
  await expect(evaluate.getByRole('region', { name: 'Answer' })).toContainText('"cluster_tco"');
  await evaluate.getByRole('textbox', { name: 'Body' }).fill('{}');
  await evaluate.getByRole('button', { name: 'Send' }).click();
  await expect(evaluate.getByRole('region', { name: 'Answer' })).toContainText('422');
});

test('operations of the API are found by words, and their addresses follow', async ({ page }) => {
  await page.goto('/api/docs');
  await page.getByRole('searchbox', { name: 'Search the operations' }).fill('delete price-books');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['DELETE /api/v1/price-books/{key}']);
  await page.getByRole('heading', { level: 3 }).click();
  await expect(page).toHaveURL(/\/api\/docs#\/price_books\/\w+$/);
  await expect(page.getByRole('textbox', { name: 'key' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the operations' }).fill('no such words');
  await expect(page.getByText('No operation has all of these words.')).toBeVisible();
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('the page of the API is accessible, and not wider than the window', async ({ page }) => {
      const evaluate = await openEvaluate(page);
      await evaluate.getByText('Fields of the body').click();
      await evaluate.getByRole('button', { name: 'Send' }).click();
      await expect(evaluate.getByRole('region', { name: 'Answer' })).toBeVisible();
      await expectUsable(page);
    });
  });
}
