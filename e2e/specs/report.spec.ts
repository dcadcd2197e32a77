import { readFile } from 'node:fs/promises';

import { expect, type APIRequestContext, type Download, type Page } from '@playwright/test';

import { expectAccessible } from '../support/axe';
import { decisionOn, evaluate, keep, PlanPage, read, sample, type Plan, type Result } from '../support/plan-page';
import { test } from '../support/test';

async function take(page: Page, item: string): Promise<{ name: string; content: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  const file: Download = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** The date in the browser, which is that of this machine. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((each) => String(each).padStart(2, '0')).join('-');
}

async function report(request: APIRequestContext, plan: Plan, format: string, reference?: string): Promise<string> {
  const data = { plan, reference, made_on: today() };
  const answer = await request.post(`/api/v1/report?format=${format}`, { data });
  expect(answer.status()).toBe(200);
  return answer.text();
}

/** The fields of a line of comma-separated values. */
function fields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

test('a sample can be taken away in every format, with the numbers that the API gives', async ({ page, request }) => {
  test.slow();
  const document = await sample(request, 'moderate-io');
  const result = await evaluate(request, document);
  await new PlanPage(page).openSample('moderate-io');

  const pdf = await take(page, 'PDF');
  expect(pdf.name).toBe(`hostwise-moderate-i-o-nand-or-optane-cache-unsaved-${today()}.pdf`);
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.content.subarray(-1024).toString('latin1')).toContain('%%EOF');

  const whole = await take(page, 'PDF with all inputs and formulas');
  expect(whole.content.length).toBeGreaterThan(pdf.content.length);

  const workbook = await take(page, 'Excel workbook (live formulas)');
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect([...workbook.content.subarray(0, 4)]).toEqual([0x50, 0x4b, 3, 4]);
  expect(workbook.content.includes('xl/workbook.xml')).toBe(true);

  const csv = await take(page, 'CSV');
  expect(csv.name).toMatch(/\.csv$/);
  const [head = '', ...lines] = csv.content.toString('utf8').replace(/^\ufeff/, '').trimEnd().split(/\r?\n/);
  const columns = fields(head);
  const rows = lines
    .map((line) => fields(line))
    .map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])));
  for (const row of result.rows) {
    for (const cell of row.cells) {
      const found = rows.find(
        (each) =>
          each.part === 'comparison' &&
          each.quantity === row.quantity &&
          each.failed_hosts === String(row.failed_hosts) &&
          each.configuration === cell.configuration,
      );
      const words = `${row.key}, ${cell.configuration}`;
      expect(found?.state, words).toBe(cell.value.state);
      expect(found?.value === '' ? null : Number(found?.value), words).toBe(cell.value.value);
    }
  }

  const markdown = await take(page, 'Markdown');
  expect(markdown.name).toMatch(/\.md$/);
  const said = read((await decisionOn(request, document)).sentence);
  expect(markdown.content.toString('utf8').replaceAll('\\', '')).toContain(said);
  expect(markdown.content.toString('utf8')).toContain(`- Made on ${today()}`);

  const json = await take(page, 'Result (JSON)');
  expect(json.name).toMatch(/\.json$/);
  const { decision, ...facts } = JSON.parse(json.content.toString('utf8')) as Record<string, unknown>;
  expect(decision).toMatchObject({ phase: 'sized', lead: 'optane' });
  expect(result).toMatchObject(facts);

  const plan = await take(page, 'Plan (JSON)');
  expect(plan.name).toBe(`moderate-i-o-nand-or-optane-cache-unsaved-${today()}.hostwise.json`);
  expect(await evaluate(request, JSON.parse(plan.content.toString('utf8')) as Plan)).toEqual(result);
});

test('what is on screen is reported: unsaved changes and the chosen reference', async ({ page, request }) => {
  const document = (await sample(request, 'moderate-io')) as Plan & {
    policy: Record<string, unknown>;
    remarks: Record<string, unknown>;
  };
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await plan.fill('Spare hosts', '2');
  await plan.expectValue('hosts', 'nand', 8);
  await page.getByRole('button', { name: 'Set Optane, DRAM only as reference' }).click();
  await expect(page).toHaveURL(/reference=optane-dram/);
  const taken = JSON.parse((await take(page, 'Result (JSON)')).content.toString('utf8')) as Result & {
    reference: string;
  };
  expect(taken.reference).toBe('optane-dram');
  // What is entered is assumed no longer.
  const { '/policy/spare_hosts': assumed, ...remarks } = document.remarks;
  expect(assumed).toBeDefined();
  const changed = { ...document, policy: { ...document.policy, spare_hosts: 2 }, remarks };
  const csv = (await take(page, 'CSV')).content.toString('utf8');
  expect(csv).toBe(await report(request, changed, 'csv', 'optane-dram'));
});

test('a saved plan is reported with its revision and date, an edited one as not saved, with the date', async ({ page, request }) => {
  const id = await keep(request, { ...(await sample(request, 'light-io')), name: 'Reported plan' });
  const plan = new PlanPage(page);
  await plan.openPlan(id);
  const kept = await take(page, 'Markdown');
  expect(kept.name).toBe('hostwise-reported-plan-r1.md');
  const answer = await request.get(`/api/v1/plans/${id}/report?format=md&revision=1`);
  expect(kept.content.toString('utf8')).toBe(await answer.text());
  await plan.fill('Spare hosts', '3');
  await expect(plan.state).toContainText('1 unsaved change');
  expect((await take(page, 'Markdown')).name).toBe(`hostwise-reported-plan-unsaved-${today()}.md`);
});

test('making a report shows that it is under way, can be given up, and says what went wrong', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('light-io');
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/v1\/report/, async (route) => {
    await held;
    await route.abort().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('menuitem', { name: 'PDF', exact: true }).click();
  await expect(page.getByText('Making the PDF')).toBeVisible();
  // The page goes on meanwhile.
  await plan.fill('Spare hosts', '3');
  await plan.expectValue('hosts', 'nand', 6);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Making the PDF')).toBeHidden();
  answer();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(/\/api\/v1\/report/);

  await page.route(/\/api\/v1\/report/, (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: { title: 'Too many requests', status: 429, code: 'too_many_requests', detail: 'Wait a moment.' },
    }),
  );
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The CSV file could not be made. Wait a moment.');
  await expectAccessible(page, '[role="alert"]');
  await page.unroute(/\/api\/v1\/report/);
  expect(downloads).toBe(0);
  const download = page.waitForEvent('download');
  await alert.getByRole('button', { name: 'Try again' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await expect(alert).toHaveCount(0);
});

test('the menu works by keyboard', { tag: '@check' }, async ({ page }) => {
  await new PlanPage(page).openSample('light-io');
  const button = page.getByRole('button', { name: 'Report', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[role="menu"]:focus-within')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'PDF', exact: true })).toBeFocused();
  // Word, PowerPoint, PDF with its appendix, workbook, CSV.
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});
