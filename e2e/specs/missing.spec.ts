import { expect } from '@playwright/test';

import { evaluate, keep, PlanPage, sample, type Plan } from '../support/plan-page';
import { test } from '../support/test';

test('a plan without I/O says what is not evaluated and what would cure it', async ({ page, request }) => {
  const document = (await sample(request, 'moderate-io')) as Plan & { workload: { groups: Record<string, unknown>[] } };
  for (const group of document.workload.groups) {
    delete group.iops_peak;
  }
  const result = await evaluate(request, document);
  const plan = new PlanPage(page);
  await plan.openPlan(await keep(request, { ...document, name: 'Without I/O' }));

  for (const quantity of ['years_to_wear_out', 'wear_out_probability', 'write_utilisation']) {
    const cell = plan.cell(quantity, 'nand');
    await expect(cell).toHaveAttribute('data-state', 'not_evaluated');
    await expect(cell).toHaveAttribute('data-value', '');
    await expect(cell).toContainText('not evaluated');
    await expect(cell).not.toContainText(/^0/);
  }
  await plan.expectValue('hosts', 'nand', 7);
  await expect(
    page
      .getByRole('region', { name: 'Constraints, table' })
      .getByRole('button', { name: 'Hosts for write performance, NAND 800 GB: not evaluated. Why?' }),
  ).toBeVisible();
  expect(result.missing.map((each) => each.pointer)).toContain('/workload/groups/0/iops_peak');

  await plan.cell('years_to_wear_out', 'nand').getByRole('button', { name: /peak/i }).click();
  await expect(page.locator(':focus')).toHaveAccessibleName(/peak/i);
});
