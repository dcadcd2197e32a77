import { expect, type APIRequestContext, type Page } from '@playwright/test';

import { expectDrawn } from '../support/charts';
import { keep, PlanPage, sample, type Plan } from '../support/plan-page';
import { expectUsable, SCREENS } from '../support/screens';
import { test } from '../support/test';

interface Quantified {
  quantity: string;
  value: { value: number | null; state: string };
}

interface Configuration extends Record<string, unknown> {
  key: string;
  has_read_cache: boolean;
  support: { supported: boolean | null; reason: string };
  groups: {
    name: string;
    size: { verdict: string; reason: string; start_rule: { verdict: string; reason: string } };
    migration: { recommendation: string | null; reason: string };
  }[];
}

const CACHED = 'vfrc13-hardware-monitoring';

async function readCache(request: APIRequestContext, plan: Plan, uniform: string[] = []): Promise<Configuration[]> {
  const answer = await request.post('/api/v1/read-cache', { data: { plan, uniformly_random: uniform } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { configurations: Configuration[] }).configurations;
}

async function open(page: Page, key: string): Promise<void> {
  await page.goto(`/samples/${key}?view=read-cache`);
  await expect(page.getByRole('heading', { name: 'Is there a read cache' })).toBeVisible();
}

/** Every number in an answer with its name; those inside a list belong to what the list is of. */
function numbersIn(part: unknown): Quantified[] {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return [];
  if ('quantity' in part && 'value' in part) return [part as Quantified];
  return Object.values(part).flatMap(numbersIn);
}

test('every number of the read cache is the number of the API', async ({ page, request }) => {
  for (const key of [CACHED, 'vfrc13-dvd-store']) {
    const configurations = await readCache(request, await sample(request, key));
    await open(page, key);
    for (const configuration of configurations) {
      for (const group of configuration.groups) {
        for (const each of numbersIn(group)) {
          if (each.quantity === 'read_cache_blocks') continue;
          const shown = page.getByTestId(`read-cache-${each.quantity}-${configuration.key}-${group.name}`);
          await expect(shown).toHaveAttribute('data-value', each.value.value === null ? '' : String(each.value.value));
          await expect(shown).toHaveAttribute('data-state', each.value.state);
        }
      }
      for (const each of numbersIn({
        demand: configuration.demand,
        hosts: configuration.hosts,
        slack: configuration.slack,
      })) {
        const shown = page.getByTestId(`read-cache-${each.quantity}-${configuration.key}`);
        await expect(shown).toHaveAttribute('data-value', each.value.value === null ? '' : String(each.value.value));
      }
    }
  }
});

test('the starting rule is refused where the cliff was measured, and the reason says so', async ({ page, request }) => {
  const document = await sample(request, 'vfrc13-dvd-store');
  const [first] = await readCache(request, document);
  await open(page, 'vfrc13-dvd-store');
  const size = page.getByRole('region', { name: 'Size, table', exact: true });
  await expect(size).toContainText(first!.groups[0]!.size.reason);
  await expect(size).toContainText(first!.groups[0]!.size.start_rule.reason);
  await expect(size.getByText('refused', { exact: true }).first()).toBeVisible();
  await expect(size).toContainText('gained 1.5 %');
});

test('spread evenly, the starting rule is refused', async ({ page, request }) => {
  const document = (await sample(request, CACHED)) as Plan & { workload: { groups: { name: string }[] } };
  const name = document.workload.groups[0]!.name;
  const [plain] = await readCache(request, document);
  const [uniform] = await readCache(request, document, [name]);
  expect(plain!.groups[0]!.size.start_rule.verdict).toBe('conditional');
  expect(uniform!.groups[0]!.size.start_rule.verdict).toBe('refused');
  await open(page, CACHED);
  const size = page.getByRole('region', { name: 'Size, table', exact: true });
  await expect(size).toContainText('conditional');
  await page.getByRole('checkbox', { name: new RegExp(`^${name}: reads are spread evenly`) }).check();
  await expect(size.getByText('refused', { exact: true })).toBeVisible();
  await expect(size).toContainText(uniform!.groups[0]!.size.start_rule.reason);
});

test('a version without a read cache is told with the reason', async ({ page, request }) => {
  const document = (await sample(request, CACHED)) as Plan & { configurations: Record<string, unknown>[] };
  for (const configuration of document.configurations) configuration.hypervisor = 'esxi-8';
  const configurations = await readCache(request, document);
  expect(configurations[0]!.support.supported).toBe(false);
  const id = await keep(request, { ...document, name: 'Read cache on a newer version' });
  await page.goto(`/plans/${id}?view=read-cache`);
  const support = page.getByRole('region', { name: 'Support, table' });
  await expect(support).toContainText('not supported');
  await expect(support).toContainText(configurations[0]!.support.reason);
});

test('a number opens its why', { tag: '@check' }, async ({ page }) => {
  await open(page, CACHED);
  await page.getByRole('button', { name: /^latency with read cache, .*Why\?$/ }).click();
  const { drawer } = new PlanPage(page);
  await expect(drawer.getByRole('heading', { name: /latency with read cache/i })).toBeVisible();
  await expect(page.getByTestId('why-value')).toContainText('0.32');
});

test('a plan without a read cache leads to the field that gives it one', async ({ page }) => {
  await open(page, 'moderate-io');
  const notice = page.getByRole('status').filter({ hasText: 'No configuration of this plan has a read cache.' });
  await notice.getByRole('button', { name: 'NAND 800 GB' }).click();
  const inputs = page.getByRole('complementary', { name: 'Inputs' });
  await inputs.getByRole('button', { name: 'Add a host read cache' }).click();
  await new PlanPage(page).fill('Read cache per host', '50');
  await expect(page.getByTestId('read-cache-read_cache_gb_per_host-nand')).toHaveAttribute('data-value', '50');
});

test('pasted counters give a verdict, its reason and the next step', async ({ page, request }) => {
  const text =
    'numBlocks: 131072\nnumBlocksCurrentlyCached: 131072\nEvict:avgNumBlocksPerOp: 3\nvFlash:cacheHitPercentage: 40\nuptime: 3';
  const wanted = (await (await request.post('/api/v1/read-cache/advice', { data: { text, block_kib: 8 } })).json()) as {
    verdict: string;
    title: string;
    reason: string;
    next_step: string;
  };
  await open(page, CACHED);
  await page.getByLabel('Counters', { exact: true }).fill(text);
  await page.getByRole('textbox', { name: 'Block size', exact: true }).fill('8');
  await page.getByRole('button', { name: 'Advise', exact: true }).click();
  const answer = page.getByTestId('advice');
  await expect(answer).toHaveAttribute('data-verdict', wanted.verdict);
  for (const words of [wanted.title, wanted.reason, wanted.next_step]) await expect(answer).toContainText(words);
  await expect(answer).toContainText('without a counter (1)');
});

test('typed counters are judged alike, and what is missing is told', async ({ page }) => {
  await open(page, CACHED);
  await page.getByText('Fill in fields').click();
  await page.getByLabel('Blocks', { exact: true }).fill('1000');
  await page.getByRole('button', { name: 'Advise', exact: true }).click();
  await expect(page.getByLabel('Blocks that hold data')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Blocks that hold data').fill('200');
  await page.getByLabel('Evicted per operation').fill('0');
  await page.getByRole('textbox', { name: 'Read hits' }).fill('95');
  await page.getByRole('button', { name: 'Advise', exact: true }).click();
  await expect(page.getByTestId('advice')).toHaveAttribute('data-verdict', 'over_provisioned');
});

test('each case is explained by its own latency, one for all is refused with the reason', async ({ page, request }) => {
  const wanted = (await (await request.post('/api/v1/read-cache/calibration', { data: {} })).json()) as {
    cases: { name: string; service_ms: number }[];
    joint: { accepted: boolean; reason: string };
  };
  expect(wanted.joint.accepted).toBe(false);
  await open(page, CACHED);
  const answer = page.getByTestId('calibration');
  await expect(answer).toContainText('one latency for all refused');
  await expect(answer).toContainText(wanted.joint.reason);
  for (const each of wanted.cases) {
    await expect(answer.getByRole('row').filter({ hasText: each.name }).locator('[data-value]')).toHaveAttribute(
      'data-value',
      String(each.service_ms),
    );
  }
  await page.getByRole('button', { name: 'Add a case of your own' }).click();
  await page.getByLabel('Name, case 1').fill('our database');
  await page.getByLabel('Reads, case 1').fill('90');
  await page.getByLabel('Hits, case 1').fill('80');
  await page.getByLabel('Without cache, case 1').fill('2');
  await page.getByLabel('With cache, case 1').fill('0.7');
  await page.getByRole('button', { name: 'Calibrate' }).click();
  await expect(answer.getByRole('row').filter({ hasText: 'our database' })).toBeVisible();
});

test('block sizes: measured points, assumed memory, and the verdict of the rules', async ({ page, request }) => {
  await open(page, CACHED);
  const chart = page.getByRole('figure', { name: 'Latency by block size' });
  await expectDrawn(page, chart.locator('svg'));
  const wanted = (await (
    await request.get(
      '/api/v1/read-cache/block-sizes?io_kib=4&cache_gb=4&block_kib=6&unit_convention=binary_as_printed',
    )
  ).json()) as {
    sizes: { block_kib: number; valid: boolean; recommended: boolean; reason: string }[];
    measured: unknown[];
  };
  await page.getByLabel('Block size to check').fill('6');
  await expect(chart.locator('svg [data-verdict="not allowed"]')).toHaveCount(
    wanted.sizes.filter((each) => !each.valid).length,
  );
  await expect(chart.locator('svg [data-verdict="best fit"]')).toHaveCount(1);
  await expect(chart.locator('svg [data-basis="measured"]')).toHaveCount(wanted.measured.length);
  await expect(chart.locator('svg [data-basis="assumed"]')).toHaveCount(wanted.sizes.length);
  await expect(chart.locator('svg path[data-basis="assumed"]').first()).toHaveAttribute('fill', 'var(--surface)');
  await expect(chart.locator('svg path[data-basis="measured"]').first()).not.toHaveAttribute('fill', 'var(--surface)');
  const rules = page.getByRole('region', { name: 'Rules by block size, table' });
  for (const each of wanted.sizes) {
    await expect(rules.locator(`[data-block="${each.block_kib}"]`)).toContainText(each.reason);
  }
  await chart.getByRole('button', { name: /show as table/ }).click();
  await expect(chart.getByRole('row').filter({ hasText: '321.33' })).toContainText('measured');
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('the read cache is accessible and no wider than the window', async ({ page }) => {
      await open(page, 'vfrc13-dvd-store');
      await expect(page.getByRole('figure', { name: 'Latency by block size' })).toBeVisible();
      await page.getByLabel('Counters', { exact: true }).fill('numBlocks: 8\nnumBlocksCurrentlyCached: 8');
      await page.getByRole('button', { name: 'Advise', exact: true }).click();
      await expect(page.getByTestId('advice')).toBeVisible();
      await page.getByRole('button', { name: 'Add a case of your own' }).click();
      await expectUsable(page);
    });
  });
}
