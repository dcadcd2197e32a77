import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';

import { expectHonest } from '../support/basis';
import { choose, keep, leadTo, PlanPage, sample, type Plan } from '../support/plan-page';
import { test } from '../support/test';

interface Value {
  value: number | null;
  state: string;
}

interface Report {
  configurations: {
    key: string;
    name: string;
    cases: {
      failed_hosts: number;
      label: string;
      state: string | null;
      state_text: string;
      accepted: boolean | null;
      quantities: Record<string, Value>;
      groups: { group: string; ballooned_gib: number | null; opm_per_vm: number | null }[];
    }[];
    thresholds: { state: string; free_gib_per_host: Value }[];
    bands: { state: string }[];
    consolidation: { text: string; planning_range: string; hosts_for_opm: Value } | null;
  }[];
}

type Part = Record<string, unknown>;
interface Editable extends Plan {
  workload: { groups: Part[] };
  policy: Part;
  configurations: Part[];
  opm_models: Part[];
}

async function memory(request: APIRequestContext, plan: Plan): Promise<Report> {
  const answer = await request.post('/api/v1/memory', { data: plan });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Report;
}

const points = (medium: string, values: [number, number][]) =>
  values.map(([overcommit_ratio, per_vm]) => ({ medium, overcommit_ratio, per_vm }));

/** More memory than there is, in three ways: a curve, a lone point and no medium at all. */
async function overcommitted(request: APIRequestContext): Promise<Editable> {
  const plan = (await sample(request, 'moderate-io')) as Editable;
  plan.name = 'Overcommitted';
  Object.assign(plan.workload.groups[0]!, { memory_gib: 48, opm_model: 'web-shop', memory_active_share: 0.8 });
  Object.assign(plan.policy, {
    memory_overcommit_limit: 2,
    spare_hosts: 2,
    opm_target: 600_000,
    memory_state_limit: 'soft',
    memory_state_limit_with_spares_down: 'clear',
  });
  plan.opm_models = [
    {
      key: 'web-shop',
      name: 'Web shop, load test of March',
      baseline_opm_per_vm: 6000,
      points: [
        ...points('ssd_local', [
          [1, 5900],
          [1.5, 5500],
          [2, 4700],
        ]),
        ...points('hdd_local', [[1.25, 5600]]),
      ],
    },
  ];
  // Too few to keep to the policy, so that there is something that it does not accept.
  plan.configurations[0]!.hosts = 12;
  plan.configurations[0]!.swap = { medium: 'ssd_local', host_cache_gb: 400 };
  plan.configurations[1]!.swap = { medium: 'hdd_local' };
  return plan;
}

async function open(page: Page, id: string, search = ''): Promise<PlanPage> {
  await page.goto(`/plans/${id}?view=memory${search}`);
  await expect(page.getByRole('heading', { name: 'Predicted state' })).toBeVisible();
  return new PlanPage(page);
}

const chart = (page: Page, name: string): Locator => page.getByRole('figure', { name, exact: true });

test('every failure case has its state, in words, with what the policy says to it', async ({ page, request }) => {
  const plan = await overcommitted(request);
  const report = await memory(request, plan);
  await open(page, await keep(request, plan));
  for (const configuration of report.configurations) {
    for (const each of configuration.cases) {
      const cell = page.getByTestId(`state-${String(each.failed_hosts)}-${configuration.key}`);
      await expect(cell).toHaveAttribute('data-memory-state', each.state ?? '');
      await expect(cell).toContainText(each.state_text);
      if (each.accepted === false) await expect(cell).toContainText('worse than the policy accepts');
    }
    for (const threshold of configuration.thresholds) {
      await expect(page.getByTestId(`threshold-${threshold.state}-${configuration.key}`)).toHaveAttribute(
        'data-value',
        String(threshold.free_gib_per_host.value),
      );
    }
    await expect(page.getByText(configuration.consolidation!.text, { exact: false }).first()).toBeVisible();
  }
  expect(report.configurations.some((each) => each.cases.some((one) => one.accepted === false))).toBe(true);
  await expect(page.getByText(report.configurations[0]!.consolidation!.planning_range)).toBeVisible();
});

test('every figure is that of the chosen case, and so is its why', async ({ page, request }) => {
  const plan = await overcommitted(request);
  const report = await memory(request, plan);
  const view = await open(page, await keep(request, plan));
  for (const down of [0, 2]) {
    await page.getByRole('radiogroup', { name: 'Hosts down' }).getByText(String(down), { exact: true }).click();
    for (const configuration of report.configurations) {
      const found = configuration.cases[down]!;
      await expect(page.getByTestId('memory-case')).toHaveText(found.label);
      for (const quantity of ['memory_overcommit_ratio', 'ballooned_gib', 'swapped_gib', 'free_memory_gib']) {
        const cell = page.getByTestId(`quantity-${quantity}-${configuration.key}`);
        await expect(cell).toHaveAttribute('data-value', String(found.quantities[quantity]!.value));
      }
      await expect(page.getByTestId(`group-ballooned_gib-0-${configuration.key}`)).toHaveAttribute(
        'data-value',
        String(found.groups[0]!.ballooned_gib),
      );
    }
  }
  await expect(page).toHaveURL(/down=2/);
  await page.getByTestId('quantity-memory_overcommit_ratio-nand').getByRole('button').click();
  await expect(page).toHaveURL(/why=nand(%40|@)2/);
  await expect(view.drawer).toContainText('2 hosts down');
  const ratio = report.configurations[0]!.cases[2]!.quantities.memory_overcommit_ratio!.value;
  await expect(page.getByTestId('why-value')).toHaveAttribute('data-value', String(ratio));
  await page.reload();
  await expect(page.getByTestId('why-value')).toHaveAttribute('data-value', String(ratio));
});

test('nothing extrapolated or assumed looks measured in the chart of operations', async ({ page, request }) => {
  const plan = await overcommitted(request);
  const report = await memory(request, plan);
  await open(page, await keep(request, plan));
  const curve = chart(page, 'NAND 800 GB');
  expect(await expectHonest(curve)).toEqual(
    new Set(['measured', 'interpolated', 'extrapolated', 'single_point', 'derived']),
  );
  for (const word of ['measured', 'interpolated', 'extrapolated', 'single point']) {
    await expect(curve.getByRole('list', { name: 'Legend' }).getByText(word, { exact: true })).toBeVisible();
  }
  const line = curve.locator('path[data-basis="interpolated"]');
  await expect(line.first()).not.toHaveAttribute('stroke-dasharray', /.+/);
  const lone = chart(page, 'Optane + persistent memory');
  expect(await expectHonest(lone)).toEqual(new Set(['measured', 'single_point', 'derived']));
  await expect(lone.getByRole('img').getByText('single point', { exact: true })).toBeVisible();

  const { bands, cases } = report.configurations[0]!;
  for (const band of bands) await expect(curve.locator(`rect[data-state="${band.state}"]`)).toHaveCount(1);
  for (const each of cases) {
    await expect(curve.locator(`[data-reference="${String(each.failed_hosts)}"]`)).toHaveAttribute(
      'data-value',
      String(each.quantities.memory_overcommit_ratio!.value),
    );
  }
  await curve.getByRole('button', { name: /show as table/ }).click();
  await expect(curve.getByRole('row', { name: /extrapolated/ }).first()).toBeVisible();
  await expect(curve.getByRole('row', { name: /1\.5, local SSD 5,500 measured/ })).toBeVisible();
});

test('statements without a figure and points that a paper computed are told apart from measurements', { tag: '@check' }, async ({ page }) => {
  await page.goto('/samples/sandisk14?view=memory');
  const bases = await expectHonest(page.getByRole('figure', { name: 'Swap to SSD', exact: true }));
  expect(bases).toContain('derived');
  expect(bases).toContain('single_point');
  await expect(page.getByRole('listitem').filter({ hasText: 'SSD and hard disk perform alike' }).first()).toBeVisible();
});

test('what the vendor only states is no measurement', async ({ page, request }) => {
  const plan = (await sample(request, 'moderate-io')) as Editable;
  plan.workload.groups[0]!.opm_model = 'nvme-tiering-vendor-vdi';
  (plan.configurations[2]!.memory as Part).tier = { drives_per_host: 1 };
  await open(page, await keep(request, { ...plan, name: 'Tiered' }));
  expect(await expectHonest(chart(page, 'Optane, DRAM only'))).toContain('vendor-stated');
});

test('what is not evaluated leads to the field that cures it, and an unsaved edit repaints the view', async ({ page }) => {
  const view = new PlanPage(page);
  await page.goto('/samples/moderate-io');
  await page.getByRole('tab', { name: 'Memory' }).click();
  await expect(page).toHaveURL(/view=memory/);
  const ownModels = page.waitForResponse(/\/api\/v1\/opm-models$/);
  await leadTo(page, page.getByRole('button', { name: 'choose a model' }), 'Measured operations model');
  await ownModels;
  await choose(page, 'Measured operations model', /waking a swapped-out VM/, /waking/);
  await leadTo(page, page.getByRole('button', { name: 'choose where it swaps to' }).first(), 'Swap target');
  await choose(page, 'Swap target', 'local SSD', 'local SSD');
  await expect(chart(page, 'NAND 800 GB').getByText('(this configuration)')).toBeVisible();

  const ratio = page.getByTestId('quantity-memory_overcommit_ratio-nand');
  const before = await ratio.getAttribute('data-value');
  await page.getByRole('searchbox', { name: 'Search inputs' }).fill('Memory per VM');
  await view.fill('Memory per VM', '16');
  await expect(ratio).not.toHaveAttribute('data-value', before!);

  await leadTo(page, page.getByRole('button', { name: 'set a target' }), 'Target of all VMs together');
});

test('the tabs are walked with the keyboard, and the address keeps them', async ({ page }) => {
  await page.goto('/samples/moderate-io');
  await page.getByRole('tab', { name: 'Compare' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Cost' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Memory' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Predicted state' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Over time' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Predicted state' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Memory' })).toHaveAttribute('aria-selected', 'true');
});
