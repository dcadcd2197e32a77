import { expect, test, type APIRequestContext, type Page } from '@playwright/test';

import { DIALOG, expectAccessibleAsShown } from '../support/axe';
import { unfold } from '../support/folds';
import { keep, PlanPage, sample } from '../support/plan-page';
import { expectUsable, SCREENS } from '../support/screens';
import { unique } from '../support/unique';

test.beforeEach(({ page }) => unfold(page));

async function makeToken(request: APIRequestContext, scope: 'read' | 'write'): Promise<{ id: string; token: string }> {
  const answer = await request.post('/api/v1/tokens', { data: { name: `e2e ${unique()}`, scopes: [scope] } });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as { id: string; token: string };
}

/** Makes the server one that asks for a token: who presents none is refused; what is presented, it checks itself. */
async function askForToken(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/(?!shared\/)/, (route) =>
    'authorization' in route.request().headers()
      ? route.continue()
      : route.fulfill({
          status: 401,
          contentType: 'application/problem+json',
          json: {
            title: 'Token required',
            status: 401,
            code: 'token_needed',
            detail: 'Send a valid token.',
          },
        }),
  );
}

test('a token is created, shown once, used by a script, and revoked', { tag: '@check' }, async ({ page, request }) => {
  const name = `Nightly checks ${unique()}`;
  await page.goto('/');
  await page.getByRole('link', { name: 'Access tokens' }).click();
  await expect(page.getByText('this server requires none')).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = page.getByLabel(`New token \u201c${name}\u201d`);
  await expect(secret).toHaveValue(/^hw_/);
  const token = await secret.inputValue();

  const headers = { Authorization: `Bearer ${token}` };
  expect((await request.get('/api/v1/samples', { headers })).status()).toBe(200);
  const plan = await sample(request, 'light-io');
  expect((await request.post('/api/v1/plans', { data: plan, headers })).status()).toBe(403);

  await page.reload();
  await expect(secret).toHaveCount(0);
  const item = page.getByRole('list', { name: 'Tokens', exact: true }).getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText(/read.*created.*expires.*last used/);
  expect(await page.content()).not.toContain(token);
  await item.getByRole('button', { name: `Revoke the token \u201c${name}\u201d` }).click();
  await item.getByRole('button', { name: 'Revoke it' }).click();
  await expect(item).toHaveCount(0);
  await page.getByText(/^Expired and revoked/).click();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('revoked');
  expect((await request.get('/api/v1/samples', { headers })).status()).toBe(401);
});

test('what a token made goes with it, unless it is kept; lists say who made what', async ({ page, request }) => {
  const made = async (name: string, by: Record<string, string>) => {
    const answer = await request.post('/api/v1/tokens', { data: { name, scopes: ['write', 'admin'] }, headers: by });
    expect(answer.status()).toBe(201);
    return { Authorization: `Bearer ${((await answer.json()) as { token: string }).token}` };
  };
  const [maker, made1] = [`Maker ${unique()}`, `Made ${unique()}`];
  const by = await made(maker, {});
  const holder = await made(made1, by);
  const id = await keep(request, { ...(await sample(request, 'light-io')), name: `Kept ${unique()}` });
  expect((await request.post(`/api/v1/plans/${id}/shares`, { data: {}, headers: by })).status()).toBe(201);
  await page.goto(`/plans/${id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const links = page.getByRole('list', { name: 'Links to this plan', exact: true });
  await expect(links.getByRole('listitem')).toContainText(`made by \u201c${maker}\u201d`);

  await page.goto('/tokens');
  const tokens = page.getByRole('list', { name: 'Tokens', exact: true });
  const item = tokens.getByRole('listitem').filter({ has: page.getByRole('button', { name: `\u201c${maker}\u201d` }) });
  await expect(tokens.getByRole('listitem').filter({ hasText: made1 })).toContainText(`made by \u201c${maker}\u201d`);
  await item.getByRole('button', { name: `Revoke the token \u201c${maker}\u201d` }).click();
  await expect(item).toContainText('the tokens and shared links that it made');
  await item.getByLabel('Keep what it made').check();
  await item.getByRole('button', { name: 'Revoke it' }).click();
  await expect(item).toHaveCount(0);
  expect((await request.get('/api/v1/samples', { headers: holder })).status()).toBe(200);
});

test('where the server asks for a token, the page asks for it, keeps it for the tab, and loses nothing', async ({
  page,
  request,
}) => {
  test.slow();
  const { token } = await makeToken(request, 'write');
  const id = await keep(request, { ...(await sample(request, 'light-io')), name: `Kept ${unique()}` });
  await askForToken(page);
  await page.goto(`/plans/${id}`);
  const dialog = page.getByRole('dialog', { name: 'This server requires a token' });
  await expect(dialog.getByLabel('Token', { exact: true })).toBeFocused();
  await dialog.getByLabel('Token', { exact: true }).fill('hw_0123456789abcdef_wrong');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('This token is wrong');

  // Put aside, it can be taken up again.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Enter a token' }).click();
  await dialog.getByLabel('Token', { exact: true }).fill(` ${token} `);
  await dialog.getByRole('button', { name: 'Use this token' }).click();
  await expect(dialog).toBeHidden();
  const plan = new PlanPage(page);
  await plan.expectValue('hosts', 'nand', 4);
  await plan.fill('Spare hosts', '3');
  await plan.save.click();
  await expect(plan.state).toContainText('revision 2');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/-r2\.csv$/);

  await page.reload();
  await plan.expectValue('hosts', 'nand', 6);
  expect(await page.evaluate(() => localStorage.getItem('hostwise.token'))).toBeNull();
  const other = await page.context().newPage();
  await askForToken(other);
  await other.goto('/');
  await expect(other.getByRole('dialog', { name: 'This server requires a token' })).toBeVisible();
});

test('kept in the browser, a token serves every tab until it is forgotten', async ({ page, request }) => {
  const { token } = await makeToken(request, 'read');
  await askForToken(page);
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'This server requires a token' });
  await dialog.getByLabel('Token', { exact: true }).fill(token);
  await dialog.getByLabel('Remember it in this browser').check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Start from a case' })).toBeVisible();
  await expect(dialog).toBeHidden();
  const other = await page.context().newPage();
  await askForToken(other);
  await other.goto('/tokens');
  await expect(other.getByText(/This browser uses the token .*, and remembers it/)).toBeVisible();
  await other.getByRole('button', { name: 'Remove it' }).click();
  await expect(other.getByRole('dialog', { name: 'This server requires a token' })).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem('hostwise.token'))).toBeNull();
});

test('a token that was revoked is told, and forgotten where none is needed', async ({ page, request }) => {
  const { id, token } = await makeToken(request, 'read');
  await request.delete(`/api/v1/tokens/${id}`);
  await page.addInitScript((kept) => {
    if (!sessionStorage.getItem('begun')) localStorage.setItem('hostwise.token', kept);
    sessionStorage.setItem('begun', 'yes');
  }, token);
  await page.goto('/samples/light-io');
  const dialog = page.getByRole('dialog', { name: 'The token is no longer accepted' });
  await dialog.getByRole('button', { name: 'Remove it and continue without a token' }).click();
  await expect(dialog).toBeHidden();
  await new PlanPage(page).expectValue('hosts', 'nand', 4);
});

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(screen.use);

    test('tokens are accessible and no wider than the window', async ({ page, request }) => {
      await makeToken(request, 'write');
      await page.goto('/tokens');
      await page.getByLabel('Name').fill(`Accessible ${unique()}`);
      await page.getByRole('button', { name: 'Create token' }).click();
      await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
      await page
        .getByRole('button', { name: /^Revoke the token/ })
        .first()
        .click();
      await expectUsable(page);
      await askForToken(page);
      await page.goto('/');
      await expect(page.getByRole('dialog', { name: 'This server requires a token' })).toBeVisible();
      await expectAccessibleAsShown(page, DIALOG);
    });
  });
}
