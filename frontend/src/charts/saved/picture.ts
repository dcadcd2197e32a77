/** A chart of the page as a drawing of its own, which needs neither style sheet nor theme. */
import { linesOf, paintOf, type Word } from './picture-parts';

const SVG = 'http://www.w3.org/2000/svg';
const MARGIN = 16;
const LONGEST_WHOLE = 24;

/** Where things stand and what they mean; all else says how they look, which is read from the page. */
const PLACES =
  'd x y x1 x2 y1 y2 cx cy r rx ry width height points transform dx dy id clip-path offset'.split(' ');
const INHERITED =
  'stroke-width stroke-dasharray stroke-linecap stroke-linejoin text-anchor font-size font-weight'.split(' ');
const DEFAULTS: Record<string, string> = {
  stroke: 'none',
  'fill-opacity': '1',
  'stroke-opacity': '1',
  opacity: '1',
  'stroke-width': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'text-anchor': 'start',
  'font-weight': '400',
};
/** What is only for pointers, or for who sees it on the page. */
const LEFT_OUT = 'title, desc, foreignObject, .recharts-tooltip-wrapper, .recharts-tooltip-cursor';

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** The frame of a chart with its title, legend and drawing, and below them the lines about its source. */
export function pictureOf(figure: HTMLElement, title: string, sources: readonly string[]): Picture {
  const { width } = figure.getBoundingClientRect();
  const sheet = document.createElement('div');
  // On paper all is light.
  sheet.dataset.looks = 'light';
  sheet.style.cssText = `background:white;position:absolute;top:0;left:-99999px;box-sizing:content-box;width:${String(width)}px;padding:${String(MARGIN)}px;color:var(--ink);pointer-events:none`;
  sheet.inert = true;
  const copy = figure.cloneNode(true) as HTMLElement;
  // What stands beside the title are controls.
  for (const each of copy.querySelectorAll(`h3 ~ *, [role="alert"], ${LEFT_OUT}`)) each.remove();
  for (const source of sources) copy.append(lineAbout(source));
  sheet.append(copy);
  document.body.append(sheet);
  try {
    return drawn(sheet, title, figure.querySelector('[role="img"]')?.getAttribute('aria-label') ?? '');
  } finally {
    sheet.remove();
  }
}

function lineAbout(source: string): HTMLElement {
  const line = document.createElement('p');
  // Dates do not break at their hyphens.
  line.append(...source.split(' ').flatMap((word) => [unbroken(word), ' ']));
  line.style.cssText = 'margin-top:10px;font-size:0.75rem;color:var(--ink-soft)';
  return line;
}

function unbroken(word: string): HTMLElement {
  const whole = document.createElement('span');
  whole.textContent = word;
  whole.style.whiteSpace = word.length < LONGEST_WHOLE ? 'nowrap' : 'normal';
  return whole;
}

function drawn(sheet: HTMLElement, title: string, description: string): Picture {
  const from = sheet.getBoundingClientRect();
  const [width, height] = [Math.ceil(from.width), Math.ceil(from.height)];
  const svg = element('svg', {
    width,
    height,
    viewBox: `0 0 ${String(width)} ${String(height)}`,
    role: 'img',
    'font-family': getComputedStyle(sheet).fontFamily,
    style: 'font-variant-numeric:tabular-nums',
  });
  svg.append(named('title', title), named('desc', description));
  place(sheet, svg, from);
  return {
    svg: `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`,
    width,
    height,
  };
}

/**
 * Draws a part of the page where it stands: drawings as they are, and the rest as text and areas. Words within a line
 * go to those of the line.
 */
function place(part: HTMLElement, into: SVGElement, from: DOMRect, line: Word[] = []): void {
  const { backgroundColor, opacity, display } = getComputedStyle(part);
  const paint = paintOf(backgroundColor);
  const box = part.getBoundingClientRect();
  if (paint.colour !== 'transparent' && paint.opacity > 0 && box.width > 0)
    into.append(
      element('rect', {
        x: round(box.left - from.left),
        y: round(box.top - from.top),
        width: round(box.width),
        height: round(box.height),
        fill: paint.colour,
        'fill-opacity': paint.opacity * Number(opacity || 1),
      }),
    );
  const inLine = display === 'inline' || display === 'inline-block';
  const words = inLine ? line : [];
  for (const child of part.childNodes) {
    if (child instanceof SVGElement) into.append(...drawingIn(child, from));
    else if (child instanceof HTMLElement) place(child, into, from, words);
    else if (child instanceof Text) words.push(...wordsOf(child, part, from));
  }
  if (!inLine) into.append(...linesOf(words).map(written));
}

const LETTERS = document.createElement('canvas');

/** The words of a text, each where it stands. */
function wordsOf(text: Text, part: HTMLElement, from: DOMRect): Word[] {
  const { fontStyle, fontWeight, fontSize, fontFamily, color } = getComputedStyle(part);
  const letters = LETTERS.getContext('2d');
  if (!letters) return [];
  letters.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  const { fontBoundingBoxAscent: ascent } = letters.measureText('x');
  const look = JSON.stringify([fontSize.replace('px', ''), fontWeight, paintOf(color).colour]);
  // Lines break at spaces and behind hyphens.
  return [...text.data.matchAll(/[^ \n\t-]+-*|-+/g)].flatMap((found): Word[] => {
    const range = document.createRange();
    range.setStart(text, found.index);
    range.setEnd(text, found.index + found[0].length);
    const box = range.getBoundingClientRect();
    if (box.width === 0) return [];
    const [left, right] = [box.left - from.left, box.right - from.left];
    return [{ text: found[0], left, right, base: box.top - from.top + ascent, look }];
  });
}

/** As wide as on the page, whatever its letters look like elsewhere. */
function written({ text, left, right, base, look }: Word): SVGElement {
  const [size, weight, fill] = JSON.parse(look) as [string, string, string];
  const line = element('text', {
    x: round(left),
    y: round(base),
    'font-size': size,
    'font-weight': weight,
    fill,
    textLength: round(right - left),
    lengthAdjust: 'spacingAndGlyphs',
  });
  line.textContent = text;
  return line;
}

function drawingIn(svg: SVGElement, from: DOMRect): SVGElement[] {
  const box = svg.getBoundingClientRect();
  if (box.width === 0) return [];
  const [left = 0, top = 0, wide = box.width] = (svg.getAttribute('viewBox') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  const scale = box.width / wide;
  const x = round(box.left - from.left - left * scale);
  const y = round(box.top - from.top - top * scale);
  const group = element('g', {
    transform: `translate(${String(x)},${String(y)})${scale === 1 ? '' : ` scale(${String(round(scale))})`}`,
  });
  for (const child of svg.children) group.append(...inked(child, DEFAULTS));
  return [group];
}

/** A part of a drawing with its looks as attributes; nothing where nothing is seen of it. */
function inked(part: Element, above: Record<string, string>): SVGElement[] {
  const style = getComputedStyle(part);
  const unseen = style.display === 'none' || style.visibility === 'hidden';
  // Definitions are seen nowhere, and needed.
  if ((unseen && !part.closest('defs')) || part.matches(LEFT_OUT)) return [];
  const looks = looksOf(style);
  const ink = element(
    part.tagName,
    Object.fromEntries([
      ...PLACES.flatMap((name) => {
        const value = part.getAttribute(name);
        return value === null ? [] : [[name, value] as const];
      }),
      ...Object.entries(looks).filter(([name, value]) => value !== '' && value !== above[name]),
    ]),
  );
  for (const child of part.childNodes) {
    if (child instanceof Element) ink.append(...inked(child, { ...above, ...looks, opacity: '1' }));
    else if (child instanceof Text) ink.append(child.data);
  }
  if (part.tagName === 'g' && ink.childNodes.length === 0) return [];
  return part.tagName === 'text' ? lettered(ink, style) : [ink];
}

function looksOf(style: CSSStyleDeclaration): Record<string, string> {
  const plain = (name: string) => style.getPropertyValue(name).replaceAll('px', '');
  const paint = (name: string): [string, string][] => {
    const { colour, opacity } = paintOf(plain(name));
    return [
      [name, colour],
      [`${name}-opacity`, String(round(opacity * Number(plain(`${name}-opacity`) || 1)))],
    ];
  };
  return {
    ...Object.fromEntries([...paint('fill'), ...paint('stroke')]),
    ...Object.fromEntries(INHERITED.map((name) => [name, plain(name)])),
    opacity: plain('opacity'),
  };
}

/** Few programs know the baseline in the middle, or a halo that lies behind its letters: both are written plainly. */
function lettered(text: SVGElement, style: CSSStyleDeclaration): SVGElement[] {
  const centred = /central|middle/.test(style.getPropertyValue('dominant-baseline'));
  if (centred && !text.hasAttribute('dy')) text.setAttribute('dy', '0.33em');
  if (!style.getPropertyValue('paint-order').startsWith('stroke') || !text.hasAttribute('stroke'))
    return [text];
  const halo = text.cloneNode(true) as SVGElement;
  halo.setAttribute('aria-hidden', 'true');
  text.setAttribute('stroke', 'none');
  return [halo, text];
}

const round = (value: number) => Math.round(value * 100) / 100;

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [each, value] of Object.entries(attributes)) made.setAttribute(each, String(value));
  return made;
}

function named(name: string, text: string): SVGElement {
  const made = element(name, {});
  made.textContent = text;
  return made;
}
