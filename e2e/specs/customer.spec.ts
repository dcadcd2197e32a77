import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import { expectAccessible } from '../support/axe';
import { PlanPage } from '../support/plan-page';
import { SCREENS } from '../support/screens';
import { simulateFew } from '../support/simulate-few';
import { test } from '../support/test';
import { wordsOf } from '../support/zip';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Report for a customer' });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('menuitem', { name: /^For a customer/ }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'Customer' })).toBeVisible();
}

async function made(page: Page): Promise<{ name: string; content: Buffer }> {
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Make the report' }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);

    test('six numbers are a Word document for a customer, and what was said of them is there next time', async ({ page }) => {
      await simulateFew(page);
      await page.goto('/');
      const numbers = page.getByRole('form', { name: 'Six numbers' });
      await numbers.getByLabel('VMs', { exact: true }).fill('200');
      await expect(numbers.locator('[aria-busy="false"]')).toBeVisible();
      await numbers.getByLabel('VMs', { exact: true }).press('Enter');
      await expect(page).toHaveURL(/\/plans\/imported\//);
      const sentence = (await new PlanPage(page).sentence.innerText()).trim();
      await openDialog(page);
      await expectAccessible(page);
      await dialog(page).getByRole('textbox', { name: 'Title' }).fill('Refresh 2027');
      await dialog(page).getByRole('textbox', { name: 'Customer' }).fill('Example & Sons');
      await dialog(page).getByRole('textbox', { name: 'Author' }).fill('A. Planner');
      const { name: file, content } = await made(page);
      expect(file).toMatch(/\.docx$/);
      const words = wordsOf(content, 'word/document.xml');
      expect(words).toContain('Refresh 2027');
      expect(words).toContain('Prepared for Example & Sons by A. Planner');
      expect(words).toContain(sentence.replace(/\.$/, ''));
      expect(words).toContain('Assumptions');
      expect(words).not.toMatch(/\/(configurations|workload|policy)\//);

      await openDialog(page);
      await expect(dialog(page).getByRole('textbox', { name: 'Customer' })).toHaveValue('Example & Sons');
      await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toHaveValue('');
      await dialog(page).getByText('PowerPoint', { exact: true }).click();
      const slides = await made(page);
      expect(slides.name).toMatch(/\.pptx$/);
      expect(wordsOf(slides.content, 'ppt/slides/slide1.xml')).toContain('Prepared for Example & Sons');
    });
  });
}

test('a file that is no template is said, and the report can be made without it', { tag: '@check' }, async ({ page }) => {
  await page.goto('/samples/light-io');
  await expect(page.getByTestId('advice')).toBeVisible();
  await openDialog(page);
  await dialog(page)
    .locator('input[type="file"]')
    .last()
    .setInputFiles({ name: 'template.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('no archive') });
  await dialog(page).getByRole('button', { name: 'Make the report' }).click();
  await expect(page.getByText('The template is no Word document (.docx).')).toBeVisible();
});
