import { expect, type Page } from '@playwright/test';

import { drop } from '../support/drops';
import { rvtools, type NamedFile } from '../support/estate-files';
import { overlaps } from '../support/overlaps';
import { PlanPage } from '../support/plan-page';
import { expectToFit } from '../support/screens';
import { shifts, watchShifts } from '../support/shifts';
import { simulateFew } from '../support/simulate-few';
import { test } from '../support/test';

const WIDTHS = [390, 900, 1180, 1280, 1920];
const ALL_WIDTHS = [360, 1100, ...WIDTHS];
/** Longer than the page keeps the answer before (3 s), to which the edit after the next returns. */
const HELD_BACK_MS = 3_500;
/** From here on the inputs stand beside the results. */
const BESIDE = 1100;

/** VMs of a table of one's own: no hosts to keep, and I/O that was measured. */
function table(vms: number): NamedFile {
  const rows = Array.from({ length: vms }, (_, at) => {
    const vcpu = [2, 4, 4, 8][at % 4]!;
    return [`vm-${String(at)}`, vcpu, vcpu * 4, 100 + vcpu * 20, 60 + vcpu * 10, 'on', 'Ubuntu 24.04', vcpu * 12].join(',');
  });
  const head = 'Name,vCPU,Memory GiB,Disk GB,In use GB,Power state,Operating system,IOPS';
  return { name: 'servers.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...rows].join('\n'), 'utf-8') };
}

const ESTATES = [
  { estate: 'hosts to keep', files: rvtools(60).files },
  { estate: 'no hosts in the file', files: [table(120)] },
];

/** At each width no text is over another, and nothing is wider than the window. */
async function expectApart(page: Page, widths: number[], what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // Charts are drawn again for a new width.
    await expect.poll(() => overlaps(page.getByRole('main')), `${what} at ${String(width)}`).toEqual([]);
    await expectToFit(page);
  }
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByTestId('card')).toHaveAttribute('aria-busy', 'false');
}

/** An edit whose answers come late moves nothing, where the inputs are beside the results and where they cover them. */
async function expectStill(page: Page, widths: number[]): Promise<void> {
  await page.route(/\/api\/v1\/(evaluate|uncertainty|provenance)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, HELD_BACK_MS));
    await route.continue();
  });
  let spares = 1;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    const covers = width < BESIDE;
    if (covers) await page.getByRole('button', { name: 'Inputs' }).click();
    const inputs = covers ? page.getByRole('dialog', { name: 'Inputs' }) : page.getByRole('complementary', { name: 'Inputs' });
    const field = inputs.getByLabel('Spare hosts', { exact: true }).last();
    await field.scrollIntoViewIfNeeded();
    await shifts(page);
    spares = spares === 1 ? 2 : 1;
    const answers = ['evaluate', 'uncertainty'].map((each) => page.waitForResponse(`**/api/v1/${each}*`));
    await field.fill(String(spares));
    await Promise.all(answers);
    await settled(page);
    expect(await shifts(page), `at ${String(width)}`).toEqual([]);
    if (covers) await page.keyboard.press('Escape');
  }
}

for (const { widths, tag } of [
  { widths: WIDTHS, tag: [] },
  { widths: ALL_WIDTHS, tag: '@deep' },
]) {
  const at = `at ${String(widths.length)} widths`;

  for (const { estate, files } of ESTATES) {
    test(`an imported estate with ${estate}: no text over another, and nothing moves, ${at}`, { tag }, async ({ page }) => {
      test.slow();
      await simulateFew(page);
      await page.goto('/');
      await drop(page, files);
      await expect(page.getByTestId('estate-advice')).toContainText(/\w+ \w+/);
      await expect(page.getByTestId('estate-decision')).toHaveAttribute('aria-busy', 'false');
      await expectApart(page, widths, 'the estate');
      await page.getByRole('button', { name: 'Open as a plan' }).click();
      const plan = new PlanPage(page);
      await plan.expectAnswer();
      await settled(page);
      await expectApart(page, widths, 'its plan');
      await page.setViewportSize({ width: 1280, height: 800 });
      await watchShifts(page);
      await expectStill(page, widths);
      await expectApart(page, widths, 'its plan after edits');
    });
  }

  for (const key of ['nvme-2026', 'moderate-io', 'leaving-vmware']) {
    test(`${key}: no text over another, before and after an edit, ${at}`, { tag }, async ({ page }) => {
      test.slow();
      await simulateFew(page);
      const plan = new PlanPage(page);
      await plan.openSample(key);
      await settled(page);
      await expectApart(page, widths, key);
      await page.setViewportSize({ width: 1280, height: 800 });
      await watchShifts(page);
      await expectStill(page, widths);
      await expectApart(page, widths, `${key} after edits`);
    });
  }
}
