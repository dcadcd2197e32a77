import { readFile } from 'node:fs/promises';

import { expect } from '@playwright/test';

import { expectAccessible } from '../support/axe';
import { rvtools } from '../support/estate-files';
import { test } from '../support/test';

/** Drives of VMs, of which some hold an image. */
const drives = (names: readonly string[]) => ({
  name: 'RVTools_tabvCD.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['VM,Device Node,Connected,VM ID', ...names.map((name, at) => `${name},CD/DVD drive 1,True,vm-${String(1000 + at)}`)].join(
      '\r\n',
    ),
  ),
});

test('what stops a move is listed with its VMs, what to do and the hosts, and is a sheet', async ({ page }) => {
  await page.goto('/estate');
  const names = ['vm-0000', 'vm-0001', 'vm-0002'];
  await page.getByLabel('Export of an estate').setInputFiles([...rvtools(60).files, drives(names)]);
  const part = page.getByRole('region', { name: 'Ready to move' });
  const media = part.getByRole('listitem').filter({ hasText: '3 VMs: media connected' });
  await expect(media).toContainText('fixed in place: same number of hosts');
  await expect(media).toContainText('Disconnect it.');
  await media.getByRole('button', { name: 'Show the VMs' }).click();
  for (const name of names) await expect(media.getByText(name, { exact: true })).toBeVisible();
  await expect(part.getByText('devices passed through: the source has no devices of hosts')).toBeVisible();
  await expectAccessible(page, 'main section');
  const downloading = page.waitForEvent('download');
  await part.getByRole('button', { name: 'Download the sheet' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('hostwise-readiness.xlsx');
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
});

test('what counts as data is chosen with its amount, and the plan follows', async ({ page }) => {
  await page.goto('/estate');
  await page.getByLabel('Export of an estate').setInputFiles(rvtools(60).files);
  const base = page.getByLabel('Data', { exact: true });
  await expect(base.getByRole('option', { name: /^in use, / })).toBeAttached();
  await base.selectOption({ value: 'provisioned' });
  await expect(page.getByText(/^What is provisioned counts as data, as chosen: /)).toBeVisible();
});
