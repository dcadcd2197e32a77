import { expect } from '@playwright/test';

import { expectAccessible, NOTICE } from '../support/axe';
import { keep, PlanPage, sample } from '../support/plan-page';
import { test } from '../support/test';

test('what cannot be read is neither saved over nor lost', async ({ page, request }) => {
  const plan = new PlanPage(page);
  const id = await keep(request, { ...(await sample(request, 'moderate-io')), name: 'Unreadable' });
  await plan.openPlan(id);
  const revision = async () => ((await (await request.get(`/api/v1/plans/${id}`)).json()) as { revision: number }).revision;
  const main = page.getByRole('main');

  await plan.fill('Write utilisation limit', '-5');
  await expect(main.getByRole('alert')).toContainText('at least 0.001');
  await plan.fill('Write utilisation limit', 'abc');
  await expect(main.getByRole('alert')).toHaveCount(0);
  await expect(main.getByRole('status').filter({ hasText: 'cannot be read' })).toContainText('\u201cabc\u201d');
  await expectAccessible(page, `${NOTICE}, [aria-invalid="true"]`);

  await plan.save.click();
  await expect(main.getByRole('alert')).toContainText('Not saved.');
  await expect(plan.field('Write utilisation limit')).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(plan.field('Write utilisation limit')).toHaveValue('abc');
  await expect(plan.field('Write utilisation limit')).toBeFocused();
  expect(await revision()).toBe(1);

  await plan.fill('Write utilisation limit', '12');
  await expect(main.getByRole('alert')).toHaveCount(0);
  await plan.save.click();
  await expect(plan.state).toContainText('revision 2');

  await plan.fill('Write utilisation limit', 'abc');
  await main.getByRole('button', { name: 'Discard unreadable text' }).click();
  await expect(plan.field('Write utilisation limit')).toHaveValue('12');
  await expect(plan.save).toBeDisabled();
});

test('a save that is refused names the field, until the plan is edited again', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  const name = page.getByRole('textbox', { name: 'Plan name' });
  const alert = page.getByRole('main').getByRole('alert');
  await name.fill('');
  await expect(alert).toContainText('Must not be empty.');
  await plan.save.click();
  await expect(alert).toContainText('Not saved.');
  await expect(alert).toContainText('Plan name: Must not be empty.');
  await expectAccessible(page, `${NOTICE}, [aria-invalid="true"]`);

  await alert.getByRole('button', { name: 'Plan name' }).click();
  await expect(name).toBeFocused();
  await name.fill('Corrected');
  await expect(alert).toHaveCount(0);
  // Nor does it come back with the plan that was refused.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Not saved.')).toHaveCount(0);
});

test('text that cannot be read stays with its configuration', async ({ page, request }) => {
  const plan = new PlanPage(page);
  await plan.openPlan(await keep(request, { ...(await sample(request, 'moderate-io')), name: 'Unreadable' }));
  const status = page.getByRole('main').getByRole('status').filter({ hasText: 'cannot be read' });
  const inputs = page.getByRole('complementary', { name: 'Inputs' });
  const menus = inputs.getByRole('button', { name: /^Actions for / });
  const [first = '', second = ''] = await menus.evaluateAll((buttons) =>
    buttons.map((each) => (each.getAttribute('aria-label') ?? '').replace('Actions for ', '')),
  );
  await inputs.getByRole('button', { name: second, exact: true }).click();
  const memory = (place: number) => inputs.locator(`[id="field-configurations-${String(place)}-memory-dram_gib"]`);
  await memory(1).fill('abc');
  await expect(status).toContainText(second);

  const menu = inputs.getByRole('button', { name: `Actions for ${first}`, exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(menu).toHaveCount(0);
  await expect(status).toContainText(second);
  await inputs.getByRole('button', { name: second, exact: true }).click();
  await expect(memory(0)).toHaveValue('abc');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(menu).toBeVisible();
  await expect(status).toContainText(second);
  await expect(memory(1)).toHaveValue('abc');

  await page.reload();
  await expect(status).toContainText(second);
  await page.getByRole('button', { name: 'Discard unreadable text' }).click();
  await page.reload();
  await plan.expectAnswer();
  await expect(status).toHaveCount(0);
});
