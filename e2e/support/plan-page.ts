import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';

/** What the tests read of a result; the full description is docs/openapi.json. */
export interface Result {
  sentence: string;
  rows: {
    /** Unique among the rows: the quantity, and the failure case where there is one. */
    key: string;
    quantity: string;
    failed_hosts: number;
    section: string;
    label: string;
    cells: { configuration: string; value: Value; text: string | null; best: boolean }[];
  }[];
  configurations: { key: string; name: string; constraints: { key: string; label: string; hosts: Value }[] }[];
  missing: { pointer: string }[];
}

interface Value {
  value: number | null;
  state: string;
}

export type Plan = Record<string, unknown> & { name: string };

/** The page of a plan or sample, in the words of who uses it. */
export class PlanPage {
  /** The first sentence of the decision. */
  readonly sentence: Locator;
  readonly save: Locator;
  readonly state: Locator;
  readonly drawer: Locator;

  constructor(readonly page: Page) {
    this.sentence = page.getByTestId('advice');
    this.save = page.getByRole('button', { name: 'Save', exact: true });
    this.state = page.getByTestId('plan-state');
    this.drawer = page.getByRole('dialog', { name: /why/i });
  }

  /** What the number in the drawer is made from; the effects below it, which arrive later, have the same names. */
  from(name: RegExp): Locator {
    return this.drawer.getByRole('list', { name: 'From' }).getByRole('button', { name });
  }

  async openSample(key: string): Promise<void> {
    await this.page.goto(`/samples/${key}`);
    await this.expectAnswer();
  }

  async openPlan(id: string): Promise<void> {
    await this.page.goto(`/plans/${id}`);
    await this.expectAnswer();
  }

  /** The comparison is there, and all that follows it. */
  async expectAnswer(): Promise<void> {
    await expect(this.sentence).not.toBeEmpty();
    await expect(this.page.getByRole('main').getByRole('heading', { name: 'Charts' })).toBeVisible();
  }

  cell(row: string, configuration: string): Locator {
    return this.page.getByTestId(`cell-${row}-${configuration}`);
  }

  field(label: string): Locator {
    // Where it stands among its own: what matters most is at the top once more.
    const own = this.page.locator(':not([id^="again-"])');
    return this.page.getByRole('complementary', { name: 'Inputs' }).getByLabel(label, { exact: true }).and(own).first();
  }

  async fill(label: string, value: string): Promise<void> {
    const field = this.field(label);
    await field.fill(value);
    await field.blur();
  }

  /** The list of what differs from the saved plan, opened from the bar. */
  async openChanges(): Promise<Locator> {
    await this.page.getByRole('button', { name: /^\d+ changes?$/ }).click();
    return this.page.getByRole('region', { name: 'Changes since saved' });
  }

  async expectValue(quantity: string, configuration: string, value: number): Promise<void> {
    await expect(this.cell(quantity, configuration)).toHaveAttribute('data-value', String(value));
  }
}

/** Chooses in the list of a field. A list that is drawn again in between loses the click; then it is chosen again. */
export async function choose(page: Page, field: string, option: string | RegExp, shown: string | RegExp): Promise<void> {
  const control = page.getByRole('combobox', { name: field, exact: true }).or(page.getByLabel(field, { exact: true }));
  await expect(async () => {
    await control.first().click({ timeout: 5_000 });
    await page.getByRole('option', { name: option, exact: true }).click({ timeout: 5_000 });
    await expect(control.first()).toHaveValue(shown, { timeout: 5_000 });
  }).toPass();
}

/** Clicks what leads to a field. A view that is painted anew in the middle of a click loses it: then once more. */
export async function leadTo(page: Page, link: Locator, field: string): Promise<void> {
  await expect(async () => {
    await link.click({ timeout: 5_000 });
    await expect(page.locator(':focus')).toHaveAccessibleName(field, { timeout: 5_000 });
  }).toPass();
}

export async function sample(request: APIRequestContext, key: string): Promise<Plan> {
  return (await (await request.get(`/api/v1/samples/${key}`)).json()) as Plan;
}

export async function evaluate(request: APIRequestContext, plan: Plan): Promise<Result> {
  const answer = await request.post('/api/v1/evaluate?include=everything', { data: plan });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Result;
}

/** The decision on a plan, simulated: what the tests read of it. */
export interface Decision {
  label: string;
  strength: string;
  lead: string | null;
  sentence: Said;
  tiles: { key: string; figure: Figure }[];
  rows: { configuration: string; name: string; hosts: Figure; cost: Figure; hosts_range: Figure; cost_range: Figure }[];
}

interface Figure {
  text: string;
}

interface Said {
  text: { parts: (string | Figure)[] };
}

/** A sentence of the server as it is read. */
export const read = ({ text }: Said) =>
  text.parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');

/** The decision as the page shows it in the end. */
export async function decisionOn(request: APIRequestContext, plan: Plan): Promise<Decision> {
  const answer = await request.post('/api/v1/uncertainty', { data: plan });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { decision: Decision }).decision;
}

export async function keep(request: APIRequestContext, plan: Plan): Promise<string> {
  const answer = await request.post('/api/v1/plans', { data: plan });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}
