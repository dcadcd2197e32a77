import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { painted } from './painted';
import { savedChart } from './saved-chart';

const paper = {
  drawImage: vi.fn<(...where: unknown[]) => void>(),
  measureText: () => ({ fontBoundingBoxAscent: 10 }),
};
let blob: Blob | null = null;
let size: number[] = [];

beforeEach(() => {
  blob = new Blob(['dots']);
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paper as unknown as null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
  ) {
    size = [this.width, this.height];
    done(blob);
  });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const chart = (drawing: string) => {
  const figure = document.createElement('figure');
  figure.innerHTML = `<h3>Dear</h3><div role="img">${drawing}</div>`;
  return {
    figure,
    title: 'Cost by category',
    plan: 'Refresh',
    source: 'Source: Example',
    table: { columns: ['Year', 'A'], rows: [{ label: '1', cells: ['1,000'] }] },
  };
};

it('saves the table whether or not anything is drawn', async () => {
  const { name, content } = await savedChart('csv', chart('<div data-far></div>'));
  expect(name).toBe('refresh-cost-by-category.csv');
  expect(await content.text()).toContain('1,1000');
});

it('saves the drawing with its name and source', async () => {
  const { name, content } = await savedChart('svg', chart(''));
  expect(name).toBe('refresh-cost-by-category.svg');
  expect(await content.text()).toContain('<title>Cost by category</title>');
});

it('waits for a drawing that is far below the window', async () => {
  const far = chart('<div class="recharts-responsive-container" data-far></div>');
  Element.prototype.scrollIntoView = function (this: Element) {
    this.removeAttribute('data-far');
    this.innerHTML = '<svg class="recharts-surface"></svg>';
  };
  const { content } = await savedChart('png', far);
  expect(content).toBe(blob);
  expect(window.scrollTo).toHaveBeenCalledOnce();
});

it('paints twice as large, and a narrow chart larger', async () => {
  await painted({ svg: '<svg><title>a</title></svg>', width: 800, height: 400 });
  expect(size).toEqual([1600, 800]);
  await painted({ svg: '<svg><title>a</title></svg>', width: 300, height: 200 });
  expect(size).toEqual([1200, 800]);
});

it('says so where the browser paints nothing', async () => {
  blob = null;
  await expect(painted({ svg: '<svg></svg>', width: 800, height: 400 })).rejects.toThrow('does not paint');
});
