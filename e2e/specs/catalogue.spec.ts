import { expect, test } from '@playwright/test';

import { expectUsable, SCREENS } from '../support/screens';

test('the catalogue is found, filtered and sorted, and its address keeps all of that', { tag: '@check' }, async ({ page }) => {
  await page.goto('/catalogue');
  await expect(page).toHaveURL(/\/catalogue\/drives$/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Catalogue', exact: true }).click();
  const table = page.getByRole('table', { name: 'Drives' });
  const form = page.getByRole('form', { name: 'Filter drives' });
  await expect(table).toBeVisible();
  const all = await table.getByRole('row').count();
  await form.getByRole('combobox', { name: 'Class' }).click();
  await page.getByRole('option', { name: 'write-intensive' }).click();
  await form.getByLabel('Capacity, GB: from').fill('700');
  await table.getByRole('button', { name: 'Endurance' }).click();
  await expect(table.getByRole('columnheader', { name: 'Endurance' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => table.getByRole('row').count()).toBeLessThan(all / 2);
  const endurance = async () =>
    (await table.locator('tbody tr td:nth-child(4)').allInnerTexts()).map(Number).filter(Number.isFinite);
  const found = await endurance();
  expect(found.length).toBeGreaterThan(3);
  expect(found).toEqual([...found].sort((one, other) => other - one));
  for (const text of await table.locator('tbody tr td:nth-child(2)').allInnerTexts()) {
    expect(text).toBe('write-intensive');
  }
  // Who is sent the address sees the same.
  await page.goto(page.url());
  await expect(form.getByLabel('Capacity, GB: from')).toHaveValue('700');
  await expect.poll(endurance).toEqual(found);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => table.getByRole('row').count()).toBe(all);
  await form.getByLabel('Search').fill('no such drive');
  await expect(page.getByText('No row has all of this.')).toBeVisible();

  // Each row says where it is from.
  await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: /^Licences/ }).click();
  const licences = page.getByRole('table', { name: 'Licences' });
  for (const row of await licences.getByRole('row').all()) {
    await expect(row.locator(':is(a, cite), th[scope=col]').first()).toBeAttached();
  }
  await page.goto('/catalogue/spoons');
  await expect(page.getByRole('heading', { name: 'The catalogue has no such table' })).toBeVisible();
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('the catalogue is accessible and no wider than the window', async ({ page }) => {
      await page.goto('/catalogue/memory');
      await expect(page.getByRole('table', { name: 'Memory' })).toBeVisible();
      await expectUsable(page);
    });
  });
}
