import { expect, type APIRequestContext, type Page } from '@playwright/test';

import { sample, type Plan } from '../support/plan-page';
import { test } from '../support/test';

/**
 * What a browser shows of a decision is the document, word for word: on the plan page, in both phases, in the list of
 * cases and on a shared page. Files, commands and tools are compared in `tests/integration/test_one_truth_in_words.py`.
 */

interface Text {
  parts: (string | { text: string })[];
}

interface Decision {
  phase: 'sized' | 'simulated';
  label: string;
  sentence: { text: Text };
  lead: string | null;
  rows: { configuration: string; name: string }[];
  checks: { line: { text: Text } }[];
  break_evens: { text: Text }[];
}

const KEYS = ['nvme-2026', 'moderate-io', 'edge-platforms'];

/** Letters and digits: where a line may break, and which kind of blank there is, does not matter. */
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

const words = ({ parts }: Text) => letters(parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''));

async function simulated(request: APIRequestContext, plan: Plan): Promise<Decision> {
  const answer = await request.post('/api/v1/uncertainty', { data: plan });
  return ((await answer.json()) as { decision: Decision }).decision;
}

async function expectTold(page: Page, decision: Decision): Promise<void> {
  const card = page.getByTestId('card');
  await expect(card).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  const said = letters((await card.textContent()) ?? '');
  expect(said).toContain(letters(decision.label));
  expect(said).toContain(words(decision.sentence.text));
  let at = 0;
  for (const check of decision.checks) {
    at = said.indexOf(words(check.line.text), at);
    expect(at, words(check.line.text)).toBeGreaterThanOrEqual(0);
  }
  for (const line of decision.break_evens.slice(0, 2)) expect(said).toContain(words(line.text));
  const first = page.locator('[data-testid^="candidate-"]').first();
  await expect(first).toHaveAttribute('data-testid', `candidate-${decision.rows[0]!.configuration}`);
}

for (const key of KEYS) {
  test(`the page of ${key} says what the decision says, before and after the simulations`, async ({ page, request }) => {
    const document = await sample(request, key);
    const evaluated = await request.post('/api/v1/evaluate?include=decision', { data: document });
    const sized = ((await evaluated.json()) as { decision: Decision }).decision;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v1/uncertainty**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/samples/${key}`);
    const card = page.getByTestId('card');
    await expect(page.getByTestId('advice')).toContainText(/\w+ \w+/);
    const before = letters((await card.textContent()) ?? '');
    expect(before).toContain(words(sized.sentence.text));
    for (const check of sized.checks) expect(before).toContain(words(check.line.text));
    release();
    await expectTold(page, await simulated(request, document));
  });
}

test('a shared page and the list of cases say it, too', async ({ page, request }) => {
  const document = await sample(request, 'nvme-2026');
  const kept = await request.post('/api/v1/plans', { data: document });
  const { id } = (await kept.json()) as { id: string };
  const shared = await request.post(`/api/v1/plans/${id}/shares`, { data: {} });
  const { token } = (await shared.json()) as { token: string };
  const decision = await simulated(request, document);
  await page.goto(`/shared/${token}`);
  await expectTold(page, decision);
  await page.goto('/');
  const start = page.getByRole('main');
  await expect(start).toContainText(decision.label);
  await expect(async () => {
    expect(letters((await start.textContent()) ?? '')).toContain(words(decision.sentence.text));
  }).toPass();
});
