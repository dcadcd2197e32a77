import { expect, test } from '@playwright/test';

import { evaluate, PlanPage, sample } from '../support/plan-page';

for (const key of ['moderate-io', 'moderate-io-si', 'light-io', 'light-io-si', 'nvme-2026']) {
  test(`every number of the comparison of ${key} is the number of the API`, async ({ page, request }) => {
    const result = await evaluate(request, await sample(request, key));
    const plan = new PlanPage(page);
    await plan.openSample(key);
    await expect(plan.sentence).toHaveText(result.sentence);
    let compared = 0;
    for (const row of result.rows) {
      for (const cell of row.cells) {
        const shown = plan.cell(row.quantity, cell.configuration);
        await expect(shown).toHaveAttribute('data-value', cell.value.value === null ? '' : String(cell.value.value));
        await expect(shown).toHaveAttribute('data-state', cell.value.state);
        await expect(shown).toHaveAttribute('data-best', String(cell.best));
        compared += 1;
      }
    }
    expect(await page.locator('[data-testid^="cell-"]').count()).toBe(compared);
  });
}

test('the shown text is the value, rounded', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await expect(plan.cell('hosts', 'nand')).toContainText('7');
  await expect(plan.cell('hosts', 'nand')).toContainText('a tie with');
  await expect(plan.cell('years_to_wear_out', 'nand')).toContainText('0.737 years');
  await expect(plan.cell('dwpd_used', 'nand')).toContainText('20.3');
  await expect(plan.cell('drive_write_limit_mb_s', 'nand')).toContainText('28.4 MB/s');
});

test('every constraint shows the hosts of the API', async ({ page, request }) => {
  const result = await evaluate(request, await sample(request, 'moderate-io'));
  await new PlanPage(page).openSample('moderate-io');
  for (const configuration of result.configurations) {
    for (const constraint of configuration.constraints) {
      const shown = constraint.hosts.value === null ? 'no limit' : String(constraint.hosts.value);
      await expect(
        page.getByRole('button', { name: `Hosts for ${constraint.label}, ${configuration.name}: ${shown}. Why?` }),
      ).toBeVisible();
    }
  }
});
