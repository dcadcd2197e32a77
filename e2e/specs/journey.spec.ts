import { expect } from '@playwright/test';

import { decisionOn, evaluate, PlanPage, type Plan, read } from '../support/plan-page';
import { test } from '../support/test';

test('an architect opens a sample, changes an input, asks why, saves, reloads, and gets the same over REST', async ({
  page,
  request,
}) => {
  const plan = new PlanPage(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Checked against five published studies' }).click();
  // A plan that another test saved may have this name on the start page.
  await expect(page.getByRole('heading', { level: 1, name: 'The evidence behind every number' })).toBeVisible();
  await page.getByRole('link', { name: 'Moderate I/O: NAND or Optane cache', exact: true }).click();
  await expect(plan.sentence).toContainText('Optane + persistent memory');
  await plan.expectValue('hosts', 'nand', 7);

  await plan.fill('Write utilisation limit', '54');
  const cache = page
    .getByRole('region', { name: 'Constraints, table' })
    .getByRole('button', { name: 'Hosts for write performance, NAND 800 GB: 6. Why?' });
  await expect(cache).toBeVisible();
  await plan.expectValue('hosts', 'nand', 7);
  await expect(plan.cell('hosts', 'nand')).toContainText(' for CPU cores and CPU GHz + 1 spare');
  await expect(page.getByRole('region', { name: 'What if' })).toContainText('Write utilisation limit');

  await plan.cell('hosts', 'nand').getByRole('button').click();
  await expect(plan.drawer).toContainText('hosts required', { ignoreCase: true });
  await plan.from(/^hosts required/i).click();
  await expect(page).toHaveURL(/why=nand/);
  await page.keyboard.press('Escape');
  await expect(plan.drawer).toBeHidden();

  await plan.save.click();
  await expect(page).toHaveURL(/\/plans\/[0-9a-f-]{36}/);
  await expect(plan.state).toContainText('revision 1');
  const id = /plans\/([0-9a-f-]{36})/.exec(page.url())![1]!;

  await page.reload();
  await expect(cache).toBeVisible();
  await plan.expectAnswer();

  const kept = await request.get(`/api/v1/plans/${id}`);
  const saved = (await kept.json()) as { plan: Plan & { policy: { write_utilisation_limit: number } } };
  expect(saved.plan.policy.write_utilisation_limit).toBe(0.54);
  const overRest = await (await request.get(`/api/v1/plans/${id}/result?include=everything`)).json();
  const result = await evaluate(request, saved.plan);
  expect(overRest).toEqual(result);
  await expect(plan.sentence).toHaveText(read((await decisionOn(request, saved.plan)).sentence));
});

test('undo and redo', { tag: '@check' }, async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await plan.fill('Spare hosts', '2');
  await plan.expectValue('hosts', 'nand', 8);
  await page.getByRole('button', { name: 'Undo' }).click();
  await plan.expectValue('hosts', 'nand', 7);
  await page.getByRole('button', { name: 'Redo' }).click();
  await plan.expectValue('hosts', 'nand', 8);
});

test('unsaved changes survive a reload and can be discarded', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('light-io');
  await plan.fill('Spare hosts', '3');
  await plan.expectValue('hosts', 'nand', 6);
  await page.reload();
  await plan.expectValue('hosts', 'nand', 6);
  await (await plan.openChanges()).getByRole('button', { name: 'Discard all' }).click();
  await plan.expectValue('hosts', 'nand', 4);
});

test('a wrong value is refused at its field and loses nothing', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await plan.fill('vCPU per core', '0');
  await expect(plan.field('vCPU per core')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/at least 0\.01/).first()).toBeVisible();
  await expect(plan.cell('hosts', 'nand')).toBeVisible();
  await plan.fill('vCPU per core', '3.9');
  await expect(plan.field('vCPU per core')).not.toHaveAttribute('aria-invalid', 'true');
  await plan.expectValue('hosts', 'nand', 7);
});

test('what is no number is refused as a whole, and nothing is changed silently', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  for (const wrong of ['1,5', '2.5', 'abc']) {
    await plan.fill('Spare hosts', wrong);
    await expect(plan.field('Spare hosts')).toHaveAttribute('aria-invalid', 'true');
    await expect(plan.field('Spare hosts')).toHaveValue(wrong);
    await plan.expectValue('hosts', 'nand', 7);
  }
  await plan.fill('Spare hosts', '2');
  await plan.expectValue('hosts', 'nand', 8);
});

test('an infeasible plan says why and what would help', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await page.getByRole('searchbox', { name: 'Search inputs' }).fill('Memory per VM');
  await plan.fill('Memory per VM', '4000');
  await expect(plan.cell('hosts', 'nand')).toHaveAttribute('data-state', 'infeasible');
  await expect(plan.cell('wear_out_probability', 'nand')).toHaveAttribute('data-state', 'infeasible');
  await expect(plan.sentence).toContainText('No configuration is feasible');
  await expect(plan.sentence).toContainText(/GiB more memory/);
});

test('a share is typed in percent, and its limits are told in percent', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await plan.fill('Write utilisation limit', '140');
  await expect(page.getByText('Must be at most 100 %.').first()).toBeVisible();
});
