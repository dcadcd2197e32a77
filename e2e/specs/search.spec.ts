import { expect, type Page } from '@playwright/test';

import { keep, leadTo, PlanPage, sample } from '../support/plan-page';
import { expectUsable, SCREENS } from '../support/screens';
import { shifts, watchShifts } from '../support/shifts';
import { test } from '../support/test';

/** The view, with few enough choices for a short search. */
async function openSearch(page: Page): Promise<void> {
  await page.goto('/samples/nvme-2026?view=search');
  await expect(page.getByText(/^[\d,]+ combinations\.$/)).toBeVisible();
  for (const name of ['Processor', 'Capacity drive', 'Protection']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await expect(page.getByText('54 combinations.')).toBeVisible();
}

const answer = (page: Page) => page.getByTestId('search-answer');

/** The settings, which fold once there is an answer. */
const settings = (page: Page) => page.getByRole('button', { name: /^What is searched/ });

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Search( again)?$/ }).click();
  await expect(answer(page)).toBeVisible({ timeout: 60_000 });
}

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);

    test('a search from the usual choices to the plan and back', async ({ page }) => {
      await openSearch(page);
      await page.getByRole('checkbox', { name: /^Test the best in 4,096 simulations/ }).check();
      await search(page);
      await expect(settings(page)).toHaveAttribute('aria-expanded', 'false');
      const put = answer(page).getByRole('button', { name: 'Put into the plan', exact: true });
      await expect(put).toHaveCount(1);
      await expect(put).toBeInViewport({ ratio: 1 });
      await expect(
        answer(page).getByText(/of 54 combinations are feasible; the cheapest has .* \(oldest price \d+ months? old: /),
      ).toBeVisible();
      await expect(answer(page).getByText(/^(?:The cheapest is also the best|In 90)/)).toBeVisible();
      await expect(answer(page).getByText(/^Memory: .* instead of .* dearer/)).toBeVisible();
      await expect(answer(page).getByText(/^For example: it lacks price of storage licence/)).toBeVisible();
      await expect(answer(page).getByText(/^Memory: (?:always|free|\d+ of)/)).toBeVisible();
      await expect(answer(page).getByTestId('cheapest').getByText(/^Oldest price: /)).toBeVisible();
      await expect(answer(page).getByRole('img', { name: /^Cost and hosts/ })).toBeVisible();
      await answer(page).getByRole('button', { name: /^Memory/ }).click();
      await expect(answer(page).getByRole('row', { name: /the cheapest/ })).toBeVisible();
      await expectUsable(page);

      if (name === SCREENS[0]?.name) await watchShifts(page);
      await put.click();
      await expect(page.getByText('The plan has changed since the answer below.')).toBeVisible();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(page.getByText('The plan has changed since the answer below.')).toBeHidden();
      if (name === SCREENS[0]?.name) expect(await shifts(page)).toEqual([]);
    });
  });
}

/** The box that is farthest from the next one: answers may lie close to each other. */
function apartFromOthers<Box extends { x: number; y: number }>(boxes: readonly Box[]): Box {
  const distance = (box: Box) =>
    Math.min(...boxes.filter((each) => each !== box).map((each) => Math.hypot(each.x - box.x, each.y - box.y)));
  return boxes.reduce((best, each) => (distance(each) > distance(best) ? each : best));
}

test('an answer beside the others, and the front by keyboard', async ({ page }) => {
  await openSearch(page);
  await search(page);
  const front = answer(page).getByRole('region', { name: 'Front, answers' });
  const rows = front.getByRole('row');
  const count = await rows.count();
  expect(count).toBeGreaterThan(2);
  await front.getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2).getByRole('button')).toBeFocused();
  const cost = answer(page).getByRole('slider', { name: 'Cost, USD, to' });
  await cost.focus();
  await page.keyboard.press('ArrowLeft');
  // One less, and the head of the table.
  await expect(rows).toHaveCount(count - 1);
  await expect(answer(page).getByText(`${String(count - 2)} of ${String(count - 1)} shown`)).toBeVisible();

  await answer(page).getByRole('button', { name: 'Show all' }).click();
  await expect(rows).toHaveCount(count);
  // A box around one of the answers, begun beside it.
  const field = answer(page).getByTestId('front-brush');
  await field.scrollIntoViewIfNeeded();
  const points = answer(page).getByRole('img', { name: /^Cost and hosts/ }).locator('path[data-value]');
  const boxes = (await points.all()).map(async (each) => (await each.boundingBox()) ?? { x: 0, y: 0, width: 0 });
  const { x, y, width } = apartFromOthers(await Promise.all(boxes));
  await page.mouse.move(x - 4, y - 4);
  await page.mouse.down();
  await page.mouse.move(x + width + 4, y + width + 4, { steps: 4 });
  await page.mouse.up();
  await expect(rows).toHaveCount(2);
  await field.click({ position: { x: 3, y: 3 } });
  await expect(rows).toHaveCount(count);

  await answer(page).getByTestId('cheapest').getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Add as a new configuration' }).click();
  await page.getByRole('tab', { name: 'Compare' }).click();
  await new PlanPage(page).expectAnswer();
  await expect(page.getByTestId('card').getByText(/EPYC with mixed-use NVMe 2/).first()).toBeVisible();
  // The question and its answer are still there.
  await page.getByRole('tab', { name: 'Search' }).click();
  await expect(answer(page)).toBeVisible();
});

test('a field of the catalogue is added, and a limit that nothing keeps is said', async ({ page }) => {
  await openSearch(page);
  await page.getByRole('button', { name: 'Add a field' }).click();
  const added = page.getByRole('group', { name: 'Another field that may differ' });
  await added.getByRole('combobox', { name: 'Field' }).fill('Processor');
  await page.getByRole('option', { name: 'Processor', exact: true }).click();
  await added.getByRole('textbox', { name: 'Cores: from' }).fill('64');
  await added.getByRole('textbox', { name: 'Cores: to' }).fill('1');
  await expect(added.getByText(/^0 rows pass/)).toBeVisible();
  await expect(added.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await added.getByRole('textbox', { name: 'Cores: to' }).fill('64');
  await expect(added.getByText(/^\d+ options: /)).toBeVisible();
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('54 combinations.')).toBeHidden();

  await page.getByRole('textbox', { name: 'Hosts, at most' }).fill('1');
  await search(page);
  await expect(answer(page).getByText(/^None of/)).toBeVisible();
  await expect(answer(page).getByText('beyond the limit of hosts')).toBeVisible();
  await expect(answer(page).getByText(/^The nearest has \d+ hosts, and the limit is 1/)).toBeVisible();
  await answer(page).getByRole('button', { name: /^Add to the plan: .*beyond the limit of hosts$/ }).click();
  await expect(page.getByText('The plan has changed since the answer below.')).toBeVisible();
  await expect(answer(page).getByText(/^Loosen a limit/)).toBeVisible();
});

test('a search is kept to fields of its own, which count what they reject', async ({ page }) => {
  await openSearch(page);
  await page.getByRole('textbox', { name: 'Base clock, at least' }).fill('9');
  await page.getByRole('combobox', { name: 'Only parts by' }).fill('Kiox');
  await page.getByRole('option', { name: 'Kioxia', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Include old parts, and used, press and old prices' }).check();
  await search(page);
  await expect(answer(page).getByText(/^None of/)).toBeVisible();
  await expect(answer(page).getByText('processors with a lower clock than asked for')).toBeVisible();
  await settings(page).click();
  await page.getByRole('textbox', { name: 'Base clock, at least' }).fill('');
  await search(page);
  await expect(answer(page).getByText(/combinations are feasible; the cheapest has/)).toBeVisible();
});

test('a long search says how far it is, and is cancelled', async ({ page }) => {
  await page.goto('/samples/nvme-2026?view=search');
  await expect(page.getByText(/^[\d,]+ combinations\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const searching = page.getByTestId('searching');
  await expect(searching.getByText(/^Searching [\d,]{6,} combinations/)).toBeInViewport();
  await expect(searching.getByText(/^[\d,]+ of [\d,]{6,} combinations computed$/)).toBeVisible();
  await searching.getByRole('button', { name: 'Cancel' }).click();
  await expect(searching).toBeHidden();
  await expect(settings(page)).toHaveAttribute('aria-expanded', 'true');
});

test('all platforms are compared in one search, and an answer is opened as a plan', async ({ page }) => {
  await openSearch(page);
  await page.getByRole('button', { name: 'All platforms' }).click();
  await expect(page.getByText('162 combinations.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'All platforms' })).toBeHidden();
  await search(page);
  await answer(page).getByRole('button', { name: /^Platform/ }).click();
  await expect(answer(page).getByRole('row', { name: /^Storage Spaces Direct on Azure Local/ })).toBeVisible();
  await answer(page).getByTestId('cheapest').getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Open as a new plan' }).click();
  await expect(page).toHaveURL(/\/plans\/imported\//);
  await expect(page.getByTestId('card')).toHaveAttribute('data-state', 'alone');
});

test('a plan that is not searched says why and leads to the field', { tag: '@check' }, async ({ page, request }) => {
  const plan = await sample(request, 'nvme-2026');
  const [first, ...others] = plan.configurations as Record<string, unknown>[];
  const id = await keep(request, { ...plan, configurations: [{ ...first, hosts: 12 }, ...others] });
  await page.goto(`/plans/${id}?view=search`);
  await expect(page.getByText(/^The plan cannot be searched\./)).toBeVisible();
  await leadTo(page, page.getByRole('main').getByRole('button', { name: /^Fixed number of hosts/ }), 'Fixed number of hosts');
});

test('a configuration that cannot be built leads to the search for what fits', async ({ page, request }) => {
  const plan = await sample(request, 'nvme-2026');
  const [first] = plan.configurations as { memory: object }[];
  // Less than the largest VM has.
  const small = { ...first, memory: { ...first?.memory, dram_gib: 16 } };
  const id = await keep(request, { ...plan, remarks: {}, configurations: [small] });
  await page.goto(`/plans/${id}`);
  await page.getByTestId('card').getByRole('button', { name: 'Search for what fits' }).click();
  await expect(page.getByRole('tab', { name: 'Search' })).toHaveAttribute('aria-selected', 'true');
  for (const name of ['Processor', 'Capacity drive', 'Protection']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await search(page);
  await answer(page).getByRole('button', { name: 'Put into the plan', exact: true }).click();
  await page.getByRole('tab', { name: 'Compare' }).click();
  await expect(page.getByTestId('card')).toHaveAttribute('data-state', 'alone');
});
