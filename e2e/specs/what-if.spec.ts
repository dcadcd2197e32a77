import { expect, type Page } from '@playwright/test';

import { DIALOG, expectAccessible } from '../support/axe';
import { PlanPage } from '../support/plan-page';
import { expectToFit, TELEPHONE } from '../support/screens';
import { shifts, watchShifts } from '../support/shifts';
import { test } from '../support/test';

const SPARES = 'Spare hosts';
const UNCERTAINTY = 'Uncertainty of the write load';

/** The answer to the plan as it stands, with its advice. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByTestId('advice')).toContainText(/\w+ \w+/);
}

/** Types into a field, and waits for all that is asked of the plan that it makes. */
async function enter(plan: PlanPage, label: string, value: string): Promise<void> {
  const { page } = plan;
  const answers = ['evaluate', 'uncertainty', 'provenance'].map((each) => page.waitForResponse(`**/api/v1/${each}*`));
  await plan.field(label).fill(value);
  await Promise.all(answers);
  await settled(page);
}

/** Everything that can be operated and is smaller than 24 px, as text within a sentence may be. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [role="tab"], [role="slider"], [tabindex="0"]')].flatMap(
      (element) => {
        const { width, height } = element.getBoundingClientRect();
        const shown = element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
        const inline = getComputedStyle(element).display === 'inline' && element.closest('p, li, td, figcaption') !== null;
        // The label of a box or a choice is hit as well.
        const labels = element.matches('[type="checkbox"], [type="radio"]') ? [...(element as HTMLInputElement).labels!] : [];
        const boxes = [element, ...labels].map((each) => each.getBoundingClientRect());
        const small = Math.min(Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))) < 23.9;
        return shown && !inline && !element.matches('a[href^="#"]') && small
          ? [`${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent} ${String(width)} x ${String(height)}`]
          : [];
      },
    ),
  );
}

test.describe('at 1280 x 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('edits move nothing, leave a ghost of the answer before, and can be taken back in the bar', async ({ page }) => {
    const plan = new PlanPage(page);
    await plan.openSample('nvme-2026');
    await settled(page);
    const bar = page.getByRole('region', { name: 'What if' });
    const row = page.getByRole('row', { name: /^EPYC with mixed-use NVMe.* 12\b/ });
    await expect(bar).toContainText('Nothing changed yet');
    await expect(row).toBeVisible();
    await expect(row).not.toContainText('was');
    // The last answer of those that a page asks for when it is opened, which edits leave alone.
    await expect(page.getByRole('complementary', { name: 'Inputs' })).toContainText('12 inputs');
    await watchShifts(page);

    // Edits of one field in quick succession are one step to take back: two fields take turns.
    for (const [label, value] of [
      [SPARES, '2'],
      [UNCERTAINTY, '30'],
      [SPARES, '3'],
      [UNCERTAINTY, '40'],
    ] as const) {
      // Typing scrolls to a field below the fold, which is no shift: an answer may come in the same picture.
      await plan.field(label).scrollIntoViewIfNeeded();
      await shifts(page);
      await enter(plan, label, value);
      await plan.field(label).blur();
      expect(await shifts(page)).toEqual([]);
    }
    await expect(bar).toContainText(UNCERTAINTY);
    await bar.getByRole('button', { name: 'Undo' }).click();
    await settled(page);
    expect(await shifts(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Undo' }).click();
    await settled(page);
    await expect(bar).toContainText(/Spare hosts 3 . 2/);
    await expect(page.getByTestId('effect')).toContainText(/14.*13 hosts/);
    const ghost = page.getByRole('row', { name: /^EPYC with mixed-use NVMe.* Hosts, EPYC with mixed-use NVMe: 13\..* was 14 \u00b7/ });
    await expect(ghost).toBeVisible();
    expect(await shifts(page)).toEqual([]);
    // Nothing of it is animated where that is not wanted.
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test('answers that come late move nothing either, beside a field that is pointed at', async ({ page }) => {
    const plan = new PlanPage(page);
    await plan.openSample('nvme-2026');
    await settled(page);
    const inputs = page.getByRole('complementary', { name: 'Inputs' });
    await expect(inputs).toContainText('12 inputs');
    await watchShifts(page);
    // Later than a browser takes a shift for the doing of who typed.
    await page.route(/\/api\/v1\/(evaluate|uncertainty|provenance)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    for (const [label, value] of [
      [UNCERTAINTY, '40'],
      [SPARES, '2'],
      [UNCERTAINTY, ''],
    ] as const) {
      const field = plan.field(label);
      await field.scrollIntoViewIfNeeded();
      await field.hover();
      await shifts(page);
      await enter(plan, label, value);
      // What can be done with a field follows from where its value comes from, the last answer.
      const confirm = inputs.getByRole('button', { name: `Confirm ${label}`, exact: true });
      await expect(confirm).toHaveCount(value === '' ? 1 : 0);
      expect(await shifts(page), `${label} ${value}`).toEqual([]);
    }
  });

  test('results are few stops away, targets are large enough, and 200 % leaves everything in reach', async ({ page }) => {
    await new PlanPage(page).openSample('nvme-2026');
    await settled(page);
    let stops = 0;
    const inResults = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
    for (; stops <= 40; stops += 1) {
      await page.keyboard.press('Tab');
      if (await inResults()) break;
    }
    expect(stops).toBeLessThanOrEqual(40);
    expect(await smallTargets(page)).toEqual([]);

    // As wide as 1280 px are at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    // The page has taken its narrow form.
    await expect(page.getByRole('button', { name: 'Inputs' })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Inputs' })).toBeHidden();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
    await expectToFit(page);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'Inputs' }).click();
    const inputs = page.getByRole('dialog', { name: 'Inputs' });
    await inputs.getByLabel('Spare hosts', { exact: true }).fill('2');
    await page.keyboard.press('Escape');
    await expect(inputs).toBeHidden();
    const changes = page.getByRole('button', { name: '1 change' });
    await changes.click();
    await expect(page.getByRole('region', { name: 'Changes since saved' })).toContainText('Spare hosts');
    await expect(page.getByRole('button', { name: 'Pin as scenario' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Changes since saved' })).toBeHidden();
    // What has the focus is not below the bar.
    const top = await page.getByRole('region', { name: 'What if' }).evaluate((bar) => bar.getBoundingClientRect().top);
    for (let stop = 0; stop < 25; stop += 1) {
      await page.keyboard.press('Shift+Tab');
      const bottom = await page.evaluate(() => {
        const at = document.activeElement;
        return at?.closest('main') ? Math.min(at.getBoundingClientRect().bottom, at.getBoundingClientRect().top + 24) : 0;
      });
      expect(bottom).toBeLessThanOrEqual(top + 1);
    }
  });
});

test('in the list of changes all values begin at one place, below names that are as long as they are', { tag: '@check' }, async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await plan.fill('Spare hosts', '2');
  await plan.fill('Write utilisation limit', '40');
  const rows = (await plan.openChanges()).getByRole('list').last().getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const places = await rows.evaluateAll((all) =>
    all.map((row) => {
      const [name, values] = [...row.children].map((each) => each.getBoundingClientRect());
      return { left: values!.left - row.getBoundingClientRect().left, below: values!.top >= name!.bottom - 2 };
    }),
  );
  expect(places).toEqual([
    { left: 0, below: true },
    { left: 0, below: true },
  ]);
});

test('scenarios are pinned, named, kept, compared, opened and deleted', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await plan.fill('Spare hosts', '2');
  await plan.expectValue('hosts', 'nand', 8);
  await page.getByRole('button', { name: 'Pin as scenario' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await plan.expectValue('hosts', 'nand', 7);
  await page.getByRole('tab', { name: 'Scenarios' }).click();
  const line = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Open / }) });
  await expect(line).toContainText('Spare hosts');
  await expect(line.getByRole('cell').first()).toContainText(/4.+5 hosts/);
  await expect(line.getByRole('cell').nth(1)).toContainText('8');
  await line.getByRole('textbox').fill('Two spares');
  await expectAccessible(page);

  await page.reload();
  await expect(line.getByRole('textbox')).toHaveValue('Two spares');
  await page.getByRole('button', { name: 'Open Two spares' }).click();
  await plan.expectValue('hosts', 'nand', 8);
  await page.getByRole('button', { name: 'Undo' }).click();
  await plan.expectValue('hosts', 'nand', 7);

  // Saved for the first time, the plan takes them along.
  await plan.save.click();
  await expect(page).toHaveURL(/\/plans\/[0-9a-f-]{36}/);
  await page.getByRole('tab', { name: 'Scenarios' }).click();
  await page.getByRole('button', { name: 'Delete Two spares' }).click();
  await expect(line).toHaveCount(0);
});

test('the palette leads to any input, view, page and action', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  const palette = page.getByRole('dialog', { name: 'Go to anything' });
  const go = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox', { name: 'Go to' })).toBeFocused();
    await page.keyboard.type(text);
    await expect(palette.getByRole('option').first()).toHaveAttribute('data-combobox-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };
  await page.getByRole('button', { name: 'Go to anything' }).click();
  await expect(palette.getByRole('option', { name: /^Save/ })).toBeVisible();
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await go('discount rate');
  await expect(page.getByLabel(/discount rate/i).first()).toBeFocused();
  await go('memory view');
  await expect(page).toHaveURL(/view=memory/);
  await go('share');
  await expect(page.getByRole('dialog', { name: /share/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await go('evidence');
  await expect(page).toHaveURL(/\/evidence/);
});

test.describe(TELEPHONE.name, () => {
  test.use(TELEPHONE.use);

  test('what numbers were stands clear of all others, in room that is kept', async ({ page }) => {
    await new PlanPage(page).openSample('edge-three-nodes');
    await settled(page);
    const metrics = page.getByRole('region', { name: 'Advice' }).locator('[data-picture]');
    const heights = () => metrics.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    const before = await heights();
    expect(before).toHaveLength(3);
    await page.getByRole('button', { name: 'Inputs' }).click();
    await page.getByRole('dialog', { name: 'Inputs' }).getByLabel('Spare hosts', { exact: true }).fill('3');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Inputs' })).toBeHidden();
    const was = metrics.getByText(/^was /);
    await expect(was).not.toHaveCount(0);
    await settled(page);
    expect(await heights()).toEqual(before);
    const printedOver = await metrics.evaluateAll((all) => {
      const texts = all
        .flatMap((each) => [...each.querySelectorAll('th span:not(:has(*)), td span:not(:has(*))')])
        .filter((each) => each.textContent !== '' && each.closest('[class*=VisuallyHidden]') === null)
        .map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }));
      return texts.flatMap(({ text, box }, index) =>
        texts
          .slice(index + 1)
          // Lines that touch are a fraction of a pixel apart.
          .filter(({ box: other }) => Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1)
          .filter(({ box: other }) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1)
          .map((other) => `${text} / ${other.text}`),
      );
    });
    expect(printedOver).toEqual([]);
    await expectToFit(page);
  });

  test('the bar and what it opens', async ({ page }) => {
    await new PlanPage(page).openSample('moderate-io');
    await page.getByRole('button', { name: 'Inputs' }).click();
    await page.getByRole('dialog', { name: 'Inputs' }).getByLabel('Spare hosts', { exact: true }).fill('2');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Inputs' })).toBeHidden();
    await expect(page.getByTestId('effect')).toContainText(/4.*5 hosts/);
    const count = page.getByRole('button', { name: '1 change' });
    // Words that are seen, too.
    expect(await count.innerText()).toBe('1 change');
    await count.click();
    await page.getByRole('button', { name: 'Pin as scenario' }).click();
    await expectAccessible(page, `[data-bar], ${DIALOG}`);
    await expectToFit(page);
  });
});
