/** What of the evidence library is shown: by topic, by source, by words. */
import type { Citation, EvidenceLibrary, LeftOutItem, Series, SourceDiscrepancies, Topic } from '@/api/types';
import { hasWords, wordsOf } from '@/lib/words';

export interface EvidenceFilter {
  topic?: Topic;
  /** Key of a source. */
  source?: string;
  text?: string;
}

export const TOPICS: Record<Topic, string> = {
  memory: 'Memory overcommitment',
  recovery: 'Recovery after swapping',
  read_cache: 'Host read cache',
  drives: 'Drives and write buffers',
  single_figures: 'Single figures',
};

/** A filter from an address; anything unknown in it is ignored. */
export function filterFrom(search: Record<string, unknown>): EvidenceFilter {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
  const topic = text(search.topic);
  const [source, words] = [text(search.source), text(search.text)];
  return {
    ...(topic !== undefined && topic in TOPICS && { topic: topic as Topic }),
    ...(source !== undefined && { source }),
    ...(words !== undefined && { text: words }),
  };
}

const cites = (source: string | undefined, citations: readonly Citation[]) =>
  source === undefined || citations.some((each) => each.key === source);

const textsOf = (citations: readonly Citation[]) =>
  citations.flatMap((each) => [each.key, each.citation, each.published]);

function seriesTexts(series: Series): (string | null | undefined)[] {
  const { key, name, kind, topic, locator, validity, notes, x, y, citations, lines, markers } = series;
  return [
    key,
    name,
    kind,
    TOPICS[topic],
    locator,
    validity,
    notes,
    x.label,
    y.label,
    y.unit,
    ...textsOf(citations),
    ...lines.flatMap((line) => [
      line.label,
      ...line.points.flatMap((point) => [point.category, point.conditions, point.notes, point.kind]),
    ]),
    ...(markers ?? []).map((each) => each.statement),
  ];
}

export interface Shown {
  own: Series[];
  topics: { topic: Topic; series: Series[] }[];
  discrepancies: SourceDiscrepancies[];
  leftOut: LeftOutItem[];
}

/** The parts of the library that the filter lets through, in the library's order. */
export function shownOf(library: EvidenceLibrary, filter: EvidenceFilter): Shown {
  const words = wordsOf(filter.text);
  const series = library.series.filter(
    (each) =>
      (filter.topic === undefined || each.topic === filter.topic) &&
      cites(filter.source, each.citations) &&
      hasWords(words, seriesTexts(each)),
  );
  const builtIn = series.filter((each) => each.origin === 'built_in');
  const topics = (Object.keys(TOPICS) as Topic[]).map((topic) => ({
    topic,
    series: builtIn.filter((each) => each.topic === topic),
  }));
  return {
    own: series.filter((each) => each.origin === 'own'),
    topics: topics.filter((each) => each.series.length > 0),
    discrepancies: library.discrepancies
      .map(({ source, items }) => ({
        source,
        items: items.filter(
          (each) =>
            cites(filter.source, [source, ...each.against]) &&
            hasWords(words, [
              each.key,
              each.about,
              each.severity,
              each.printed,
              each.computed,
              each.explanation,
              each.treatment,
              ...textsOf([source, ...each.against]),
            ]),
        ),
      }))
      .filter((each) => each.items.length > 0),
    leftOut: library.left_out.filter(
      (each) =>
        cites(filter.source, each.citations) &&
        hasWords(words, [
          each.key,
          each.quantity,
          each.printed,
          each.reason,
          each.locator,
          ...textsOf(each.citations),
        ]),
    ),
  };
}

/** All sources of the library, each once. */
export function sourcesOf(library: EvidenceLibrary): Citation[] {
  const found = new Map<string, Citation>();
  const all = [
    ...library.series.flatMap((each) => each.citations),
    ...library.discrepancies.map((each) => each.source),
    ...library.left_out.flatMap((each) => each.citations),
  ];
  for (const each of all) {
    if (each.key && !found.has(each.key)) found.set(each.key, each);
  }
  return [...found.values()];
}
