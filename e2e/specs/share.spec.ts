import { readFile } from 'node:fs/promises';

import { expect, type Browser, type Page } from '@playwright/test';

import { DIALOG, expectAccessibleAsShown } from '../support/axe';
import { expectCells, shownCells } from '../support/figures';
import { unfold } from '../support/folds';
import { keep, PlanPage, sample, type Plan } from '../support/plan-page';
import { expectToFit, expectUsable, SCREENS, TELEPHONE } from '../support/screens';
import { test } from '../support/test';

const NAMES = ['Renewal of ACME', 'Payroll of ACME', 'As told by ACME'];

type WithGroups = Plan & { workload: { groups: Record<string, unknown>[] } };

async function keepPlan(request: Parameters<typeof keep>[0]): Promise<string> {
  const document = (await sample(request, 'moderate-io')) as WithGroups;
  const [first, ...others] = document.workload.groups;
  return keep(request, {
    ...document,
    name: NAMES[0]!,
    description: NAMES[2],
    workload: { ...document.workload, groups: [{ ...first, name: NAMES[1] }, ...others] },
  });
}

async function createLink(page: Page, anonymise = false): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this plan' });
  if (anonymise) await dialog.getByLabel('Anonymise').check();
  await dialog.getByRole('button', { name: 'Create link', exact: true }).click();
  const link = dialog.getByLabel(anonymise ? 'New link, anonymised' : 'New link', { exact: true });
  await expect(link).toHaveValue(/\/shared\/hws_/);
  return link.inputValue();
}

/** The page of somebody who has nothing but the link; what it asks the API for is noted. */
async function openLink(browser: Browser, link: string): Promise<{ page: Page; asked: string[] }> {
  const page = await (await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } })).newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await unfold(page);
  await page.goto(link);
  return { page, asked };
}

test('a plan and its link that an earlier version answered otherwise open with one line', async ({
  page,
  request,
  browser,
}) => {
  const id = await keepPlan(request);
  const link = await request.post(`/api/v1/plans/${id}/shares`, { data: {} });
  const line = { code: 'engine_change', parts: ['With 0.3 this plan needs 16 hosts, not 14: whole VMs.'] };
  const { page: other } = await openLink(browser, 'about:blank');
  for (const each of [page, other]) {
    await each.route('**/engine-change*', async (route) => {
      const response = await route.fetch();
      const change = (await response.json()) as { text: unknown };
      expect(change.text).toBeNull();
      await route.fulfill({ response, json: { ...change, text: line } });
    });
  }
  await page.goto(`/plans/${id}`);
  await expect(page.getByText('needs 16 hosts, not 14: whole VMs.')).toBeVisible();
  const { token } = (await link.json()) as { token: string };
  await other.goto(`/shared/${token}`);
  await expect(other.getByText('needs 16 hosts, not 14: whole VMs.')).toBeVisible();
});

test('who has a link sees what was changed since, and what that does', async ({ page, request, browser }) => {
  const id = await keepPlan(request);
  const link = await request.post(`/api/v1/plans/${id}/shares`, { data: {} });
  const { token } = (await link.json()) as { token: string };
  const plan = new PlanPage(page);
  await page.goto(`/plans/${id}`);
  await expect(page.getByTestId('advice')).toBeVisible();
  await plan.fill('Spare hosts', '3');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await request.get(`/api/v1/plans/${id}`)).headers()['etag']).toBe('"2"');
  const { page: other } = await openLink(browser, `/shared/${token}`);
  await expect(other.getByText(/^Revision 2 is newer/)).toBeVisible();
  await expect(other.getByRole('list', { name: 'What changed' })).toContainText(/Spare hosts .+3/);
  await expect(other.getByRole('list', { name: 'What that does' })).toContainText('hosts');
  await other.setViewportSize(TELEPHONE.use.viewport);
  await expect(other.getByText(/^Revision 2 is newer/)).toBeInViewport();
  await expectToFit(other);
});

test('a saved plan is shared, and who has the link sees the same numbers and asks why', async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const plan = new PlanPage(page);
  const id = await keepPlan(request);
  await plan.openPlan(id);
  const numbers = await shownCells(page);
  const link = await createLink(page);

  const other = await openLink(browser, link);
  const shared = new PlanPage(other.page);
  await expect(shared.sentence).toHaveText((await plan.sentence.textContent()) ?? '');
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText(NAMES[0]!);
  await expectCells(other.page, numbers);
  for (const heading of ['Charts', 'Further findings', 'All figures', 'What limits each configuration', 'Constraints']) {
    await expect(other.page.getByRole('heading', { name: new RegExp(`^${heading}`) })).toBeVisible();
  }
  await expect(other.page.getByRole('complementary', { name: 'Inputs' })).toHaveCount(0);
  for (const name of ['Save', 'Share', 'fix']) {
    await expect(other.page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }

  await shared.cell('years_to_wear_out', 'nand').getByRole('button').click();
  await expect(other.page.getByTestId('why-value')).toContainText('0.737449');
  await shared.from(/^years to wear-out, by role/i).click();
  await shared.from(/^rated drive writes per day, by role/i).click();
  await shared.from(/^rated full writes per day of drive/i).click();
  await expect(shared.drawer).toContainText('samsung-pm1645-800gb');
  await expect(shared.drawer.getByRole('button', { name: 'change this input' })).toHaveCount(0);
  await other.page.keyboard.press('Escape');
  await expect(shared.drawer).toBeHidden();

  await other.page.getByRole('button', { name: 'Set Optane, DRAM only as reference' }).click();
  await expect(shared.cell('hosts', 'nand')).toContainText('+3');
  // So are the differences of the decision, simulated.
  await expect(other.page.getByTestId('card')).toHaveAttribute('aria-busy', 'false');
  await expect(other.page.getByTestId('candidate-optane-dram')).toContainText('reference');
  await expect(other.page.getByTestId('candidate-nand').getByRole('button', { name: /^Cost against Optane, DRAM only/ })).toBeVisible();

  await other.page.getByRole('tab', { name: 'Cost', exact: true }).click();
  const total = other.page.getByTestId('quantity-cluster_tco-nand').first();
  await expect(total).toHaveAttribute(
    'data-value',
    numbers.find(([name]) => name === 'cell-cluster_tco-nand')?.[1] ?? '',
  );
  await expect(other.page.getByRole('row', { name: /^servers/i }).first()).toBeVisible();
  await expect(other.page.getByRole('heading', { name: 'Bill of materials' })).toBeVisible();

  // The other views are those of the plan; what would change it is not there.
  await other.page.getByRole('tab', { name: 'Memory', exact: true }).click();
  await expect(other.page.getByRole('heading', { name: 'Predicted state' })).toBeVisible();
  await other.page.getByRole('tab', { name: 'Storage', exact: true }).click();
  await expect(other.page.getByRole('heading', { name: 'Capacity by other rules' })).toBeVisible();
  await other.page.getByRole('tab', { name: 'Burst', exact: true }).click();
  await other.page.getByLabel('Hosts down').fill('1');
  await expect(other.page).toHaveURL(/down=1/);
  await expect(other.page.getByTestId(/^quantity-steady_admitted_iops-/).first()).toHaveAttribute('data-value', /\d/);
  await expect(other.page.getByRole('button', { name: /^(change|choose|set a target)/ })).toHaveCount(0);

  const download = other.page.waitForEvent('download');
  await other.page.getByRole('button', { name: 'Report', exact: true }).click();
  await other.page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('hostwise-renewal-of-acme-r1.csv');
  const kept = await request.get(`/api/v1/plans/${id}/report?format=csv&reference=optane-dram`);
  expect(await readFile(await file.path(), 'utf8')).toBe(await kept.text());

  expect(other.asked.filter((path) => !path.startsWith('/api/v1/shared/hws_'))).toEqual([]);
  await other.page.context().close();
});

test('an anonymised link shows the numbers and none of the names', async ({ page, request, browser }) => {
  test.slow();
  const plan = new PlanPage(page);
  await plan.openPlan(await keepPlan(request));
  const numbers = await shownCells(page);
  const other = await openLink(browser, await createLink(page, true));
  const shared = new PlanPage(other.page);
  await shared.expectAnswer();
  await expect(other.page.getByTestId('shared-state')).toContainText('anonymised');
  // Configurations have other keys there.
  const values = (found: typeof numbers) => found.map(([, value]) => value);
  await expect.poll(async () => values(await shownCells(other.page))).toEqual(values(numbers));
  await shared.cell('hosts', 'configuration-1').getByRole('button').click();
  await expect(other.page.getByTestId('why-value')).toBeVisible();
  expect(await other.page.content()).not.toMatch(/acme/i);
  await other.page.context().close();
});

test('links are listed, and one that is revoked leads nowhere, in the words of a wrong one', async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  await new PlanPage(page).openPlan(await keepPlan(request));
  const link = await createLink(page);
  const dialog = page.getByRole('dialog', { name: 'Share this plan' });
  const item = dialog.getByRole('list', { name: 'Links to this plan', exact: true }).getByRole('listitem');
  await expect(item).toHaveCount(1);
  await expect(item).toContainText(/Revision 1.*created.*expires/);
  // Once only.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(item).toHaveCount(1);
  await expect(dialog.getByLabel('New link', { exact: true })).toHaveCount(0);

  const other = await openLink(browser, link);
  await new PlanPage(other.page).expectAnswer();
  await item.getByRole('button', { name: /^Revoke the link/ }).click();
  await item.getByRole('button', { name: 'Keep it' }).click();
  await expect(item.getByRole('button', { name: 'Revoke it' })).toHaveCount(0);
  await item.getByRole('button', { name: /^Revoke the link/ }).click();
  await item.getByRole('button', { name: 'Revoke it' }).click();
  await expect(dialog.getByText('Expired and revoked (1)')).toBeVisible();

  const words = [];
  for (const address of [link, `${link.slice(0, -8)}00000000`, new URL('/shared/nothing', link).href]) {
    await other.page.goto(address);
    await expect(other.page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
    words.push(await other.page.getByRole('main').textContent());
  }
  expect(new Set(words).size).toBe(1);
  await other.page.context().close();
});

test('what is not saved is not shared, and the dialog says so', { tag: '@check' }, async ({ page, request }) => {
  const plan = new PlanPage(page);
  const id = await keepPlan(request);
  await plan.openPlan(id);
  await plan.fill('Spare hosts', '2');
  await plan.expectValue('hosts', 'nand', 8);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this plan' });
  await expect(dialog).toContainText('A link shows revision 1, without your unsaved changes');
  await dialog.getByRole('button', { name: 'Create link', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('listitem')).toContainText('Revision 1');
  await dialog.getByRole('button', { name: 'Save and create link' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('Revision 2');
  await expect(dialog).not.toContainText('unsaved changes');
  await expect(plan.state).toContainText('revision 2');
});

test('a plan that was never saved is saved and shared in three clicks', async ({ page, browser }) => {
  const plan = new PlanPage(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await plan.openSample('light-io');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this plan' });
  await expect(dialog.getByRole('button', { name: 'Create link', exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save and create link' }).click();
  await expect(page).toHaveURL(/\/plans\/[0-9a-f-]{36}/);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/shared\/hws_/);
  const other = await openLink(browser, link);
  await new PlanPage(other.page).expectAnswer();
  await expect(other.page.getByTestId('shared-state')).toContainText('revision 1');
  await other.page.context().close();

  // It is shown once only.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByLabel('New link', { exact: true })).toHaveCount(0);
});

test('a plan that cannot be saved is not shared, and leads to what is wrong', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('light-io');
  await plan.fill('Spare hosts', 'two');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this plan' });
  await dialog.getByRole('button', { name: 'Save and create link' }).click();
  await expect(dialog).toBeHidden();
  await expect(plan.field('Spare hosts')).toBeFocused();
  await expect(page).toHaveURL(/\/samples\/light-io/);
});

test('an explanation of an imported plan has no link, since it leads nobody else there', async ({ page, request }) => {
  const document = await sample(request, 'light-io');
  await page.goto('/');
  await page.getByLabel('Plan file (JSON)').setInputFiles({
    name: 'plan.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(document)),
  });
  await expect(page).toHaveURL(/\/plans\/imported\//);
  const plan = new PlanPage(page);
  await plan.cell('hosts', 'nand').getByRole('button').click();
  await expect(page.getByTestId('why-value')).toBeVisible();
  await expect(plan.drawer.getByRole('button', { name: /^Copy link/ })).toHaveCount(0);
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('sharing and what is shared are accessible and no wider than the window', async ({ page, request }) => {
      test.slow();
      const plan = new PlanPage(page);
      await plan.openPlan(await keepPlan(request));
      const link = await createLink(page, true);
      await page.getByRole('button', { name: /^Revoke the link/ }).click();
      await expectAccessibleAsShown(page, DIALOG);
      await page.goto(link);
      await plan.expectAnswer();
      await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible();
      await expectUsable(page);
    });
  });
}
