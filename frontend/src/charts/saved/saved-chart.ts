/** A chart as a file. */
import { today } from '@/lib/today';

import type { TableData } from '../table-data';
import { painted } from './painted';
import { pictureOf } from './picture';
import { savedName, sourceLine } from './picture-parts';
import { savedTable } from './saved-table';

export type Saved = 'png' | 'svg' | 'csv';

export interface Chart {
  figure: HTMLElement;
  title: string;
  plan: string | undefined;
  source: string | undefined;
  table: TableData;
}

export async function savedChart(saved: Saved, chart: Chart): Promise<{ name: string; content: Blob }> {
  const { title, plan } = chart;
  return { name: savedName(plan, title, saved), content: await contentOf(saved, chart) };
}

async function contentOf(saved: Saved, { figure, title, plan, source, table }: Chart): Promise<Blob> {
  if (saved === 'csv') return new Blob([savedTable(table)], { type: 'text/csv' });
  await drawnIn(figure);
  const sources = [...(source ? [source] : []), sourceLine(HOSTWISE_VERSION, plan, today())];
  const picture = pictureOf(figure, title, sources);
  return saved === 'png' ? painted(picture) : new Blob([picture.svg], { type: 'image/svg+xml' });
}

const MOST_TRIES = 300;

/** Waits for what is drawn only once it is near the window. */
async function drawnIn(figure: HTMLElement): Promise<void> {
  const [x, y] = [window.scrollX, window.scrollY];
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    const far = figure.querySelector('[data-far]');
    const plots = [...figure.querySelectorAll('.recharts-responsive-container')];
    if (!far && plots.every((each) => each.querySelector('.recharts-surface'))) {
      if (turn > 0) window.scrollTo(x, y);
      return;
    }
    far?.scrollIntoView({ block: 'nearest' });
    await new Promise((next) => requestAnimationFrame(next));
  }
  throw new Error('The chart is not drawn yet.');
}
