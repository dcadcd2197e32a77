import { readFile } from 'node:fs/promises';

import { type APIRequestContext, expect, type Page } from '@playwright/test';

import { DIALOG, expectAccessible } from '../support/axe';
import { keep, type Plan, PlanPage, sample } from '../support/plan-page';
import { expectToFit, expectUsable, SCREENS, TELEPHONE } from '../support/screens';
import { test } from '../support/test';

type WithPolicy = Plan & { policy: Record<string, unknown> };

const spares = (plan: WithPolicy, count: number): WithPolicy => ({
  ...plan,
  policy: { ...plan.policy, spare_hosts: count },
});

/** A saved plan with two revisions: one spare host, then two. */
async function twice(request: APIRequestContext, name: string): Promise<{ id: string; document: WithPolicy }> {
  const document = {
    ...((await sample(request, 'moderate-io')) as WithPolicy),
    name,
  };
  const id = await keep(request, document);
  const saved = await request.put(`/api/v1/plans/${id}`, {
    data: spares(document, 2),
    headers: { 'If-Match': '"1"' },
  });
  expect(saved.status()).toBe(200);
  return { id, document };
}

const menu = (page: Page) => page.getByRole('button', { name: 'Revisions and copies' });

interface Scenario {
  name: string;
  plan: WithPolicy;
  changes: { pointer: string }[];
}

async function scenariosOf(request: APIRequestContext, id: string): Promise<Scenario[]> {
  return (await (await request.get(`/api/v1/plans/${id}/scenarios`)).json()) as Scenario[];
}

test('a revision is looked at, restored as a step that can be undone, and saved as the next one', async ({
  page,
  request,
}) => {
  const { id } = await twice(request, 'With a past');
  const plan = new PlanPage(page);
  await plan.openPlan(id);
  await plan.expectValue('hosts', 'nand', 8);
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Revisions' }).click();
  const panel = page.getByRole('dialog', { name: 'Revisions' });
  await expect(page).toHaveURL(/revisions=true/);
  const first = panel.getByRole('listitem', {
    name: 'Revision 1',
    exact: true,
  });
  await expect(first).toContainText('7 hosts');
  await expect(panel.getByRole('listitem', { name: 'Revision 2', exact: true })).toContainText('on this page');
  await first.getByRole('button', { name: 'Differences of revision 1' }).click();
  await expect(first).toContainText(/Spare hosts 2 . 1/);
  await first.getByRole('button', { name: 'Restore revision 1' }).click();
  await expect(panel).toBeHidden();
  await plan.expectValue('hosts', 'nand', 7);
  await expect(plan.state).toContainText('1 unsaved change');
  await page.getByRole('button', { name: 'Undo' }).click();
  await plan.expectValue('hosts', 'nand', 8);
  await page.getByRole('button', { name: 'Redo' }).click();
  await plan.save.click();
  await expect(plan.state).toContainText('revision 3');
  const kept = (await (await request.get(`/api/v1/plans/${id}`)).json()) as {
    plan: WithPolicy;
  };
  expect(kept.plan.policy.spare_hosts).toBe(1);

  // The list is in the address, has what was saved, and closes with Escape.
  await page.goto(`/plans/${id}?revisions=true`);
  await expect(panel.getByRole('listitem', { name: 'Revision 3', exact: true })).toContainText('on this page');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).not.toHaveURL(/revisions/);
});

test('a plan is duplicated as it is saved, with its scenarios, and its unsaved changes stay with it', async ({
  page,
  request,
}) => {
  const { id, document } = await twice(request, 'Original');
  const scenario = { name: 'Three spares', plan: spares(document, 3) };
  expect(
    (
      await request.put(`/api/v1/plans/${id}/scenarios/three`, {
        data: scenario,
      })
    ).status(),
  ).toBe(200);
  const plan = new PlanPage(page);
  await plan.openPlan(id);
  await plan.fill('Spare hosts', '3');
  await plan.expectValue('hosts', 'nand', 9);
  await menu(page).click();
  const duplicate = page.getByRole('menuitem', {
    name: 'Duplicate without the unsaved changes',
  });
  await expect(duplicate).toBeVisible();
  await expectAccessible(page, '[role="menu"]');
  await duplicate.click();
  await expect(page.getByRole('textbox', { name: 'Plan name' })).toHaveValue('Original (copy)');
  expect(page.url()).not.toContain(id);
  await plan.expectValue('hosts', 'nand', 8);
  await expect(plan.state).toContainText('revision 1');
  const copy = /plans\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  expect((await scenariosOf(request, copy)).map((each) => each.name)).toEqual(['Three spares']);
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Plan name' })).toHaveValue('Original');
  await plan.expectValue('hosts', 'nand', 9);
});

test('scenarios are saved with the plan: others see them, with what they change and what that does', async ({
  page,
  request,
  browser,
}) => {
  const { id } = await twice(request, 'Compared');
  const plan = new PlanPage(page);
  await plan.openPlan(id);
  await plan.fill('Spare hosts', '3');
  await plan.expectValue('hosts', 'nand', 9);
  await page.getByRole('button', { name: 'Pin as scenario' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await plan.expectValue('hosts', 'nand', 8);
  await page.getByRole('tab', { name: 'Scenarios' }).click();
  const line = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Open / }) });
  await expect(line).toContainText(/Spare hosts 2 . 3/);
  await expect(line.getByRole('cell').first()).toContainText(/Optane.+5.+6 hosts/);
  await expect(line.getByRole('cell').nth(1)).toContainText(/9 \+1/);
  await line.getByRole('textbox').fill('Three spares');
  await line.getByRole('textbox').blur();
  await expect.poll(async () => (await scenariosOf(request, id)).map((each) => each.name)).toEqual(['Three spares']);
  const [kept] = await scenariosOf(request, id);
  expect(kept?.plan.policy.spare_hosts).toBe(3);
  expect(kept?.changes.map((each) => each.pointer)).toContain('/policy/spare_hosts');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((each) => each.includes('scenarios')))).toEqual([]);

  const others = await (await browser.newContext()).newPage();
  await others.goto(`${new URL(page.url()).origin}/plans/${id}?view=scenarios`);
  await expect(others.getByRole('textbox', { name: 'Name of the scenario Three spares' })).toBeVisible();
  await others.getByRole('button', { name: 'Open Three spares' }).click();
  await expect(new PlanPage(others).state).toContainText('1 unsaved change');
  await others.context().close();

  await page.getByRole('button', { name: 'Delete Three spares' }).click();
  await expect(line).toHaveCount(0);
  await expect.poll(() => scenariosOf(request, id)).toEqual([]);
});

test('scenarios that an earlier version kept in the browser are taken over once', { tag: '@check' }, async ({ page, request }) => {
  const { id, document } = await twice(request, 'From before');
  await page.goto('/');
  const kept = [
    {
      id: 'lz3k.0',
      name: 'Of last year',
      at: 1_790_000_000_000,
      plan: spares(document, 3),
    },
  ];
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    `hostwise.scenarios.plan.${id}`,
    JSON.stringify(kept),
  ] as const);
  const plan = new PlanPage(page);
  // While the server refuses, they stay where they are.
  await page.route(/\/scenarios\/lz3k/, (route) => route.abort());
  await page.goto(`/plans/${id}?view=scenarios`);
  await expect(page.getByRole('alert')).toContainText('1 scenario is in this browser only.');
  await expect(page.getByRole('button', { name: 'Open Of last year' })).toBeVisible();
  expect(await page.evaluate((name) => localStorage.getItem(name), `hostwise.scenarios.plan.${id}`)).not.toBeNull();
  await page.unroute(/\/scenarios\/lz3k/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await scenariosOf(request, id)).map((each) => each.name)).toEqual(['Of last year']);
  await expect
    .poll(() => page.evaluate((name) => localStorage.getItem(name), `hostwise.scenarios.plan.${id}`))
    .toBeNull();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open Of last year' }).click();
  await plan.expectValue('hosts', 'nand', 9);
});

test('a link shows the scenarios if it is made so, and a file takes them along', async ({ page, request }) => {
  const { id, document } = await twice(request, 'Shown to others');
  const scenario = { name: 'Three spares', plan: spares(document, 3) };
  await request.put(`/api/v1/plans/${id}/scenarios/three`, { data: scenario });
  await new PlanPage(page).openPlan(id);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Show the scenarios' }).check();
  await expectAccessible(page, DIALOG);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'New link' }).inputValue();
  await page.goto(link);
  await page.getByRole('tab', { name: 'Scenarios' }).click();
  const row = page.getByRole('row', { name: /Three spares/ });
  await expect(row).toContainText(/Spare hosts 2 . 3/);
  await expect(row.getByRole('cell').first()).toContainText(/5.+6 hosts/);
  await expect(row.getByRole('cell').nth(1)).toContainText('9');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, 'main table');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Plan (JSON)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^shown-to-others-r2-\d{4}-\d\d-\d\d\.hostwise\.json$/);
  await page.goto('/');
  await page.getByLabel('Plan file (JSON)').setInputFiles({
    name: file.suggestedFilename(),
    mimeType: 'application/json',
    buffer: await readFile(await file.path()),
  });
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await page.getByRole('tab', { name: 'Scenarios' }).click();
  await expect(page.getByRole('button', { name: 'Open Three spares' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/plans\/[0-9a-f-]{36}/);
  const saved = /plans\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await expect.poll(async () => (await scenariosOf(request, saved)).map((each) => each.name)).toEqual(['Three spares']);
});

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);

    test('revisions and scenarios', async ({ page, request }) => {
      const { id, document } = await twice(request, `Berlin ${name}`);
      const scenario = { name: 'Three spares', plan: spares(document, 3) };
      await request.put(`/api/v1/plans/${id}/scenarios/three`, {
        data: scenario,
      });
      await page.goto(`/plans/${id}?view=scenarios`);
      await expect(page.getByRole('row', { name: /Three spares/ })).toContainText(/\+1/);
      await expectUsable(page);
      await menu(page).click();
      await page.getByRole('menuitem', { name: 'Revisions' }).click();
      const panel = page.getByRole('dialog', { name: 'Revisions' });
      await panel.getByRole('button', { name: 'Differences of revision 1' }).click();
      await expect(panel.getByRole('button', { name: 'Restore revision 1' })).toBeVisible();
      await expectAccessible(page, DIALOG);
      if (name === TELEPHONE.name) await expectToFit(page);
    });
  });
}
