import { expect } from '@playwright/test';

import { keep, PlanPage, sample } from '../support/plan-page';
import { test } from '../support/test';

test('a stale save is refused, nothing is lost, and the change can be applied to the newest revision', async ({
  page,
  request,
}) => {
  const document = await sample(request, 'moderate-io');
  const id = await keep(request, { ...document, name: 'Shared plan' });
  const plan = new PlanPage(page);
  await plan.openPlan(id);
  await plan.fill('Spare hosts', '2');
  await plan.expectValue('hosts', 'nand', 8);

  // Somebody else saves first.
  const other = await request.put(`/api/v1/plans/${id}`, {
    data: { ...document, name: 'Renamed by somebody else' },
    headers: { 'If-Match': '"1"' },
  });
  expect(other.status()).toBe(200);

  await plan.save.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/nothing/i);
  await dialog.getByRole('button', { name: /newest|reapply|on top/i }).click();
  await expect(plan.page.getByRole('textbox', { name: 'Plan name' })).toHaveValue('Renamed by somebody else');
  await plan.expectValue('hosts', 'nand', 8);
  await plan.save.click();
  await expect(plan.state).toContainText('revision 3');
  const kept = (await (await request.get(`/api/v1/plans/${id}`)).json()) as {
    plan: { name: string; policy: { spare_hosts: number } };
  };
  expect(kept.plan.name).toBe('Renamed by somebody else');
  expect(kept.plan.policy.spare_hosts).toBe(2);
});
