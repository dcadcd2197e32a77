import { expect, type Page } from '@playwright/test';

import { NOTICE } from '../support/axe';
import { keep, PlanPage, sample } from '../support/plan-page';
import { expectUsable, SCREENS } from '../support/screens';
import { test } from '../support/test';

const SPARES = 'Spare hosts';
const LIMIT = 'Write utilisation limit';

/** Work of a version of Hostwise whose plans look otherwise. */
const LATER = JSON.stringify({ base: { revision: 1 }, plan: { name: 'Later', schema_version: 2 }, at: 1 });

/** Types into a field and leaves the page before any timer can run. */
async function typeAndLeave(page: Page, label: string, value: string): Promise<void> {
  const left = page.waitForEvent('load');
  await new PlanPage(page).field(label).evaluate((field, text) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    write?.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    location.reload();
  }, value);
  await left;
}

test('what was typed last is there after the page was left at once', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await typeAndLeave(page, SPARES, '3');
  await plan.expectAnswer();
  await expect(plan.field(SPARES)).toHaveValue('3');
});

test('two tabs of one plan lose nothing of each other', async ({ page, request }) => {
  const id = await keep(request, { ...(await sample(request, 'moderate-io')), name: 'Two tabs' });
  const [one, two] = [new PlanPage(page), new PlanPage(await page.context().newPage())];
  await one.openPlan(id);
  await two.openPlan(id);
  await one.fill(SPARES, '3');
  await expect(two.page.getByRole('status').filter({ hasText: 'Changed in another tab' })).toBeVisible();
  await expect(two.field(SPARES)).toHaveValue('3');
  await two.fill(LIMIT, '45');
  await expect(one.field(LIMIT)).toHaveValue('45');
  await one.page.reload();
  await one.expectAnswer();
  await expect(one.field(SPARES)).toHaveValue('3');
  await expect(one.field(LIMIT)).toHaveValue('45');

  // Saved in one, it is saved in the other.
  await one.save.click();
  await expect(one.state).toContainText('revision 2');
  await expect(two.state).toContainText(/revision 2 . saved/);
});

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);

    test('work that cannot be read is said, kept and discarded only when asked', async ({ page, request }) => {
      const id = await keep(request, { ...(await sample(request, 'moderate-io')), name: 'Aside' });
      const plan = new PlanPage(page);
      await page.goto('/');
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [`hostwise.draft.plan.${id}`, LATER] as const);
      await page.reload();
      await expect(page.getByRole('list', { name: 'Not saved' })).toContainText('cannot be read by this version');
      await plan.openPlan(id);
      const notice = page.getByRole('status').filter({ hasText: 'Unsaved work could not be read' });
      await expect(notice).toBeVisible();
      await expectUsable(page, NOTICE);
      const download = page.waitForEvent('download');
      await notice.getByRole('button', { name: 'Download it' }).click();
      expect((await download).suggestedFilename()).toBe('unsaved-work.json');
      await page.reload();
      await notice.getByRole('button', { name: 'Discard it' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(notice).toHaveCount(0);
      await page.reload();
      await plan.expectAnswer();
      await expect(notice).toHaveCount(0);
    });

    test('where both changed the same, both values are offered', async ({ page, request }) => {
      const document = await sample(request, 'moderate-io');
      const id = await keep(request, { ...document, name: 'Clash' });
      const plan = new PlanPage(page);
      await plan.openPlan(id);
      if (use.viewport.width < 1100) await page.getByRole('button', { name: 'Inputs', exact: true }).click();
      await page.locator('[id="field-policy-spare_hosts"]').fill('3');
      if (use.viewport.width < 1100) {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog', { name: 'Inputs' })).toBeHidden();
      }
      const other = await request.put(`/api/v1/plans/${id}`, {
        data: { ...document, name: 'Clash', policy: { ...(document.policy as object), spare_hosts: 2 } },
        headers: { 'If-Match': '"1"' },
      });
      expect(other.status()).toBe(200);
      await page.keyboard.press('Control+s');
      await page.getByRole('dialog').getByRole('button', { name: /reapply/ }).click();
      const notice = page.getByRole('status').filter({ hasText: 'Changed here and elsewhere' });
      await expect(notice).toContainText('Spare hosts: 3 here, 2 elsewhere');
      await expectUsable(page, NOTICE);
      await notice.getByRole('button', { name: 'Take the others' }).click();
      await expect(notice).toHaveCount(0);
      await expect(plan.state).toContainText('revision 2');
      await expect(plan.state).not.toContainText('unsaved');
    });

    test('a full storage is said until there is room', async ({ page }) => {
      const plan = new PlanPage(page);
      await plan.openSample('moderate-io');
      await page.evaluate(() => {
        // Small pieces at the end: nothing more finds room.
        for (let size = 2 ** 22; size >= 1; size /= 2) {
          try {
            for (;;) localStorage.setItem(`fill.${String(localStorage.length)}`, 'x'.repeat(size));
          } catch {
            // Full for pieces of this size.
          }
        }
      });
      await page.getByRole('textbox', { name: 'Plan name' }).fill('Too much for this browser');
      const notice = page.getByRole('status').filter({ hasText: 'its storage is full' });
      await expect(notice).toBeVisible();
      await expectUsable(page, NOTICE);
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key.startsWith('fill.')) localStorage.removeItem(key);
      });
      await page.getByRole('textbox', { name: 'Plan name' }).fill('Room again');
      await expect(notice).toHaveCount(0);
    });
  });
}

test('a page that unsaved work breaks can be opened without it', async ({ page, request }) => {
  const document = await sample(request, 'moderate-io');
  const id = await keep(request, { ...document, name: 'Broken' });
  const broken = { ...document, name: 'Breaks the page' };
  const draft = { base: { plan: document, revision: 1 }, plan: broken, at: 1 };
  // No plan that can be opened is known to break the page: what is answered to this one does.
  await page.route(/\/api\/v1\/(evaluate|uncertainty)/, async (route) => {
    if (!(route.request().postData() ?? '').includes(broken.name)) return route.continue();
    const response = await route.fetch();
    const result = (await response.json()) as { decision?: object };
    return route.fulfill({ response, json: { ...result, decision: { ...result.decision, tiles: null } } });
  });
  await page.goto('/');
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key, text),
    [`hostwise.draft.plan.${id}`, JSON.stringify(draft)] as const,
  );
  await page.goto(`/plans/${id}`);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Open without the unsaved work' }).click();
  await new PlanPage(page).expectAnswer();
  await expect(page.getByRole('status').filter({ hasText: 'Unsaved work could not be read' })).toBeVisible();
});

test('undo in a text area is undo of its text', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  // The browser itself knows nothing of this edit, so that only the page can undo it.
  const flag = plan.field('A stated burst may be throttled');
  await flag.check();
  await page.getByRole('button', { name: /^Description and units/ }).click();
  const description = plan.field('Description');
  const before = await description.inputValue();
  await description.press('End');
  await description.pressSequentially('!');
  await description.press('Control+z');
  await expect(description).toHaveValue(before);
  await description.press('Control+z');
  await expect(flag).toBeChecked();
});
