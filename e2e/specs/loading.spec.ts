import { expect, type Page, type Route } from '@playwright/test';

import { keep, PlanPage, sample } from '../support/plan-page';
import { SCREENS } from '../support/screens';
import { test } from '../support/test';

/** Holds back the answers of some addresses until they are let go, or refuses them. */
async function held(page: Page, url: string | RegExp) {
  const waiting: Route[] = [];
  let open = false;
  await page.route(url, async (route) => {
    if (open) await route.continue();
    else waiting.push(route);
  });
  const count = () => waiting.length;
  return {
    /** Resolves once the page has asked. */
    asked: () => expect.poll(count).toBeGreaterThan(0),
    letGo: async () => {
      open = true;
      await Promise.all(waiting.splice(0).map((route) => route.continue()));
    },
    refuse: async (status: number) => {
      await Promise.all(waiting.splice(0).map((route) => route.fulfill({ status })));
    },
  };
}

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);

    test('a page that waits for its data has its shape, and is never empty', async ({ page, request }) => {
      const id = await keep(request, { ...(await sample(request, 'moderate-io')), name: 'A plan that takes long' });
      const skeleton = page.getByTestId('skeleton');
      for (const { address, answer, there } of [
        { address: `/plans/${id}`, answer: `**/api/v1/plans/${id}`, there: page.getByTestId('advice') },
        { address: '/samples/moderate-io', answer: '**/api/v1/samples/moderate-io', there: page.getByTestId('advice') },
        { address: '/plans/new', answer: '**/api/v1/templates/plan', there: page.getByTestId('advice') },
        { address: '/', answer: '**/api/v1/templates/plan', there: page.getByRole('form', { name: 'Six numbers' }) },
        {
          address: '/evidence',
          answer: '**/api/v1/evidence',
          there: page.getByRole('heading', { name: 'The evidence behind every number' }),
        },
      ]) {
        const data = await held(page, answer);
        await page.goto(address);
        await data.asked();
        await expect(skeleton, address).toBeVisible();
        await expect(skeleton, address).toHaveAttribute('aria-busy', 'true');
        await expect(page.getByRole('banner').getByRole('link', { name: 'Hostwise' }), address).toBeVisible();
        // Something is seen in its first view beside the header.
        await expect(skeleton.locator('[data-visible]').first(), address).toBeInViewport();
        await expect(there, address).toHaveCount(0);
        await data.letGo();
        await expect(there, address).toBeVisible();
        await expect(skeleton, address).toHaveCount(0);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  });
}

test('a link leads to the shape of its page at once, and the page before is gone', async ({ page, request }) => {
  const id = await keep(request, { ...(await sample(request, 'moderate-io')), name: 'A plan behind a link' });
  await page.goto('/');
  const link = page.getByRole('link', { name: 'A plan behind a link' }).first();
  await expect(link).toBeVisible();
  const data = await held(page, `**/api/v1/plans/${id}`);
  // A click of the keyboard: no pointer has been near the link.
  await link.focus();
  await page.keyboard.press('Enter');
  await data.asked();
  await expect(page.getByTestId('skeleton')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Size a cluster. Defend the number.' })).toHaveCount(0);
  await data.letGo();
  await new PlanPage(page).expectAnswer();
});

test('pointing at a link loads its page', async ({ page, request }) => {
  const id = await keep(request, { ...(await sample(request, 'moderate-io')), name: 'A plan that is pointed at' });
  await page.goto('/');
  const link = page.getByRole('link', { name: 'A plan that is pointed at' }).first();
  await expect(link).toBeVisible();
  const asked = page.waitForResponse(`**/api/v1/plans/${id}`);
  await link.hover();
  expect((await asked).ok()).toBe(true);
  await expect(page).toHaveURL('/');
});

test('data that does not come says so, and comes with the next try', async ({ page, request }) => {
  const id = await keep(request, await sample(request, 'moderate-io'));
  const data = await held(page, `**/api/v1/plans/${id}`);
  await page.goto(`/plans/${id}`);
  await data.asked();
  await data.refuse(403);
  await expect(page.getByRole('heading', { name: 'The plan cannot be opened' })).toBeVisible();
  await data.letGo();
  await page.getByRole('button', { name: 'Try again' }).click();
  await new PlanPage(page).expectAnswer();
});
