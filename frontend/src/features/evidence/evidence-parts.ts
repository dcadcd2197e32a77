/** The pages of the evidence, and which of them shows what an older address names. */
import type { EvidenceLibrary } from '@/api/types';

import { type EvidenceFilter, type Shown, TOPICS } from './evidence-filter';

/** In the order that they are read: what is wrong with the sources first. */
export const EVIDENCE_PARTS = {
  corrections: 'Corrections',
  studies: 'Reproductions',
  data: 'Measured data',
  own: 'Own measurements',
} as const;

export type EvidencePart = keyof typeof EVIDENCE_PARTS;

/** The page of this name; null where there is none. */
export function partNamed(name: string): EvidencePart | null {
  return name in EVIDENCE_PARTS ? (name as EvidencePart) : null;
}

/** Before there were several pages, `#` named a place of one page; a topic filters measured data only. */
export function partOfAddress(
  library: EvidenceLibrary,
  { topic }: EvidenceFilter,
  hash: string,
): EvidencePart | null {
  if (hash === 'studies' || hash === 'own') return hash;
  const series = library.series.find(({ key }) => key === hash);
  if (series) return series.origin === 'own' ? 'own' : 'data';
  const topics = Object.keys(TOPICS).map((each) => `topic-${each}`);
  return topics.includes(hash) || (hash === '' && topic !== undefined) ? 'data' : null;
}

/** How much of each page the filter lets through; null where it does not apply. */
export function countsOf(shown: Shown): Record<EvidencePart, number | null> {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    corrections: sum(shown.discrepancies.map(({ items }) => items.length)) + shown.leftOut.length,
    studies: null,
    data: sum(shown.topics.map(({ series }) => series.length)),
    own: shown.own.length,
  };
}
