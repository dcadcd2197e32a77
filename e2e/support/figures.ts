import { expect, type Page } from '@playwright/test';

/** What an element that shows a number says of it. */
interface Figure {
  name: string;
  value: string | null;
  state: string | null;
  best: string | null;
  text: string;
}

/** All numbers on the page that have a test id, in one read. */
export function shownFigures(page: Page): Promise<Figure[]> {
  return page.locator('[data-testid][data-value]').evaluateAll((elements) =>
    elements.map((element) => ({
      name: element.getAttribute('data-testid') ?? '',
      value: element.getAttribute('data-value'),
      state: element.getAttribute('data-state'),
      best: element.getAttribute('data-best'),
      text: element.textContent,
    })),
  );
}

interface Value {
  value: number | null;
  state: string;
}

const readCells = (page: Page) =>
  page
    .locator('[data-testid^="cell-"]')
    .evaluateAll((all) => all.map((each) => [each.getAttribute('data-testid'), each.getAttribute('data-value')] as const));

type Cells = Awaited<ReturnType<typeof readCells>>;

/** What the cells of the comparison say, once they are there. */
export async function shownCells(page: Page): Promise<Cells> {
  await expect.poll(async () => (await readCells(page)).length).toBeGreaterThan(0);
  return readCells(page);
}

/** The comparison says the same as another one did. */
export async function expectCells(page: Page, cells: Cells): Promise<void> {
  await expect.poll(() => readCells(page)).toEqual(cells);
}

/** Every figure shows the number of the API, whole, and why there is none where there is none. */
export async function expectFigures(
  page: Page,
  expected: readonly (readonly [name: string, value: Value])[],
  timeout = 10_000,
): Promise<void> {
  expect(expected.length).toBeGreaterThan(0);
  await expect(async () => {
    // Of several with the same name the first.
    const shown = new Map((await shownFigures(page)).reverse().map((each) => [each.name, each]));
    const found = expected.map(([name]) => [name, shown.get(name)?.value, shown.get(name)?.state]);
    expect(found).toEqual(expected.map(([name, { value, state }]) => [name, String(value ?? ''), state]));
  }).toPass({ timeout });
}
