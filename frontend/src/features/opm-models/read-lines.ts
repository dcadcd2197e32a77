/** A pasted text, line by line, beside what became of it. */
import type { OpmTextReading } from '@/api/types';

export type LineFate = 'accepted' | 'repaired' | 'rejected' | 'header' | 'comment' | 'unknown';

export interface ReadLine {
  number: number;
  text: string;
  fate: LineFate;
  messages: string[];
}

const lines = (text: string) => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);

/** Every line that is not empty, with its fate and what is said about it. */
export function linesOf(text: string, reading: OpmTextReading): ReadLine[] {
  const hasHeader = reading.columns.some((each) => each.header !== '');
  let headerSeen = !hasHeader;
  const read = lines(text).flatMap((line, index): ReadLine[] => {
    if (line.trim() === '') return [];
    const number = index + 1;
    const findings = reading.findings.filter((each) => each.line === number);
    const messages = findings.map((each) => each.message);
    const said = (severity: string) => findings.some((each) => each.severity === severity);
    const base = { number, text: line, messages };
    if (line.trimStart().startsWith('#')) return [{ ...base, fate: 'comment' }];
    if (!headerSeen) {
      headerSeen = true;
      return [{ ...base, fate: 'header' }];
    }
    return [{ ...base, fate: said('rejected') ? 'rejected' : said('repaired') ? 'repaired' : 'accepted' }];
  });
  const accepted = read.filter((each) => each.fate === 'accepted' || each.fate === 'repaired').length;
  if (accepted === reading.rows_accepted) return read;
  // Nothing could be used at all, or some findings were left out: where nothing is said, nothing is known.
  const fate: LineFate = reading.rows_accepted === 0 ? 'rejected' : 'unknown';
  return read.map((each) => (each.fate === 'accepted' ? { ...each, fate } : each));
}

/** What is left to correct once the accepted rows were taken: the header and the rejected rows. */
export function leftToCorrect(read: readonly ReadLine[]): string {
  const rejected = read.filter((each) => each.fate === 'rejected' || each.fate === 'unknown');
  if (rejected.length === 0) return '';
  const header = read.filter((each) => each.fate === 'header');
  return [...header, ...rejected].map((each) => `${each.text}\n`).join('');
}
