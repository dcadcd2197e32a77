import { expect } from '@playwright/test';

import { expectFigures, shownFigures } from '../support/figures';
import { decisionOn, evaluate, PlanPage, read, sample } from '../support/plan-page';
import { test } from '../support/test';

/** Text without the difference between kinds of spaces. */
const plain = (text: string) => text.replace(/\s+/g, ' ');

/** The units of the last one are those of the SI. */
const FAST = ['moderate-io', 'light-io', 'nvme-2026'];
const DEEP = ['moderate-io-si', 'light-io-si', 'sandisk14'];

for (const key of [...FAST, ...DEEP]) {
  const tag = DEEP.includes(key) ? '@deep' : [];
  test(`every number of the comparison of ${key} is the number of the API`, { tag }, async ({ page, request }) => {
    const document = await sample(request, key);
    const result = await evaluate(request, document);
    const plan = new PlanPage(page);
    await plan.openSample(key);
    await expect(plan.sentence).toHaveText(read((await decisionOn(request, document)).sentence));
    const expected = result.rows.flatMap((row) =>
      row.cells.map((cell) => ({ ...cell, name: `cell-${row.key}-${cell.configuration}` })),
    );
    await expect(page.locator('[data-testid^="cell-"]')).toHaveCount(expected.length);
    const shown = (await shownFigures(page)).filter((each) => each.name.startsWith('cell-'));
    const found = new Map(shown.map((each) => [each.name, each]));
    for (const { name, value, best, text } of expected) {
      const cell = found.get(name);
      expect([name, cell?.value, cell?.state, cell?.best]).toEqual([
        name,
        String(value.value ?? ''),
        value.state,
        String(best),
      ]);
      if (text) expect(plain(cell!.text), name).toContain(plain(text));
    }
    expect(shown.length).toBe(expected.length);
  });
}

test('the shown text is the value, rounded', { tag: '@check' }, async ({ page }) => {
  const plan = new PlanPage(page);
  await plan.openSample('moderate-io');
  await expect(plan.cell('hosts', 'nand')).toContainText('7');
  await expect(plan.cell('hosts', 'nand')).toContainText('6 for CPU cores and CPU GHz + 1 spare, and 7 for write performance');
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
        page.getByRole('region', { name: 'Constraints, table' }).getByRole('button', {
          name: `Hosts for ${constraint.label}, ${configuration.name}: ${shown}. Why?`,
        }),
      ).toBeVisible();
    }
  }
});

type Value = { value: number | null; state: string };

test('every number of the memory view is the number of the API', async ({ page, request }) => {
  for (const key of ['sandisk14', 'friedman13']) {
    const report = (await (await request.post('/api/v1/memory', { data: await sample(request, key) })).json()) as {
      configurations: {
        key: string;
        cases: { quantities: Record<string, Value> }[];
        minfree_gib_per_host: Value;
      }[];
    };
    const places = report.configurations[0]!.cases.map((_, place) => place);
    for (const place of places) {
      await page.goto(`/samples/${key}?view=memory&down=${String(place)}`);
      await expect(page.getByTestId('quantity-swapped_gib-' + report.configurations[0]!.key)).toBeVisible();
      for (const configuration of report.configurations) {
        const { memory_state_rank: rank, ...others } = configuration.cases[place]!.quantities;
        await expectFigures(
          page,
          Object.entries({ ...others, minfree_gib_per_host: configuration.minfree_gib_per_host }).map(
            ([quantity, value]) => [`quantity-${quantity}-${configuration.key}`, value],
          ),
        );
        const state = page.getByTestId(`state-${String(place)}-${configuration.key}`);
        await expect(state.locator('[data-value]').first()).toHaveAttribute('data-value', String(rank?.value));
      }
    }
  }
});

test('every number of the burst view is the number of the API', async ({ page, request }) => {
  const answer = (await (
    await request.post('/api/v1/burst', {
      data: { plan: await sample(request, 'moderate-io'), failed_hosts: 1 },
    })
  ).json()) as {
    configurations: { key: string; quantities: Record<string, Value>; throttled_minutes: Value }[];
  };
  await page.goto('/samples/moderate-io?view=burst&down=1');
  await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible();
  const shown = (await shownFigures(page)).map((each) => each.name).filter((name) => name.startsWith('quantity-'));
  for (const configuration of answer.configurations) {
    await expectFigures(
      page,
      Object.entries(configuration.quantities)
        .map(([quantity, value]) => [`quantity-${quantity}-${configuration.key}`, value] as const)
        .filter(([name]) => shown.includes(name)),
    );
    await expect(page.getByTestId(`burst-throttled_minutes-${configuration.key}`)).toHaveAttribute(
      'data-value',
      String(configuration.throttled_minutes.value),
    );
  }
  expect(shown.length).toBeGreaterThan(10 * answer.configurations.length);
});
