import type { Locator } from '@playwright/test';

/** Texts within an element that are drawn over each other. */
export function overlaps(within: Locator): Promise<string[]> {
  return within.evaluate((whole) => {
    const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
    const boxes: { node: Node; text: string; box: DOMRect }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (!node.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const drawn of range.getClientRects()) {
        let { left, top, right, bottom } = drawn;
        // What is cut off is not drawn.
        for (let each: Element | null = parent; each && each !== whole.parentElement; each = each.parentElement) {
          if (getComputedStyle(each).overflow === 'visible') continue;
          const clip = each.getBoundingClientRect();
          left = Math.max(left, clip.left);
          top = Math.max(top, clip.top);
          right = Math.min(right, clip.right);
          bottom = Math.min(bottom, clip.bottom);
        }
        if (right - left > 1.5 && bottom - top > 1.5) {
          boxes.push({ node, text: node.textContent, box: new DOMRect(left, top, right - left, bottom - top) });
        }
      }
    }
    return boxes.flatMap(({ node: own, text, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(({ node: other }) => other !== own)
        // Lines of text are higher than their letters: boxes of neighbours touch, those of large letters more.
        .filter(({ box: other }) => {
          const touching = Math.max(4, Math.max(box.height, other.height) / 5);
          return Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > touching;
        })
        .filter(({ box: other }) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1)
        .map((other) => `${text} / ${other.text}`),
    );
  });
}
