import { expect, test, type Page } from '@playwright/test';

import { evaluate, PlanPage, sample } from '../support/plan-page';

for (const key of ['moderate-io', 'moderate-io-si', 'light-io', 'light-io-si', 'nvme-2026', 'sandisk14']) {
  test(`every number of the comparison of ${key} is the number of the API`, async ({ page, request }) => {
    const result = await evaluate(request, await sample(request, key));
    const plan = new PlanPage(page);
    await plan.openSample(key);
    await expect(plan.sentence).toHaveText(result.sentence);
    let compared = 0;
    for (const row of result.rows) {
      for (const cell of row.cells) {
        const shown = plan.cell(row.key, cell.configuration);
        await expect(shown).toHaveAttribute('data-value', cell.value.value === null ? '' : String(cell.value.value));
        await expect(shown).toHaveAttribute('data-state', cell.value.state);
        await expect(shown).toHaveAttribute('data-best', String(cell.best));
        if (cell.text) await expect(shown).toContainText(cell.text);
        compared += 1;
      }
    }
    expect(await page.locator('[data-testid^="cell-"]').count()).toBe(compared);
  });
}

test('the shown text is the value, rounded', async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await expect(plan.cell('hosts', 'nand')).toContainText('7');
  await expect(plan.cell('hosts', 'nand')).toContainText('a tie with');
  await expect(plan.cell('years_to_wear_out', 'nand')).toContainText('0.737 years');
  await expect(plan.cell('dwpd_used', 'nand')).toContainText('20.3');
  await expect(plan.cell('drive_write_limit_mb_s', 'nand')).toContainText('28.4 MB/s');
});

/** Why a constraint asks for no number of hosts. */
const WORDS: Record<string, string> = { no_limit: 'no limit', does_not_apply: 'does not apply' };

test('every constraint shows the hosts of the API', async ({ page, request }) => {
  const result = await evaluate(request, await sample(request, 'moderate-io'));
  await new PlanPage(page).openSample('moderate-io');
  for (const configuration of result.configurations) {
    for (const constraint of configuration.constraints) {
      const shown = constraint.hosts.value === null ? WORDS[constraint.hosts.state] : String(constraint.hosts.value);
      await expect(
        page.getByRole('button', { name: `Hosts for ${constraint.label}, ${configuration.name}: ${shown}. Why?` }),
      ).toBeVisible();
    }
  }
});

type Value = { value: number | null; state: string };

/** A quantity of a view shows the number of the API, whole, and why there is none where there is none. */
async function expectQuantity(page: Page, quantity: string, configuration: string, value: Value): Promise<void> {
  const shown = page.getByTestId(`quantity-${quantity}-${configuration}`).first();
  const found = [await shown.getAttribute('data-value'), await shown.getAttribute('data-state')];
  expect(found, `${quantity} of ${configuration}`).toEqual([String(value.value ?? ''), value.state]);
}

test('every number of the memory view is the number of the API', async ({ page, request }) => {
  for (const key of ['sandisk14', 'friedman13']) {
    const report = (await (
      await request.post('/api/v1/memory', { data: await sample(request, key) })
    ).json()) as {
      configurations: { key: string; cases: { quantities: Record<string, Value> }[]; minfree_gib_per_host: Value }[];
    };
    const places = report.configurations[0]!.cases.map((_, place) => place);
    for (const place of places) {
      await page.goto(`/samples/${key}?view=memory&down=${String(place)}`);
      await expect(page.getByTestId('quantity-swapped_gib-' + report.configurations[0]!.key)).toBeVisible();
      for (const configuration of report.configurations) {
        await expectQuantity(page, 'minfree_gib_per_host', configuration.key, configuration.minfree_gib_per_host);
        const { memory_state_rank: rank, ...others } = configuration.cases[place]!.quantities;
        for (const [quantity, value] of Object.entries(others)) {
          await expectQuantity(page, quantity, configuration.key, value);
        }
        const state = page.getByTestId(`state-${String(place)}-${configuration.key}`);
        await expect(state.locator('[data-value]').first()).toHaveAttribute('data-value', String(rank?.value));
      }
    }
  }
});

test('every number of the burst view is the number of the API', async ({ page, request }) => {
  const answer = (await (
    await request.post('/api/v1/burst', { data: { plan: await sample(request, 'moderate-io'), failed_hosts: 1 } })
  ).json()) as {
    configurations: { key: string; quantities: Record<string, Value>; throttled_minutes: Value }[];
  };
  await page.goto('/samples/moderate-io?view=burst&down=1');
  await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible();
  const shown = await page.locator('[data-testid^="quantity-"]').evaluateAll((cells) =>
    cells.map((cell) => cell.getAttribute('data-testid') ?? ''),
  );
  for (const configuration of answer.configurations) {
    for (const [quantity, value] of Object.entries(configuration.quantities)) {
      if (!shown.includes(`quantity-${quantity}-${configuration.key}`)) continue;
      await expectQuantity(page, quantity, configuration.key, value);
    }
    await expect(page.getByTestId(`burst-throttled_minutes-${configuration.key}`)).toHaveAttribute(
      'data-value',
      String(configuration.throttled_minutes.value),
    );
  }
  expect(shown.length).toBeGreaterThan(10 * answer.configurations.length);
});
