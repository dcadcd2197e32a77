import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';

import { expectDrawn } from '../support/charts';
import { expectFigures } from '../support/figures';
import { keep, PlanPage, sample, type Plan } from '../support/plan-page';
import { expectUsable, SCREENS } from '../support/screens';
import { test } from '../support/test';

interface Value {
  value: number | null;
  state: string;
}

interface Result {
  configurations: {
    key: string;
    name: string;
    hosts: Value;
    quantities: Record<string, Value>;
    cost_parts: { quantity: string; amount: Value }[];
    cash_flow: { year: number; amount: Value; cumulative: Value }[];
    monthly: { months: number[]; hosts: number[]; amounts: number[]; cumulative: number[] };
    expansion: { month: number; hosts: number; total_hosts: number }[];
    finance: {
      against_name: string;
      npv: Value;
      internal_rate: Value;
      payback_years: Value;
      discounted_payback_years: Value;
      savings: { year: number; amount: Value; cumulative: Value }[];
      text: string;
    } | null;
    depreciation: { year: number; depreciation: Value; book_value: Value }[];
    carbon_parts: { quantity: string; kgco2e: Value }[];
  }[];
  prices: {
    priced_on: string | null;
    used: {
      quantity: string;
      configuration: string | null;
      value: number;
      date: string | null;
      is_old: boolean;
    }[];
  };
}

type Part = Record<string, unknown>;
interface Editable extends Plan {
  workload: { groups: Part[] };
  economics: Part;
}

async function evaluate(request: APIRequestContext, plan: Plan, reference = ''): Promise<Result> {
  const answer = await request.post(`/api/v1/evaluate?include=everything${reference && `&reference=${reference}`}`, {
    data: plan,
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Result;
}

const edited = async (request: APIRequestContext, key: string): Promise<Editable> =>
  (await sample(request, key)) as Editable;

/** All that a plan can say of money. */
async function defended(request: APIRequestContext): Promise<Editable> {
  const plan = await edited(request, 'nvme-2026');
  plan.name = 'To be defended';
  Object.assign(plan.economics, {
    keep: { name: 'Old cluster', running_cost_per_year: 900_000, residual_today: 50_000 },
    depreciation_years: 4,
    residual_share: 0.1,
    admin_hours_per_host_year: 20,
    admin_rate_per_hour: 80,
    country: 'DE',
    priced_on: '2029-01',
  });
  return plan;
}

async function growing(request: APIRequestContext): Promise<Editable> {
  const plan = await edited(request, 'moderate-io');
  plan.name = 'Growing';
  plan.workload.groups[0]!.count_growth_rate = 0.15;
  return plan;
}

async function open(page: Page, address: string): Promise<PlanPage> {
  await page.goto(`${address}${address.includes('?') ? '&' : '?'}view=cost`);
  await expect(page.getByRole('heading', { name: 'Cost until the horizon' })).toBeVisible();
  return new PlanPage(page);
}

const FOLDS = ['Licences', 'Energy, heat and space', 'Carbon', 'Depreciation and book value', 'Prices used'];

async function unfold(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    // A summary may follow the title.
    const heading = page.getByRole('main').getByRole('heading', { name: new RegExp(`^${title}( \\d|$)`) });
    await heading.getByRole('button').click();
  }
}

const figureName = (...parts: string[]): string => ['quantity', ...parts].join('-');

const figure = (page: Page, ...parts: string[]): Locator => page.getByTestId(figureName(...parts));

test('every number of the cost view is the number of the API', async ({ page, request }) => {
  test.slow();
  const plan = await defended(request);
  const result = await evaluate(request, plan);
  await open(page, `/plans/${await keep(request, plan)}`);
  await unfold(page, 'Figures by year', 'Savings by year', ...FOLDS);
  const figures: [string, Value][] = [];
  for (const each of result.configurations) {
    for (const [place, part] of each.cost_parts.entries()) {
      // A cost that is 0 everywhere has no row.
      if (result.configurations.every((other) => other.cost_parts[place]!.amount.value === 0)) continue;
      figures.push([figureName(part.quantity, each.key), part.amount]);
    }
    for (const part of each.carbon_parts) figures.push([figureName(part.quantity, each.key), part.kgco2e]);
    for (const { year, amount, cumulative } of each.cash_flow) {
      const member = `year-${String(year)}`;
      figures.push([figureName('cash_flow_cost_per_year', each.key, member), amount]);
      figures.push([figureName('cumulative_cost', each.key, member), cumulative]);
    }
    for (const { year, depreciation, book_value: left } of each.depreciation) {
      const member = `year-${String(year)}`;
      figures.push([figureName('depreciation_cost_per_year', each.key, member), depreciation]);
      figures.push([figureName('book_cost', each.key, member), left]);
    }
    const finance = each.finance!;
    await expect(page.getByText(finance.text, { exact: false }).first()).toBeVisible();
    figures.push([figureName('saving_npv', each.key), finance.npv]);
    figures.push([figureName('internal_return_rate', each.key), finance.internal_rate]);
    figures.push([figureName('payback_years', each.key), finance.payback_years]);
    figures.push([figureName('discounted_payback_years', each.key), finance.discounted_payback_years]);
    for (const { year, amount } of finance.savings) {
      figures.push([figureName('saving_cost_per_year', each.key, `year-${String(year)}`), amount]);
    }
    for (const quantity of ['cluster_tco', 'initial_licensed_cores', 'heat_btu_h', 'rack_units', 'cluster_kgco2e']) {
      figures.push([figureName(quantity, each.key), each.quantities[quantity]!]);
    }
  }
  await expectFigures(page, figures);
  await expect(page.getByRole('heading', { name: 'Against Old cluster' })).toBeVisible();
});

test('the prices stand there with date, source and age', async ({ page, request }) => {
  const plan = await defended(request);
  const { prices } = await evaluate(request, plan);
  await open(page, `/plans/${await keep(request, plan)}`);
  await unfold(page, 'Prices used');
  const table = page.getByRole('region', { name: 'Prices used' });
  await expect(page.getByText(`Priced for ${prices.priced_on!}`)).toBeVisible();
  for (const quantity of new Set(prices.used.map((each) => each.quantity))) {
    const used = prices.used.filter((each) => each.quantity === quantity);
    const shown = table.locator(`[data-testid^="price-${quantity}-"]`);
    const values = await shown.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-value')));
    expect(new Set(values)).toEqual(new Set(used.map((each) => String(each.value))));
  }
  const processor = table.getByTestId(/^price-cpu_price/).first();
  await expect(processor).toHaveAttribute('data-old', 'true');
  await expect(processor).toContainText(/old: \d+ months/);
  await expect(processor).toContainText('catalogue');
  await table.getByRole('button', { name: 'rack price', exact: true }).click();
  await expect(page.locator(':focus')).toHaveAccessibleName('Rack unit price');
});

test('a number opens its why, against the reference that the view has', { tag: '@check' }, async ({ page, request }) => {
  const result = await evaluate(request, await sample(request, 'moderate-io'), 'optane');
  const { finance, key } = result.configurations[0]!;
  const view = await open(page, '/samples/moderate-io?reference=optane');
  await expect(page.getByRole('heading', { name: `Against ${finance!.against_name}` })).toBeVisible();
  const shown = figure(page, 'saving_npv', key);
  await expectFigures(page, [[figureName('saving_npv', key), finance!.npv]]);
  await shown.getByRole('button').click();
  await expect(view.drawer).toContainText('net present value of the saving', { ignoreCase: true });
  await expect(page.getByTestId('why-value')).toHaveAttribute('data-value', String(finance!.npv.value));
  await page.keyboard.press('Escape');
  await expect(view.drawer).toBeHidden();
  await unfold(page, 'Figures by year');
  await figure(page, 'cash_flow_cost_per_year', key, 'year-3').getByRole('button').click();
  await expect(view.drawer).toContainText('Cash flow', { ignoreCase: true });
});

test('the existing cluster takes the place of the reference, and can be taken away again', async ({ page }) => {
  const view = await open(page, '/samples/moderate-io');
  await expect(page.getByRole('heading', { name: 'Against NAND 800 GB' })).toBeVisible();
  await expect(page.getByText('the reference').first()).toBeVisible();
  await page.getByRole('button', { name: 'compare with your current cluster' }).click();
  await expect(page.locator(':focus')).toHaveAccessibleName('Running cost');
  await view.fill('Running cost', '90000');
  await expect(page.getByRole('heading', { name: 'Against Existing cluster' })).toBeVisible();
  await view.fill('Name of the existing cluster', 'The old hosts');
  await expect(page.getByRole('heading', { name: 'Against The old hosts' })).toBeVisible();
  await expect(page.getByText('the reference')).toHaveCount(0);
  await view.field('Running cost').fill('');
  await expect(page.getByRole('heading', { name: 'Against NAND 800 GB' })).toBeVisible();
});

test('growth buys hosts in the months that need them', async ({ page, request }) => {
  const plan = await growing(request);
  const result = await evaluate(request, plan);
  const view = await open(page, `/plans/${await keep(request, plan)}`);
  const table = page.getByRole('region', { name: 'Hosts bought later' });
  for (const each of result.configurations) {
    expect(each.expansion.length).toBeGreaterThan(0);
    for (const bought of each.expansion) {
      const shown = figure(page, 'expansion_hosts', each.key, `month-${String(bought.month)}`);
      await expect(shown).toHaveText(`+ ${String(bought.hosts)}, ${String(bought.total_hosts)} in all`);
    }
  }
  await page.getByRole('radiogroup', { name: 'Cost over time' }).getByText('By month, cumulative').click();
  const chart = page.getByRole('figure', { name: 'Cost by month' });
  await expectDrawn(page, chart.locator('svg'));
  await expect(chart.locator('path.recharts-line-curve').first()).toBeVisible();
  await chart.getByRole('button', { name: /show as table/ }).click();
  const { months, hosts } = result.configurations[0]!.monthly;
  const last = chart.getByRole('row').last();
  await expect(last.getByRole('rowheader')).toHaveText(String(months.at(-1)));
  await expect(last.getByRole('cell').nth(2)).toHaveText(String(hosts.at(-1)));

  await page.getByRole('button', { name: 'Economics' }).click();
  await page.getByRole('button', { name: 'Growth and price changes' }).click();
  await view.field('Buy hosts as demand grows').uncheck();
  await expect(table).toHaveCount(0);
  await expect(page.getByText('The plan does not buy hosts for growth')).toBeVisible();
});

test('space is paid once: the field says so, and the other way is shown', async ({ page }) => {
  const view = await open(page, '/samples/moderate-io');
  await page.getByRole('button', { name: 'Economics' }).click();
  await view.fill('Colocation price', '184');
  await expect(view.field('Colocation price')).toHaveAccessibleDescription(/not by both/);
  await page.getByRole('button', { name: 'Reset Rack unit price' }).click();
  await expect(view.field('Colocation price')).not.toHaveAccessibleDescription(/not by both/);
  await unfold(page, 'Energy, heat and space');
  await expect(figure(page, 'colocation_cost_per_year', 'nand')).toHaveAttribute('data-state', 'evaluated');
  await expect(figure(page, 'rack_unit_cost_per_year', 'nand')).toHaveCount(0);
});

test('what is not evaluated leads to the field that cures it', async ({ page }) => {
  await open(page, '/samples/vmw10');
  await expect(page.getByText('Not evaluated, because the total cost is not;')).toBeVisible();
  const support = figure(page, 'support_cost', 'ssd');
  // Servers and memory have said what they need; support only adds its own.
  await expect(support.getByRole('button')).toHaveCount(2);
  await support.getByRole('button', { name: 'Support rate' }).click();
  await expect(page.locator(':focus')).toHaveAccessibleName('Support rate');
  await unfold(page, 'Depreciation and book value');
  await page.getByRole('main').getByRole('button', { name: 'Depreciation period' }).click();
  await expect(page.locator(':focus')).toHaveAccessibleName('Depreciation period');
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('the cost view can be used by everybody', async ({ page, request }) => {
      test.slow();
      await open(page, `/plans/${await keep(request, await growing(request))}`);
      await page.getByRole('radiogroup', { name: 'Cost over time' }).getByText('In each month').click();
      await unfold(page, ...FOLDS);
      await expectDrawn(page);
      await expectUsable(page);
    });
  });
}

test('units stand once in each table, and not beside every number', async ({ page }) => {
  await page.goto('/samples/nvme-2026?view=cost');
  const table = page.getByRole('table').filter({ has: page.getByTestId(/^quantity-cluster_tco-/) });
  await expect(table).toBeVisible();
  for (const name of ['Figures by year', 'Licences', 'Energy, heat and space', 'Savings by year']) await unfold(page, name);
  await expect(page.getByTestId(/^quantity-licence_cost-/).first()).toBeVisible();
  const cells = page.locator('[data-testid^="quantity-"]');
  expect(await cells.count()).toBeGreaterThan(100);
  expect((await cells.allInnerTexts()).filter((text) => /USD|kWh|years/.test(text))).toEqual([]);
  expect((await table.innerText()).match(/USD(?!\/)/g)).toHaveLength(1);
  // Who does not see the table hears them with each number.
  await expect(page.getByTestId(/^quantity-cluster_tco-/).first().getByRole('button')).toHaveAccessibleName(/USD\. Why\?$/);
  await expect(page.getByRole('rowheader', { name: /, USD\/kWh$/ })).toBeVisible();
});
