/**
 * How fast the page is, for people to read: what it loads, how long an edit takes until it is seen, stage by stage, and
 * what is left in memory after many. Nothing here passes or fails; on a busy machine all times are longer.
 */
import { loadavg } from 'node:os';
import { type CDPSession, type Locator, type Page, test } from '@playwright/test';

import { keep, PlanPage, sample } from '../support/plan-page';
import { type Edit, watchEdits } from './watching-edits';

/** The best case, with one VM group, and two real ones: several groups, three candidates. */
const SAMPLES = ['moderate-io', 'nvme-2026', 'leaving-vmware'] as const;
const SAMPLE = SAMPLES[0];
const FIELD = 'VMs';
const EDITS = 50;
const WARM_UP = 10;
const LONG_EDITS = 500;

const say = (text: string) => process.stdout.write(`${text}\n`);

test.beforeAll(() => say(`\nload of the machine ${loadavg()[0]!.toFixed(1)}`));

test('what the pages load', async ({ browser, baseURL, request }) => {
  const id = await keep(request, await sample(request, SAMPLE));
  const pages = {
    start: '/',
    plan: `/plans/${id}`,
    sample: `/samples/${SAMPLE}`,
    cost: `/plans/${id}?view=cost`,
    memory: `/plans/${id}?view=memory`,
    burst: `/plans/${id}?view=burst`,
    'read cache': `/plans/${id}?view=read-cache`,
    evidence: '/evidence',
    documentation: '/docs',
    'API docs': '/api/docs',
  };
  say('\nkB over the wire when a page is opened for the first time');
  say(row('page', ['requests', 'all kB', 'scripts', 'styles', 'API', 'rest', 'ms']));
  for (const [name, address] of Object.entries(pages)) {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    const wire = await watchWire(page);
    const start = Date.now();
    await page.goto(address, { waitUntil: 'networkidle' });
    // As long as the idle network is waited for.
    const ms = Date.now() - start - 500;
    const kb = (kind?: string) => Math.round(wire.bytes(kind) / 1000);
    const numbers = [kb(), kb('Script'), kb('Stylesheet'), kb('Fetch')];
    const rest = numbers[0]! - numbers[1]! - numbers[2]! - numbers[3]!;
    say(row(name, [wire.requests(), ...numbers, rest, ms].map(String)));
    await context.close();
  }
});

for (const key of SAMPLES) {
  test(`from the input to the picture of ${key}`, async ({ page }) => {
    await watchAndSay(page, key);
  });
}

async function watchAndSay(page: Page, key: string): Promise<void> {
  await watchEdits(page);
  const plan = new PlanPage(page);
  const field = await openedField(plan, key);
  const base = Number(await field.inputValue());
  let shifted = 0;
  const edits: (Edit & { busy: number })[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => 1000 * (await metrics(session))('TaskDuration');
  for (let index = 0; index < WARM_UP + EDITS; index += 1) {
    if (index === WARM_UP) shifted = await page.evaluate(() => window.layoutShift);
    const watched = page.evaluate(() => window.watchEdit());
    // Otherwise the field would be typed into before anybody watches.
    await page.evaluate(() => undefined);
    const before = await busy();
    await field.fill(String(base + index + 1));
    const edit = await watched;
    if (index >= WARM_UP) edits.push({ ...edit, busy: (await busy()) - before });
  }
  say(`\n${String(EDITS)} edits of "${FIELD}" in ${key}, one after another, ms`);
  say(row('stage', ['median', 'p95', 'most']));
  const stages: Record<string, (edit: Edit & { busy: number }) => number> = {
    'input to request': (edit) => edit.sent,
    'request on the wire': (edit) => edit.begun - edit.sent,
    'to its first byte': (edit) => edit.first - edit.begun,
    'to its last byte': (edit) => edit.answered - edit.first,
    'answer to document': (edit) => edit.rendered - edit.answered,
    'document to paint': (edit) => edit.painted - edit.rendered,
    'input to paint': (edit) => edit.painted,
    'input to charts': (edit) => edit.charts,
    'input to verdict': (edit) => edit.verdict,
    'input to advice': (edit) => edit.advice,
    'main thread': (edit) => edit.busy,
  };
  for (const [stage, time] of Object.entries(stages)) {
    const times = edits.map(time).sort((a, b) => a - b);
    const at = (share: number) => times[Math.ceil(share * times.length) - 1]!.toFixed(1);
    say(row(stage, [at(0.5), at(0.95), at(1)]));
  }
  const shift = await page.evaluate(() => window.layoutShift);
  say(`layout shift until the first edits ${shifted.toFixed(4)}, in all further ones ${(shift - shifted).toFixed(4)}`);
}

test('typing faster than answers come', async ({ page }) => {
  const plan = new PlanPage(page);
  const field = await openedField(plan);
  const count = { sent: 0, answered: 0, given_up: 0 };
  const isEvaluation = (url: string) => url.includes('/api/v1/evaluate');
  page.on('request', (each) => (count.sent += Number(isEvaluation(each.url()))));
  page.on('requestfinished', (each) => (count.answered += Number(isEvaluation(each.url()))));
  page.on('requestfailed', (each) => (count.given_up += Number(isEvaluation(each.url()))));
  await field.fill('');
  await field.pressSequentially('12345678901234567890'.slice(0, 8), { delay: 20 });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  say('\n8 digits, one every 20 ms');
  say(`requests sent ${count.sent}, answered ${count.answered}, given up ${count.given_up}`);
});

test('memory after many edits', async ({ page }) => {
  test.slow();
  const plan = new PlanPage(page);
  const field = await openedField(plan);
  const base = Number(await field.inputValue());
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  let value = base;
  const edit = async (times: number) => {
    for (let index = 0; index < times; index += 1) {
      value += 1;
      const answer = page.waitForResponse((each) => each.url().includes('/api/v1/evaluate'));
      await field.fill(String(value));
      await (await answer).finished();
    }
    await page.waitForTimeout(500);
  };
  await edit(EDITS);
  const before = await memory(session);
  await edit(LONG_EDITS);
  const after = await memory(session);
  say(`\n${String(LONG_EDITS)} further edits, after collecting garbage`);
  say(row('', ['before', 'after', 'more']));
  say(row('heap, MB', [before.heap, after.heap, after.heap - before.heap].map((each) => (each / 1e6).toFixed(1))));
  say(row('nodes', [before.nodes, after.nodes, after.nodes - before.nodes].map(String)));
  say(row('listeners', [before.listeners, after.listeners, after.listeners - before.listeners].map(String)));
});

/** The field that is edited, once nothing is loaded any more. */
async function openedField(plan: PlanPage, key: string = SAMPLE): Promise<Locator> {
  await plan.openSample(key);
  // The first of several groups stands below what is the same for all of them.
  const inputs = plan.page.getByRole('complementary', { name: 'Inputs' });
  await inputs.getByRole('heading', { level: 4, name: /[0-9] VMs/ }).first().getByRole('button').click();
  await plan.page.waitForLoadState('networkidle');
  return plan.field(FIELD);
}

function row(name: string, cells: string[]): string {
  return name.padEnd(20) + cells.map((each) => each.padStart(9)).join('');
}

/** Counts what a page receives, headers and compressed bodies, as the browser's network layer saw it. */
async function watchWire(page: Page) {
  const session = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, type }) => kinds.set(requestId, type ?? 'Other'));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await session.send('Network.enable');
  return {
    requests: () => sizes.size,
    bytes: (kind?: string) =>
      [...sizes].reduce((sum, [id, size]) => sum + (kind === undefined || kinds.get(id) === kind ? size : 0), 0),
  };
}

async function memory(session: CDPSession) {
  // What only waits for its end is collected the second time.
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
  const of = await metrics(session);
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** What the browser counts of a page, by name. */
async function metrics(session: CDPSession): Promise<(name: string) => number> {
  const found = (await session.send('Performance.getMetrics')).metrics;
  return (name) => found.find((each) => each.name === name)?.value ?? 0;
}
