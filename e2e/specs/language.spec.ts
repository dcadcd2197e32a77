import { expect, test } from '@playwright/test';

import { PlanPage } from '../support/plan-page';

test.use({ locale: 'de-DE' });

test('numbers and dates are in the language of the sentences, whatever the browser\u2019s is', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('nvme-2026');
  expect(await page.evaluate(() => navigator.language)).toBe('de-DE');
  const main = page.getByRole('main');
  await expect(page.getByRole('region', { name: 'Advice' })).toHaveAttribute('aria-busy', 'false');
  // A comma before one or two digits, or a point before three and another mark: no English number.
  const foreign = /\d,\d{1,2}(?!\d)|\d\.\d{3}[.,]\d|Mio\.|Tsd\./;
  expect((await main.innerText()).match(foreign)).toBeNull();
  await page.getByRole('tab', { name: 'Cost', exact: true }).click();
  await expect(page.getByTestId(/^quantity-cluster_tco-/).first()).toBeVisible();
  expect((await main.innerText()).match(foreign)).toBeNull();

  await page.goto('/');
  const form = page.getByRole('form', { name: 'Six numbers' });
  await expect(form.getByText('in 4,096 simulations')).toBeVisible();
  expect((await main.innerText()).match(foreign)).toBeNull();
  // What is typed is read as it is shown, and by the marks of that language where it is no number otherwise.
  for (const [text, problems] of [
    ['24,5', 0],
    ['24.5', 0],
    ['2.4.5', 1],
  ] as const) {
    await form.getByLabel('Memory per VM').fill(text);
    await expect(form.getByText(/Not a number/)).toHaveCount(problems);
  }
});
