import { expect, type Page } from '@playwright/test';

import { drop } from '../support/drops';
import type { NamedFile } from '../support/estate-files';
import { expectUsable, SCREENS } from '../support/screens';
import { test } from '../support/test';

/** One total is 1,000 too high, the hosts are enough only while none fails, and support ends early. */
const OFFER: NamedFile = {
  name: 'offer.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Offer Q-2026-118',
      'Part no.,Description,Qty,Unit price USD,Discount %,Total',
      'S-1,Dell PowerEdge R7725,11,4800,0,52800',
      'S-2,AMD EPYC 9355,22,3700,5,77330',
      'S-3,Kioxia CM7-V 6.4TB,44,1950,0,86800',
      'S-5,Premier support 3 years,1,60000,0,60000',
      ',Total,,,,276930',
      'Growth,2 %',
    ].join('\n'),
    'utf-8',
  ),
};

const differences = (page: Page) => page.getByRole('table', { name: 'Differences' });
const headline = (page: Page) => page.getByRole('heading', { level: 1 });

test('a proposal is audited against a case, completed, and answered with a letter', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/quote-audit?sample=nvme-2026');
  await page.getByLabel('File of a proposal').setInputFiles(OFFER);
  const line = differences(page).getByRole('row', { name: /^Total of a line/ });
  await expect(line).toContainText('86,800');
  await expect(line).toContainText('85,800');
  await expect(line).toContainText('for the sender');
  await expect(line).toContainText('Rule: quantity by unit price');
  await expect(headline(page)).toHaveText(/^\d+ differences, .*in the sender's favour; \d+ questions/);
  await expect(differences(page).getByRole('row', { name: /^Spare hosts forgotten/ })).toContainText('12');
  await expect(page.getByRole('list', { name: 'Not checked' })).toContainText('price of Kioxia CM7-V 6.4TB');

  // What the file says stands in its field; what is entered counts like it.
  await expect(page.getByLabel('Growth of VMs a year')).toHaveValue('2');
  const text = differences(page).getByRole('row', { name: /^Number of hosts/ });
  await expect(text).toBeHidden();
  await page.getByLabel('Hosts', { exact: true }).fill('14');
  await expect(text).toContainText('14');

  // What cannot be is said at its field, and the answer before stays.
  await page.getByLabel('Years of support').fill('90');
  await expect(page.getByLabel('Years of support')).toHaveAttribute('aria-invalid', 'true');
  await expect(text).toBeVisible();
  await page.getByLabel('Years of support').fill('');
  await expect(page.locator('[data-stale="true"]')).toBeHidden();

  await page.getByRole('button', { name: 'Copy the letter' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const letter = await page.evaluate(() => navigator.clipboard.readText());
  expect(letter).toContain('Questions about offer.csv');
  expect(letter).toContain('14 hosts');
  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report (Markdown)' }).click();
  expect((await report).suggestedFilename()).toBe('audit-offer.md');

  // Without a plan, what needs one is not checked.
  await page.getByLabel('Held against').selectOption('');
  await expect(page).toHaveURL(/\/quote-audit$/);
  await expect(differences(page).getByRole('row', { name: /^Spare hosts forgotten/ })).toBeHidden();
  await expect(line).toBeVisible();
});

test('a file that is no proposal says what is needed, and a quote that was dropped can be audited', { tag: '@check' }, async ({ page }) => {
  await page.goto('/quote-audit');
  await page.getByLabel('Or paste its table, with the header').fill('{"a": 1}');
  await page.getByRole('button', { name: 'Audit it' }).click();
  await expect(page.getByRole('alert')).toContainText('Pasted proposal cannot be read.');

  await page.goto('/');
  await drop(page, [OFFER]);
  const told = page.getByTestId('drop-outcome');
  await told.getByRole('button', { name: 'Audit it' }).click();
  await expect(differences(page)).toContainText('85,800');
  await expect(told).toBeHidden();
});

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);
    test('an offer with two errors leads to its letter, and the audit is usable', async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/quote-audit?sample=nvme-2026');
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
      await expectUsable(page);
      await page.getByLabel('File of a proposal').setInputFiles(OFFER);
      await expect(differences(page)).toBeVisible();
      await expectUsable(page);
      await page.getByRole('button', { name: 'Copy the letter' }).click();
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
      const letter = await page.evaluate(() => navigator.clipboard.readText());
      expect(letter).toContain('85,800');
      expect(letter).toContain('12 hosts');
    });
  });
}
