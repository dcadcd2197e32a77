import { expect } from '@playwright/test';

import { expectAccessible } from '../support/axe';
import { type Decision, decisionOn, evaluate, keep, PlanPage, type Plan, read, sample } from '../support/plan-page';
import { shifts, watchShifts } from '../support/shifts';
import { test } from '../support/test';
import { unique } from '../support/unique';

interface Estate extends Plan {
  workload: { groups: Record<string, number | string>[] };
  remarks: Record<string, unknown>;
}

const NUMBERS = [
  ['VMs', 'count', 500],
  ['vCPU per VM', 'vcpu', 2],
  ['Memory per VM', 'memory_gib', 12],
  ['Disk per VM', 'disk_gb', 80],
  ['Peak IOPS per VM', 'iops_peak', 100],
  ['Growth in VMs', 'count_growth_rate', 0.05],
] as const;

test('six numbers have an answer as one types, and are a plan with advice one key later', async ({ page, request }) => {
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Six numbers' });
  let entries = 0;
  for (const [label, field, value] of NUMBERS) {
    await form.getByLabel(label, { exact: true }).fill(String(field === 'count_growth_rate' ? value * 100 : value));
    entries += 1;
  }
  const plan = (await (await request.get('/api/v1/templates/plan')).json()) as Estate;
  const [group] = plan.workload.groups;
  const ratio = Number(group!.iops_average) / Number(group!.iops_peak);
  for (const [, field, value] of NUMBERS) {
    group![field] = value;
    delete plan.remarks[`/workload/groups/0/${field}`];
  }
  group!.iops_average = Number(group!.iops_peak) * ratio;
  delete plan.remarks['/workload/groups/0/iops_average'];
  const result = await evaluate(request, plan);
  const hosts = result.rows.find((each) => each.key === 'hosts')!.cells.map((each) => each.value.value);
  await expect(form.locator('[aria-busy="false"]')).toBeVisible();
  const shown = await form.locator('dd').first().textContent();
  expect(hosts).toContain(Number(shown));
  await expect(form.getByRole('img')).toHaveAccessibleName(new RegExp(`^${shown!} hosts, 1 of them spare`));

  // How sure that is, of the configuration that is shown.
  const decision = await decisionOn(request, plan);
  const row = decision.rows.find((each) => each.configuration === decision.lead)!;
  await expect(form.getByText(decision.label, { exact: true })).toBeVisible();
  await expect(form.getByText(row.cost_range.text, { exact: true })).toBeVisible();
  await expect(form.locator('dl')).toContainText(row.hosts_range.text);
  await expect(form.locator('dl')).toContainText(decision.tiles.find((each) => each.key === 'win_share')!.figure.text);
  await expect(form).toContainText(read(decision.sentence));

  await form.getByLabel(NUMBERS[0][0], { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await expect(page.getByTestId('advice-detail')).toContainText(/the cheapest|More expensive/);
  const opened = new PlanPage(page);
  await expect(opened.sentence).toHaveText(read(decision.sentence));

  // Two more groups, each a copy to begin with: three groups and three candidates.
  const inputs = page.getByRole('complementary', { name: 'Inputs' });
  for (const name of ['databases', 'desktops']) {
    await inputs.getByRole('button', { name: 'Add VM group' }).click();
    // What was measured on other VMs is not taken over unasked.
    await inputs.getByRole('button', { name: 'Copy them too' }).click();
    for (const [label, value] of [
      ['Name', name],
      ['VMs', '40'],
      ['vCPU per VM', '8'],
      ['Memory per VM', '64'],
      ['Disk per VM', '500'],
      ['Peak IOPS per VM', '900'],
      ['Average IOPS per VM', '200'],
    ] as const) {
      const field = inputs.getByLabel(label, { exact: true }).last();
      await field.fill(value);
      await field.blur();
      entries += 1;
    }
  }
  await expect(inputs.getByText('3 groups')).toBeVisible();
  expect(entries).toBeLessThanOrEqual(25);
  await expect(page.getByRole('region', { name: 'Advice' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByTestId('advice-detail')).toContainText(/the cheapest|More expensive/);
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${String(viewport.width)} wide`, () => {
    test.use({ viewport });

    test('nothing moves while the page is loaded', async ({ page, request }) => {
      await keep(request, { ...(await sample(request, 'nvme-2026')), name: 'Above the cases' });
      const session = await page.context().newCDPSession(page);
      // On a fast machine everything comes at once.
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 60,
        downloadThroughput: 500_000,
        uploadThroughput: 500_000,
      });
      await watchShifts(page);
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'Above the cases' }).first()).toBeVisible();
      await expect(page.getByRole('form', { name: 'Six numbers' }).locator('dd').first()).toBeVisible();
      await expect(page.getByRole('table', { name: /^Candidates of/ })).toHaveCount(7);
      await expect(page.getByText('in 4,096 simulations')).toBeVisible();
      expect(await shifts(page)).toEqual([]);
    });
  });
}

test('the parts of what the six numbers come to are searched one click later', async ({ page }) => {
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Six numbers' });
  await form.getByLabel('VMs', { exact: true }).fill('120');
  await expect(form.locator('[aria-busy="false"]')).toBeVisible();
  await form.getByRole('button', { name: 'Search for cheaper parts' }).click();
  await expect(page.getByRole('tab', { name: 'Search' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('main').getByText(/combinations\.$/)).toBeVisible();
});

test('a number of the start page opens its explanation', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('form', { name: 'Six numbers' }).getByRole('button', { name: /^Hosts: \d+\. Why\?/ }).click();
  await expect(page).toHaveURL(/\/plans\/imported\/.*why=.*hosts/);
  await expect(page.getByRole('dialog')).toContainText('Hosts');
  await page.goBack();
  const first = page.getByRole('table', { name: /^Candidates of/ }).first();
  await first.getByRole('link', { name: /^Cost, .*Why\?/ }).first().click();
  await expect(page).toHaveURL(/\/samples\/nvme-2026\?why=/);
  await expect(page.getByRole('dialog')).toContainText('total cost of ownership');
});

test('every case has its verdict, and the first one shows flash', { tag: '@check' }, async ({ page, request }) => {
  const samples = (await (await request.get('/api/v1/samples')).json()) as {
    kind: string;
    title: string;
    decision: Decision;
  }[];
  const asked: string[] = [];
  page.on('request', (each) => asked.push(new URL(each.url()).pathname));
  await page.goto('/');
  const cases = samples.filter((each) => each.kind === 'case');
  for (const { title, decision } of cases) {
    const shown = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });
    await expect(shown).toContainText(decision.label);
    await expect(shown).toContainText(read(decision.sentence));
  }
  const first = page.getByRole('table', { name: /^Candidates of/ }).first();
  await expect(first.getByRole('columnheader', { name: 'Flash life' })).toBeVisible();
  await expect(first.getByRole('link', { name: /^Flash life, / })).toHaveCount(3);
  // One list, and nothing for each of its lines.
  expect(asked.filter((path) => /^\/api\/v1\/(samples|plans)\/./.test(path))).toEqual([]);
});

test('a saved plan is listed with what it comes to, and with its verdict once it was simulated', async ({
  page,
  request,
}) => {
  const name = `Listed ${unique()}`;
  const plan = { ...(await sample(request, 'light-io')), name };
  await keep(request, plan);
  const row = page.getByRole('row').filter({ hasText: name });
  const { decision } = (await (await request.post('/api/v1/evaluate?include=decision', { data: plan })).json()) as {
    decision: Decision;
  };
  const [lead] = decision.rows;
  await page.goto('/');
  await expect(row.getByRole('link', { name: /^Hosts, / })).toHaveText(lead!.hosts.text);
  await expect(row.getByRole('link', { name: /^Cost, / })).toHaveText(lead!.cost.text);
  await expect(row.getByRole('rowheader')).toHaveText(`${name} ${lead!.name}`);
  const { label } = await decisionOn(request, plan);
  await page.reload();
  await expect(row.getByRole('rowheader')).toHaveText(`${name}${label} ${lead!.name}`);
});

test('what is no number is said at its field, and the last answer stays', { tag: '@check' }, async ({ page }) => {
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Six numbers' });
  const before = await form.locator('dd').first().textContent();
  await form.getByLabel('VMs', { exact: true }).fill('many');
  await expect(form.getByText(/Not a number/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await form.getByLabel('Memory per VM').fill('-3');
  await expect(form.getByText('Must be at least 0.')).toBeVisible();
  await expect(form.locator('dd').first()).toHaveText(before ?? '');
});

test('while a number is wrong nothing is opened, the button says why, and the answer is that of the last valid numbers', async ({
  page,
}) => {
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Six numbers' });
  const field = form.getByLabel('VMs', { exact: true });
  const button = form.getByRole('button', { name: 'Open as a plan' });
  await expect(form.locator('dd').first()).toBeVisible();
  await expect(button).toBeEnabled();
  for (const [text, problem] of [
    ['abc', /Not a number/],
    ['-5', 'Must be at least 1.'],
  ] as const) {
    await field.fill(text);
    await field.blur();
    await expect(form.getByText(problem)).toBeVisible();
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/the last valid numbers/);
    await expect(form.locator('[data-stale="true"]')).toBeVisible();
    await expectAccessible(page, 'form');
    // As a person does, who does not know that it is disabled.
    await button.click({ force: true });
    await expect(field).toBeFocused();
    await expect(page).toHaveURL(/\/$/);
  }
  await field.fill('500');
  await expect(button).toBeEnabled();
  await expect(form.locator('[data-stale="false"]')).toBeVisible();
  await button.click();
  await expect(page).toHaveURL(/\/plans\/imported\//);
});

test('what was not saved is found again on the start page, and can be discarded', async ({ page, request }) => {
  const name = 'Kept, then changed';
  const id = await keep(request, { ...(await sample(request, 'light-io')), name });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open as a plan' }).click();
  const plan = new PlanPage(page);
  await expect(plan.sentence).toBeVisible();
  const typed = page.url();
  // A saved plan with a change that is not.
  await page.goto(`/plans/${id}`);
  await plan.fill('Spare hosts', '3');
  await expect(plan.state).toContainText('1 unsaved change');

  await page.getByRole('link', { name: 'Hostwise' }).click();
  const list = page.getByRole('list', { name: 'Not saved' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText(`${name}unsaved changes, `);
  await expectAccessible(page, '[aria-label="Not saved"]');
  await list.getByRole('listitem').last().getByRole('link').click();
  await expect(page).toHaveURL(typed);
  await page.goBack();
  await list.getByRole('button', { name: `Discard ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.goto(`/plans/${id}`);
  await expect(plan.sentence).toBeVisible();
  await expect(plan.state).not.toContainText('unsaved change');
});
