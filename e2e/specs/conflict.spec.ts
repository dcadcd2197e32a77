import { type APIRequestContext, expect } from '@playwright/test';

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

test('prices that somebody else saved meanwhile are kept beside mine', async ({ page, request }) => {
  const document = await sample(request, 'nvme-2026');
  const price = (part: string, amount: number) => ({ part, price: amount, currency: 'USD', date: '2026-11-20' });
  const priced = (...prices: object[]) => ({
    ...document,
    name: 'Shared prices',
    economics: { ...(document.economics as object), prices },
  });
  const [drive, memory, other] = await parts(request);
  const id = await keep(request, priced(price(drive, 100), price(memory, 900)));
  const plan = new PlanPage(page);
  await plan.openPlan(id);
  await page.getByRole('button', { name: /^Economics/ }).click();
  const prices = page.getByRole('region', { name: 'Prices', exact: true });
  await prices.getByRole('button', { name: /^Remove the price of / }).nth(1).click();
  await expect(plan.state).toContainText('1 unsaved change');

  const saved = await request.put(`/api/v1/plans/${id}`, {
    data: priced(price(drive, 140), price(memory, 900), price(other, 5000)),
    headers: { 'If-Match': '"1"' },
  });
  expect(saved.status()).toBe(200);
  await plan.save.click();
  await page.getByRole('dialog').getByRole('button', { name: /reapply/ }).click();
  await expect(prices).toContainText('5,000 USD');
  await plan.save.click();
  await expect(plan.state).toContainText('revision 3');
  const kept = (await (await request.get(`/api/v1/plans/${id}`)).json()) as {
    plan: { economics: { prices: { part: string; price: number }[] } };
  };
  expect(kept.plan.economics.prices.map((each) => [each.part, each.price])).toEqual([
    [drive, 140],
    [other, 5000],
  ]);
});

/** Three parts of the catalogue that have prices. */
async function parts(request: APIRequestContext): Promise<[string, string, string]> {
  const { rows } = (await (await request.get('/api/v1/catalogue/drives')).json()) as { rows: { key: string }[] };
  const [one, two, three] = rows.map((row) => `drives/${row.key}`);
  if (one === undefined || two === undefined || three === undefined) throw new Error('The catalogue has fewer drives.');
  return [one, two, three];
}
