import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import { expectAccessible } from '../support/axe';
import { drop } from '../support/drops';
import { rvtools } from '../support/estate-files';
import { expectUsable, SCREENS } from '../support/screens';
import { simulateFew } from '../support/simulate-few';
import { test } from '../support/test';

const decided = (page: Page) => page.getByTestId('estate-advice');

test('a dropped export is decided on, and is a plan one click later', async ({ page }) => {
  const { files, vcpu, running, templates } = rvtools(300);
  await simulateFew(page);
  await page.goto('/');
  let clicks = 0;
  await drop(page, files);
  await expect(page).toHaveURL(/\/estate$/);
  await expect(page.getByText('Read as RVTools 4')).toBeVisible();
  const counted = `${String(running)} VMs are counted, with ${vcpu.toLocaleString('en')} vCPU`;
  await expect(page.getByText(counted)).toContainText(`and ${String(300 - running - templates)} that are off`);
  await expect(page.getByText(`${String(templates)} left out: templates`)).toBeVisible();
  await expect(page.getByText('Custom attributes: owner.')).toBeVisible();
  await expect(page.getByText("Headers with blanks at their ends: 'owner '.")).toBeVisible();

  // The hosts are too few for so many VMs: that is a tile like the others, and what replaces them is advised.
  await expect(page.getByRole('article', { name: 'Keep' })).toContainText('too few today');
  await expect(decided(page)).toContainText('Keeping 6 hosts is out');
  // The I/O is assumed: it is said, and keeps the verdict from being clear.
  await expect(page.getByLabel('I/O per vCPU \u2013 assumed')).toHaveValue('15');
  await expect(decided(page)).not.toContainText('Clear');
  await page.getByRole('button', { name: 'Open as a plan' }).click();
  clicks += 1;
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await expect(page.getByTestId('behind')).toContainText('simulations');
  for (const name of ['As is', 'vSAN ESA', 'Ceph on Proxmox VE', 'Storage Spaces Direct on Azure Local'])
    await expect(page.getByRole('rowheader', { name }).first()).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(3);
  // What the plan leaves open shows the value that stands in for it.
  const leading = page.getByRole('complementary', { name: 'Inputs' }).locator('input[id^="again-"][inputmode]');
  await expect(leading).not.toHaveCount(0);
  await expect
    .poll(() => leading.evaluateAll((all) => (all as HTMLInputElement[]).filter((each) => !each.value && !each.placeholder).length))
    .toBe(0);
});

test('keep or replace stays open until keeping has a cost, and then is what its plan says', async ({ page }) => {
  await simulateFew(page);
  await page.goto('/');
  await drop(page, rvtools(100).files);
  await expect(decided(page)).toContainText('Enter what keeping costs.');
  await expect(page.getByTestId('estate-decision')).toContainText(/Open/);
  const keep = page.getByRole('article', { name: 'Keep' });
  await expect(keep).toContainText('6 hosts last all 5 years');
  await page.getByRole('button', { name: 'Enter what keeping costs' }).click();
  await expect(keep.getByLabel('Support a year')).toBeFocused();
  await keep.getByLabel('Support a year').fill('60000');
  await keep.getByRole('checkbox', { name: 'The rest costs nothing' }).check();
  await keep.getByRole('button', { name: 'Compare with these costs' }).click();
  await expect(decided(page)).not.toContainText('Enter what keeping costs.');
  const word = (await decided(page).textContent())!;
  await page.getByRole('button', { name: 'Open as a plan' }).click();
  await expect(page.getByTestId('card')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByTestId('behind')).toContainText('simulations');
  const advice = (await page.getByTestId('advice').textContent())!;
  expect(word).toContain(advice.split(':')[0]!);
});

test('another question has other candidates, and a platform its own line', async ({ page }) => {
  await page.goto('/');
  await drop(page, rvtools(60).files);
  await expect(decided(page)).toBeVisible();
  await page.getByText('Which platform?', { exact: true }).click();
  await expect(page.getByRole('article', { name: 'Cheapest' })).toBeVisible();
  await expect(page.getByTestId('estate-decision').getByRole('listitem').filter({ hasText: 'Nutanix AOS' })).toBeVisible();
  await page.getByText('Size a new cluster', { exact: true }).click();
  await expect(page.getByRole('article', { name: 'Keep' })).toBeHidden();
  await page.getByLabel('On', { exact: true }).selectOption('ceph-proxmox');
  await expect(page.getByRole('article').first()).toContainText('socket');
});

test('a large estate is decided by a job, which goes on while one is elsewhere', async ({ page }) => {
  await page.goto('/');
  await drop(page, rvtools(160).files);
  await expect(page.getByText(/^It goes on while you are elsewhere/)).toBeVisible();
  await page.getByRole('link', { name: 'Hostwise', exact: true }).click();
  const jobs = page.getByRole('region', { name: 'Estates being decided' });
  await expect(jobs.getByRole('listitem')).toBeVisible();
  await jobs.getByRole('button', { name: 'Open as a plan' }).click({ timeout: 60_000 });
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await expect(page.getByTestId('advice')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Estates being decided' })).toHaveCount(0);
});

test('what is counted and grouped follows the choices, VM by VM', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Export of an estate').setInputFiles(rvtools(90).files);
  const form = page.getByRole('form', { name: 'Scope and groups' });
  await page.getByRole('button', { name: 'CL-B (30)' }).click();
  await expect(page.getByText('30 left out: in other clusters')).toBeVisible();
  await form.getByLabel('Group by').selectOption('owner');
  await expect(page.getByRole('rowheader', { name: 'web', exact: true })).toBeVisible();
  await form.getByLabel('Powered-off VMs').selectOption('are left out');
  await expect(page.getByRole('rowheader', { name: 'Powered off: disk only' })).toBeHidden();
  await form.getByLabel('Leave out names like').fill('vm-000*');
  await expect(page.getByText(/left out: with names that are left out/)).toBeVisible();

  await expect(page.getByRole('columnheader', { name: 'Hosts VM by VM' })).toBeVisible();
  await page.getByLabel('Show VMs with this in their name, cluster or system').fill('vm-0042');
  await expect(page.getByText('1 of 90 VMs')).toBeVisible();
  await expect(page.getByRole('table', { name: 'VMs' }).getByRole('rowheader', { name: 'vm-0042' })).toBeVisible();
});

test('a file that is no export is refused with the reason, and another one can be chosen', { tag: '@check' }, async ({ page }) => {
  await page.goto('/estate');
  const file = page.getByLabel('Export of an estate');
  await file.setInputFiles({ name: 'quote.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 quote') });
  await expect(page.getByRole('alert')).toContainText('quote.pdf is neither a workbook nor CSV');
  await file.setInputFiles(rvtools(20).files);
  await expect(page.getByRole('button', { name: 'Open as a plan' })).toBeVisible();
});

/** A table whose third VM has no size, and whose second one has a number that is none. */
const FLAWED = {
  name: 'our-vms.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'VM name,vCPU,RAM GB,Disk GB,Cluster\ndb,8,64,900,Gold\nweb,2,8,a lot,Gold\nlost,,,,Gold\nmail,4,16,80,Gold\n',
  ),
};

test('a finding leads to its VMs, and to what stood in rows that became none', async ({ page }) => {
  await page.goto('/estate');
  await page.getByLabel('Export of an estate').setInputFiles(FLAWED);
  const repaired = page.getByRole('listitem').filter({ hasText: "such as 'a lot'" });
  await repaired.getByRole('button', { name: 'Show the row' }).click();
  const table = repaired.getByRole('table', { name: 'VMs' });
  await expect(table.getByRole('rowheader')).toHaveText(['web (unknown)']);
  await expect(repaired.getByText('VM name: web, vCPU: 2, RAM GB: 8, Disk GB: a lot')).toBeVisible();
  await repaired.getByRole('button', { name: 'Back to the findings' }).click();
  await expect(table).toBeHidden();

  const rejected = page.getByRole('listitem').filter({ hasText: 'Left out' });
  await rejected.getByRole('button', { name: 'Show the row' }).click();
  await expect(rejected.getByText(/^These rows became no VM\./)).toBeVisible();
  await expect(rejected.getByText('Row 4', { exact: true })).toBeVisible();
  await expect(rejected.getByText('VM name: lost, Cluster: Gold')).toBeVisible();
  await expectAccessible(page, 'main li');
});

test('names are replaced before anything is made of an estate, and who is who stays with the user', async ({ page }) => {
  await page.goto('/estate');
  await page.getByRole('checkbox', { name: 'Replace names' }).check();
  await page.getByLabel('Export of an estate').setInputFiles(FLAWED);
  await expect(page.getByRole('heading', { level: 1, name: 'Estate without names' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'cluster-0001' }).first()).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/Gold|our-vms/);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the list of names' }).click();
  const names = JSON.parse(await readFile(await (await saving).path(), 'utf-8')) as { vm_names: Record<string, string> };
  expect(Object.values(names.vm_names)).toEqual(['db', 'web', 'mail']);

  await page.getByRole('button', { name: 'Open as a plan' }).click();
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await expect(page.getByTestId('advice')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Gold|our-vms/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Estate without names' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Replace names' }).uncheck();
  await expect(page.getByRole('heading', { level: 1, name: 'our-vms.csv' })).toBeVisible();
});

test('the columns of a table of ones own are named once', async ({ page }) => {
  const table = {
    name: 'our-machines.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Bezeichnung;Zahl;Menge;Platz\ndb;8;65536;900\nweb;2;8192;80\n'),
  };
  await page.goto('/estate');
  await page.getByLabel('Export of an estate').setInputFiles(table);
  const form = page.getByRole('form', { name: 'Columns' });
  await form.getByLabel('Name of the VM').selectOption('Bezeichnung');
  await form.getByLabel('vCPU').selectOption('Zahl');
  await form.getByLabel('Memory').selectOption('Menge');
  await form.getByLabel('Disk capacity').selectOption('Platz');
  await expectAccessible(page, 'form');
  await form.getByRole('button', { name: 'Read the table' }).click();
  // 65,536 of memory without a unit are MiB, which a finding says.
  await expect(page.getByText('2 VMs are counted, with 10 vCPU, 72 GiB of memory')).toBeVisible();
  await expect(page.getByText(/MiB/).first()).toBeVisible();
  await page.goto('/estate');
  await page.getByLabel('Export of an estate').setInputFiles(table);
  await expect(form.getByLabel('vCPU')).toHaveValue('Zahl');
});

test('a plan that is dropped is opened as a plan', async ({ page, request }) => {
  const plan = await (await request.get('/api/v1/samples/light-io')).body();
  await page.goto('/evidence');
  await drop(page, [{ name: 'plan.json', mimeType: 'application/json', buffer: plan }]);
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await expect(page.getByTestId('advice')).toBeVisible();
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('estate page', async ({ page }) => {
      await page.goto('/estate');
      await expectUsable(page);
      await page.getByLabel('Export of an estate').setInputFiles(rvtools(60).files);
      await expect(page.getByRole('heading', { name: 'One cluster or several' })).toBeVisible();
      await expect(page.getByText('60 of 60 VMs')).toBeVisible();
      await expectUsable(page);
    });
  });
}
