import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { pictureOf } from './picture';

// The page of a test has no layout: everything stands where this says.
const box = { x: 10, y: 20, left: 10, top: 20, right: 410, bottom: 320, width: 400, height: 300 };

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ ...box, toJSON: () => box });
  Range.prototype.getBoundingClientRect = () => ({ ...box, toJSON: () => box });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    measureText: () => ({ fontBoundingBoxAscent: 10 }),
  } as unknown as null);
});
afterEach(() => vi.restoreAllMocks());

function figureWith(drawing: string): HTMLElement {
  const figure = document.createElement('figure');
  figure.innerHTML = `
    <div style="display: block"><h3 style="display: block">Dear</h3><button>table</button></div>
    <ul><li><span style="background: rgb(1, 2, 3)"></span> licences</li></ul>
    <div role="img" aria-label="Dear. Cost by category">
      <div><svg class="recharts-surface" viewBox="0 0 400 300">${drawing}</svg><div class="recharts-tooltip-wrapper">tip</div></div>
    </div>`;
  document.body.append(figure);
  return figure;
}

function drawnOf(drawing: string): Document {
  const figure = figureWith(drawing);
  const { svg, width } = pictureOf(figure, 'Cost by category', ['Hostwise 1']);
  expect(width).toBe(400);
  expect(document.querySelector('[data-looks]')).toBeNull();
  figure.remove();
  return new DOMParser().parseFromString(svg, 'image/svg+xml');
}

it('has title, legend and source as text, and no controls', () => {
  const drawing = drawnOf('<g></g>');
  expect(drawing.querySelector('title')?.textContent).toBe('Cost by category');
  expect(drawing.querySelector('desc')?.textContent).toBe('Dear. Cost by category');
  const texts = [...drawing.querySelectorAll('text')].map((each) => each.textContent);
  expect(texts).toEqual(['Dear', 'licences', 'Hostwise', '1']);
  expect(drawing.querySelector('rect[fill="#010203"]')).not.toBeNull();
});

it('keeps looks as attributes, and nothing that a style sheet would be needed for', () => {
  const drawing = drawnOf(
    '<path class="a" data-basis="derived" d="M0,0" style="fill: rgb(4, 5, 6); stroke-width: 2px"></path><g></g><path style="display: none"></path>',
  );
  const path = drawing.querySelector('path');
  expect(path?.getAttribute('fill')).toBe('#040506');
  expect(path?.getAttribute('stroke-width')).toBe('2');
  expect(path?.getAttributeNames()).not.toContain('class');
  expect(path?.getAttributeNames()).not.toContain('data-basis');
  expect(drawing.querySelectorAll('path, g')).toHaveLength(2);
});

it('writes a halo and a baseline in the middle plainly', () => {
  const drawing = drawnOf(
    '<text style="stroke: rgb(255, 255, 255); paint-order: stroke; dominant-baseline: central">4</text>',
  );
  const [halo, text] = [...drawing.querySelectorAll('g text')];
  expect(halo?.getAttribute('stroke')).toBe('#ffffff');
  expect(text?.getAttribute('stroke')).toBe('none');
  expect(text?.getAttribute('dy')).toBe('0.33em');
});
