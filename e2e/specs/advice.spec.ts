import { expect, type APIRequestContext } from '@playwright/test';

import { decisionOn, keep, PlanPage, read, sample, type Plan } from '../support/plan-page';
import { expectToFit, TELEPHONE } from '../support/screens';
import { test } from '../support/test';

interface Uncertainty {
  decision: { strength: string; label: string; sentence: object };
  verdict: { sentence: string };
}

async function uncertaintyOf(request: APIRequestContext, plan: Plan): Promise<Uncertainty> {
  const answer = await request.post('/api/v1/uncertainty', { data: plan });
  return (await answer.json()) as Uncertainty;
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${String(viewport.width)} wide`, () => {
    test.use({ viewport });

    test('the advice is in the first view, and that of the API', async ({ page, request }) => {
      const plan = new PlanPage(page);
      await plan.openSample('nvme-2026');
      const decision = await decisionOn(request, await sample(request, 'nvme-2026'));
      const advice = page.getByTestId('advice');
      await expect(advice).toHaveText(read(decision.sentence));
      expect(decision.strength).toBe('either');
      await expect(page.getByText('Too close to call')).toBeInViewport();
      await expect(advice).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('heading', { name: 'What would change the advice' })).toBeVisible();
    });
  });
}

test.describe(TELEPHONE.name, () => {
  test.use(TELEPHONE.use);

  test('numbers that are glued together are no reason to scroll sideways', async ({ page }) => {
    const glued = (text: string) => text.replaceAll('~', '\u00a0');
    const figure = (text: string) => ({ name: 'share', text: glued(text), value: 1, why: null, note: 'verdict' });
    const parts = [
      'Choose \u201cOne socket, 64 cores\u201d: about ',
      figure('1~%'),
      glued('~cheaper than \u201cTwo sockets\u201d ('),
      figure('\u22122.7'),
      ' to ',
      figure('+0.23~%'),
      ').',
    ];
    const sentence = parts.map((each) => (typeof each === 'string' ? each : each.text)).join('');
    await page.route('**/api/v1/uncertainty', async (route) => {
      const response = await route.fetch();
      const uncertainty = (await response.json()) as Uncertainty;
      const line = { text: { code: 'choose', parts }, why: null, note: null };
      const decision = { ...uncertainty.decision, sentence: line, detail: line };
      await route.fulfill({ response, json: { ...uncertainty, decision } });
    });
    await new PlanPage(page).openSample('nvme-2026');
    const advice = page.getByTestId('advice');
    await expect(advice).toHaveText(sentence);
    await expectToFit(page);
    for (const words of [advice, page.getByTestId('advice-detail')]) {
      expect(await words.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(advice).toBeInViewport({ ratio: 1 });
  });
});

test('of a plan that is too large for thousands of simulations the comparison stands', async ({ page, request }) => {
  const small = await sample(request, 'light-io');
  const workload = small.workload as { groups: object[] };
  const [first] = small.configurations as object[];
  const configurations = Array.from({ length: 7 }, (_, number) => ({ ...first, key: `c${String(number)}` }));
  const groups = Array.from({ length: 500 }, (_, number) => ({ ...workload.groups[0], name: `group ${String(number)}` }));
  const id = await keep(request, { ...small, configurations, workload: { ...workload, groups }, remarks: {} });
  await new PlanPage(page).openPlan(id);
  await expect(page.getByTestId('advice')).toHaveText(/The plan has 500 VM groups in .* The comparison below stands\.$/);
});

test('the advice follows a change, and says what it needs', async ({ page, request }) => {
  const plan = new PlanPage(page);
  await plan.openSample('light-io');
  const advice = page.getByRole('region', { name: 'Advice' });
  await expect(advice).toContainText('Likely');
  const before = await page.getByTestId('advice').textContent();
  await page.getByRole('complementary', { name: 'Inputs' }).getByRole('heading', { level: 4 }).first().getByRole('button').click();
  await plan.fill('VMs', '400');
  await expect(page.getByTestId('advice')).not.toHaveText(before ?? '');
  await expect(advice).toHaveAttribute('aria-busy', 'false');

  await plan.openSample('vmw10');
  const missing = await uncertaintyOf(request, await sample(request, 'vmw10'));
  // The card says how many, and what is missing is in what opens.
  const [said = ''] = missing.verdict.sentence.split(':');
  await expect(page.getByTestId('advice')).toContainText(said);
  await expect(advice).toContainText('No cost yet');
});

test('what a plan asks when it is opened is asked once, although some of it is asked ahead', async ({ page, request }) => {
  const asked: string[] = [];
  page.on('request', (each) => {
    // The provenance of fields is asked for as they are shown: once more where what matters most comes later.
    const isProvenance = new URL(each.url()).pathname.endsWith('/provenance');
    if (each.method() === 'POST' && !isProvenance) asked.push(`${each.url()} ${each.postData() ?? ''}`);
  });
  const id = await keep(request, await sample(request, 'moderate-io'));
  for (const address of ['/samples/moderate-io', `/plans/${id}`]) {
    asked.length = 0;
    await page.goto(address);
    await expect(page.getByRole('region', { name: 'Advice' })).toHaveAttribute('aria-busy', 'false');
    await new PlanPage(page).expectAnswer();
    for (const question of ['/evaluate?', '/uncertainty ']) expect(asked.join('\n')).toContain(question);
    expect(asked).toEqual([...new Set(asked)]);
  }
});
