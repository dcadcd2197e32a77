import { expect, type Page } from '@playwright/test';

import type { NamedFile } from './estate-files';

/** Drop files on the page, as a hand would. */
export async function drop(page: Page, files: readonly NamedFile[]): Promise<void> {
  // The page listens from when it shows anything.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const contents = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString('base64') }));
  const transfer = await page.evaluateHandle((given) => {
    const dropped = new DataTransfer();
    for (const { name, mimeType, text } of given) {
      const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
      dropped.items.add(new File([bytes], name, { type: mimeType }));
    }
    return dropped;
  }, contents);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop it here: an export, history, a quote or a plan')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}
