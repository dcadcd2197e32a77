import { readFile } from 'node:fs/promises';

import { expect, type APIRequestContext, type Page } from '@playwright/test';

import { expectAccessibleAsShown } from '../support/axe';
import { expectDrawn } from '../support/charts';
import { expectCells, shownCells } from '../support/figures';
import { evaluate, keep, PlanPage, sample, type Plan } from '../support/plan-page';
import { expectUsable, SCREENS } from '../support/screens';
import { test } from '../support/test';
import { unique } from '../support/unique';

const TEXT = `# load test
medium,overcommit,opm per vm,vms,minutes
ssd_local,1.5,5600,24,20
ssd_local,two,4900,32,20
floppy,2,100,1,20
ssd_local,3,3000,32,20
hdd_local,2,3400,16,20
`;

interface Kept {
  revision: number;
  plan: Plan & {
    opm_models?: { key: string; points: unknown[] }[];
    workload: { groups: { name: string; opm_model?: string }[] };
  };
}

async function keepModel(request: APIRequestContext, key: string): Promise<void> {
  const answer = await request.post('/api/v1/opm-models', {
    data: {
      key,
      name: `Model ${key}`,
      source: 'a load test',
      points: [
        { medium: 'ssd_local', overcommit_ratio: 1.5, per_vm: 5600 },
        { medium: 'ssd_local', overcommit_ratio: 2, per_vm: 4900 },
      ],
    },
  });
  expect(answer.status()).toBe(201);
}

/** The plan as a file that people pick. */
async function importFile(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/');
  await page
    .getByLabel('Plan file (JSON)')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}

test('own measurements go into a plan, out as a file, and in again with the same numbers', async ({
  page,
  request,
}) => {
  test.slow();
  const name = `Web shop ${unique()}`;
  const document = await sample(request, 'moderate-io');
  const planName = `Plan ${unique()}`;
  const id = await keep(request, { ...document, name: planName });

  await page.goto('/evidence');
  await page.getByRole('navigation', { name: 'Parts of the evidence' }).getByRole('link', { name: 'Own measurements' }).click();
  await page.getByRole('link', { name: 'Add own measurements' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Source', { exact: true }).fill('Load test of the platform team');
  await page.getByLabel('Rows to read').fill(TEXT);
  await page.getByRole('button', { name: 'Read the rows' }).click();

  const report = page.getByTestId('reading-report');
  await expect(report).toContainText('5 rows read: 3 accepted, 2 rejected');
  await expect(report.getByRole('row').filter({ hasText: 'two' })).toContainText('4');
  await expect(report.getByRole('row').filter({ hasText: 'two' })).toContainText('rejected');
  await expect(report.getByRole('row').filter({ hasText: 'floppy' })).toContainText('unknown medium');
  await expect(report.getByRole('row').filter({ hasText: '# load test' })).toContainText('skipped');
  await page.getByRole('button', { name: 'Take 3 points' }).click();
  // What was rejected is not lost.
  await expect(page.getByLabel('Rows to read')).toHaveValue(/floppy,2,100/);

  const preview = page.getByRole('figure', { name: 'Preview' });
  await expectDrawn(page, preview.locator('svg'));
  for (const basis of ['measured', 'interpolated', 'extrapolated', 'single_point']) {
    await expect(preview.locator(`svg [data-basis="${basis}"]`).first()).toBeAttached();
  }
  await expect(preview.locator('path[data-basis="extrapolated"]:not([data-part])').first()).toHaveAttribute(
    'stroke-dasharray',
    /\d/,
  );
  await expect(preview.locator('svg.recharts-surface')).toContainText('single point');
  await preview.getByRole('button', { name: /show as table/ }).click();
  await expect(preview.getByRole('row').filter({ hasText: '5,600' }).first()).toContainText('measured');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByTestId('model-state')).toHaveText('revision 1');
  await page.getByRole('button', { name: 'Use in a plan' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: planName }).check();
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Put it into the plan' }).click();
  await dialog.getByRole('link', { name: 'Open the plan' }).click();

  const plan = new PlanPage(page);
  await expect(plan.state).toContainText('revision 2');
  await plan.expectAnswer();
  const kept = (await (await request.get(`/api/v1/plans/${id}`)).json()) as Kept;
  const key = kept.plan.opm_models?.[0]?.key;
  expect(kept.plan.opm_models?.[0]?.points).toHaveLength(3);
  expect(kept.plan.workload.groups[0]?.opm_model).toBe(key);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Plan (JSON)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^plan-.*\.hostwise\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  const exported = JSON.parse(text) as Plan;
  expect(await evaluate(request, exported)).toEqual(await evaluate(request, kept.plan));

  const before = await shownCells(page);
  await importFile(page, file.suggestedFilename(), text);
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await expect(plan.state).toContainText('not saved yet');
  await plan.expectAnswer();
  await expectCells(page, before);
  await page.reload();
  await plan.expectAnswer();
  await plan.save.click();
  await expect(page).toHaveURL(/\/plans\/[0-9a-f-]{36}/);
  const again = /plans\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  expect(again).not.toBe(id);
  const copy = (await (await request.get(`/api/v1/plans/${again}`)).json()) as Kept;
  expect(copy.plan).toEqual(kept.plan);
});

test('a stale save of a model is refused, and the change can be applied to the newest revision', async ({
  page,
  request,
}) => {
  const key = `stale-${unique()}`;
  await keepModel(request, key);
  await page.goto(`/evidence/models/${key}`);
  await page.getByLabel('OPM per VM, point 2').fill('4700');
  await expect(page.getByTestId('model-state')).toContainText('unsaved changes');
  const entry = (await (await request.get(`/api/v1/opm-models/${key}`)).json()) as {
    document: Record<string, unknown>;
  };
  const other = await request.put(`/api/v1/opm-models/${key}`, {
    data: { ...entry.document, name: 'Renamed by somebody else' },
    headers: { 'If-Match': '"1"' },
  });
  expect(other.status()).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nothing was overwritten');
  await dialog.getByRole('button', { name: /reapply my changes/ }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Renamed by somebody else');
  await expect(page.getByLabel('OPM per VM, point 2')).toHaveValue('4700');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByTestId('model-state')).toHaveText('revision 3');
});

test('unsaved points survive a reload, and wrong ones are told at their fields', { tag: '@check' }, async ({ page, request }) => {
  const key = `draft-${unique()}`;
  await keepModel(request, key);
  await page.goto(`/evidence/models/${key}`);
  await page.getByRole('button', { name: 'Add a point' }).click();
  await page.getByLabel('Overcommit ratio, point 3').fill('21');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Overcommit ratio, point 3')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('OPM per VM, point 3')).toHaveAttribute('aria-invalid', 'true');
  await page.reload();
  await expect(page.getByLabel('Overcommit ratio, point 3')).toHaveValue('21');
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect(page.getByLabel('Overcommit ratio, point 3')).toHaveCount(0);
});

test('a model is deleted only once that is confirmed', async ({ page, request }) => {
  const key = `gone-${unique()}`;
  await keepModel(request, key);
  await page.goto(`/evidence#${key}`);
  const card = page.locator(`article[id="${key}"]`);
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toBeHidden();
  await card.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(card).toHaveCount(0);
  expect((await request.get(`/api/v1/opm-models/${key}`)).status()).toBe(404);
});

test('a file that is no plan is refused, and one with mistakes is opened where they are', async ({ page, request }) => {
  const dialog = page.getByRole('dialog');
  await importFile(page, 'broken.json', '{"name": ');
  await expect(dialog).toContainText('not JSON');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const document = (await sample(request, 'moderate-io')) as Plan & { policy: Record<string, unknown> };
  const wrong = { ...document, surprise: 1, policy: { ...document.policy, spare_hosts: -1 } };
  await importFile(page, 'wrong.json', JSON.stringify(wrong));
  await expect(dialog).toContainText('/policy/spare_hosts');
  await expect(dialog).toContainText('Left out: /surprise');
  await dialog.getByRole('button', { name: 'Open and correct it' }).click();
  const plan = new PlanPage(page);
  await expect(plan.field('Spare hosts')).toHaveAttribute('aria-invalid', 'true');
  await plan.fill('Spare hosts', '1');
  await plan.expectValue('hosts', 'nand', 7);
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('own measurements are accessible and no wider than the window', async ({ page }) => {
      await page.goto('/evidence/add');
      await page.getByLabel('Rows to read').fill(TEXT);
      await page.getByRole('button', { name: 'Read the rows' }).click();
      await expect(page.getByTestId('reading-report')).toBeVisible();
      await expectAccessibleAsShown(page, '[data-testid="reading-report"]');
      await page.getByRole('button', { name: 'Take 3 points' }).click();
      await expect(page.getByRole('figure', { name: 'Preview' })).toBeVisible();
      await expectUsable(page);
    });
  });
}
