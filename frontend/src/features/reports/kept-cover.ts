/** What was said of the last report for a customer, kept in the browser for the next. */
import { keepText, keptJson } from '@/lib/storage';

export interface KeptCover {
  customer: string;
  author: string;
  /** In Base64; empty without one. */
  logo: string;
  logoName: string;
}

const NAME = 'hostwise.report-cover';
const NOTHING: KeptCover = { customer: '', author: '', logo: '', logoName: '' };

export function keptCover(): KeptCover {
  const kept = keptJson(NAME);
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return NOTHING;
  const text = (name: keyof KeptCover) => (typeof kept[name] === 'string' ? kept[name] : '');
  return {
    customer: text('customer'),
    author: text('author'),
    logo: text('logo'),
    logoName: text('logoName'),
  };
}

/** Keeps it; without the logo where there is no room. */
export function keepCover(cover: KeptCover): void {
  if (keepText(NAME, JSON.stringify(cover)) !== null)
    keepText(NAME, JSON.stringify({ ...cover, logo: '', logoName: '' }));
}

/** The content of a file in Base64. */
export async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const STEP = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP)
    text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(text);
}
