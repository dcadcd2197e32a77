/** What a picture of a chart is made of, apart from where it stands. */
import { slugOf } from '@/lib/slug';

/** What a file of a chart is called: after its plan and itself. */
export function savedName(plan: string | undefined, title: string, ending: string): string {
  const parts = [slugOf(plan ?? 'hostwise', 60), slugOf(title, 60)].filter(Boolean);
  return `${parts.join('-') || 'chart'}.${ending}`;
}

/** Where a chart is from. */
export function sourceLine(version: string, plan: string | undefined, date: string): string {
  return [`Hostwise ${version}`, ...(plan === undefined ? [] : [`plan \u201c${plan}\u201d`]), date].join(
    ', ',
  );
}

export interface Paint {
  colour: string;
  opacity: number;
}

/** A colour as every program reads it: the opacity of a colour is not known to all. */
export function paintOf(css: string): Paint {
  const [red, green, blue, opacity = 1] = css.startsWith('rgb')
    ? [...css.matchAll(/[\d.]+/g)].map(([number]) => Number(number))
    : [];
  if (red === undefined || green === undefined || blue === undefined) return { colour: css, opacity: 1 };
  const hex = [red, green, blue].map((each) => Math.round(each).toString(16).padStart(2, '0')).join('');
  return { colour: `#${hex}`, opacity };
}

/** Where a word stands, and how it looks. */
export interface Word {
  text: string;
  left: number;
  right: number;
  /** Its baseline. */
  base: number;
  /** Words of one look and one line are written at once. */
  look: string;
}

const SAME_LINE = 2;
const NO_SPACE = 0.5;

/** Words that stand beside each other as one text. */
export function linesOf(words: readonly Word[]): Word[] {
  const lines: Word[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const goes = line && line.look === word.look && Math.abs(line.base - word.base) < SAME_LINE;
    if (!goes || word.left < line.right - SAME_LINE) lines.push({ ...word });
    else {
      line.text += (word.left - line.right > NO_SPACE ? ' ' : '') + word.text;
      line.right = word.right;
    }
  }
  return lines;
}
