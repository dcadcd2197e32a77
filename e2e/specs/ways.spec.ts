import { expect, type Page } from '@playwright/test';

import { PlanPage } from '../support/plan-page';
import { SCREENS, TELEPHONE } from '../support/screens';
import { simulateFew } from '../support/simulate-few';
import { test } from '../support/test';

async function open(page: Page): Promise<void> {
  await simulateFew(page);
  await new PlanPage(page).openSample('nvme-2026');
  await expect(page.getByTestId('card')).toHaveAttribute('aria-busy', 'false');
}

for (const { name, use } of SCREENS) {
  const covers = name === TELEPHONE.name;

  test.describe(name, () => {
    test.use(use);

    test('why the flash lasts so long leads to another drive, which is tried and put in', async ({ page }) => {
      await open(page);
      const card = page.getByTestId('card');
      await card.getByRole('button', { name: /^Flash life: 16/ }).click();
      const steps = page.getByTestId('steps');
      await expect(steps.getByRole('rowheader')).toHaveText([/^VMs write/, /^Written to/, /^Each drive takes/, /today's load/, /as writes grow/]);
      await steps.getByRole('button', { name: 'Try another drive' }).click();
      await page.locator(':focus').and(page.getByRole('button', { name: /^Drive: Kioxia CM7-V 6.4TB/ })).press('Enter');
      const picker = page.getByRole('dialog', { name: /^Capacity drives: drive/ });
      // What each would make of the life stands beside it before one is taken.
      await picker.getByRole('searchbox', { name: 'Search' }).fill('micron 7600 6.4tb');
      await expect(picker.getByRole('table', { name: 'Drives' }).getByRole('row').filter({ hasText: '7600 MAX 6.4TB' })).toContainText(/\d\sy/);
      await picker.getByRole('button', { name: 'Micron 7600 MAX 6.4TB' }).click();
      await expect(picker).toBeHidden();
      await page.getByRole('button', { name: 'Take 5,632 USD of the catalogue' }).click();
      const effect = page.getByTestId(covers ? 'effect-in-inputs' : 'effect');
      // What the drive costs, and what it makes of the whole.
      await expect(effect).toContainText(/2\.47.+2\.58/);
      if (covers) await page.keyboard.press('Escape');
      await expect(card).toHaveAttribute('aria-busy', 'false');
      await expect(page.getByRole('button', { name: /^\d changes?$/ })).toBeVisible();
    });

    test('another CPU ratio and another spare host say what both come to', async ({ page }) => {
      await open(page);
      if (covers) await page.getByRole('button', { name: 'Inputs' }).click();
      const inputs = covers ? page.getByRole('dialog', { name: 'Inputs' }) : page.getByRole('complementary', { name: 'Inputs' });
      const search = inputs.getByRole('searchbox', { name: 'Search inputs' });
      await search.fill('cpu ratio');
      await inputs.getByLabel('vCPU per core', { exact: true }).first().fill('6');
      await search.fill('n+2');
      await inputs.getByLabel('Spare hosts', { exact: true }).first().fill('2');
      const effect = page.getByTestId(covers ? 'effect-in-inputs' : 'effect');
      await expect(effect).toContainText(/2 changes since saved/);
      await expect(effect).toContainText(/12.*hosts|no effect/);
    });
  });
}
