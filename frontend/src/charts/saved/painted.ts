/** A drawing as a picture of dots. */
import type { Picture } from './picture';

/** As sharp as good screens, and never too small for a page of a document. */
const SCALE = 2;
const NARROWEST = 1200;

export async function painted({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  // The server allows pictures from nowhere else.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace('</title>', `</title>${await lettersOf()}`))}`;
  await image.decode();
  const scale = Math.max(SCALE, NARROWEST / width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const paper = canvas.getContext('2d');
  paper?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!paper || !blob) throw new Error('This browser does not paint it.');
  return blob;
}

/** The typefaces of the page, which a picture does not have by itself; without them it takes similar ones. */
async function lettersOf(): Promise<string> {
  const faces = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule && rule.style.fontFamily.includes('Source Sans'));
  try {
    const texts = await Promise.all(
      faces.map(({ cssText, parentStyleSheet }) => within(cssText, parentStyleSheet)),
    );
    return `<style>${texts.join('')}</style>`;
  } catch {
    return '';
  }
}

/** The rule of a typeface with the file in it. */
async function within(rule: string, sheet: CSSStyleSheet | null): Promise<string> {
  const [, address = ''] = /url\(["']?([^"')]+)["']?\)/.exec(rule) ?? [];
  const file = await fetch(new URL(address, sheet?.href ?? document.baseURI));
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return rule.replace(address, `data:font/woff2;base64,${btoa(text)}`);
}
