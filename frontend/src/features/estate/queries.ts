import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { type NamedFile, unwrap, unwrapFile } from '@/api/client';
import {
  answerEstate,
  compareClusters,
  judgeReadiness,
  readEstateFile,
  readHistoryFile,
  writeReadinessSheet,
} from '@/api/generated/sdk.gen';
import type { EstateChoices, EstateReading, History, Inventory } from '@/api/types';

/** What some files are read as; several are sent as one zip. */
export async function readFiles(
  files: readonly File[],
  { mapping, anonymous }: { mapping?: Readonly<Record<string, string>>; anonymous: boolean },
): Promise<EstateReading> {
  const [first] = files;
  if (!first) throw new Error('No file was chosen.');
  const body = files.length === 1 ? first : await zipped(files);
  const name = files.length === 1 ? first.name : `${String(files.length)} files.zip`;
  const query = { name, anonymous, ...(mapping && { mapping: JSON.stringify(mapping) }) };
  return unwrap(readEstateFile({ body, query }));
}

/** Stored, not compressed: they go to a server nearby. */
async function zipped(files: readonly File[]): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const entries = await Promise.all(
    files.map(async (each, index) => {
      const content = new Uint8Array(await each.arrayBuffer());
      const repeated = files.slice(0, index).some((other) => other.name === each.name);
      return [repeated ? `${String(index + 1)}-${each.name}` : each.name, content] as const;
    }),
  );
  return new Blob([zipSync(Object.fromEntries(entries), { level: 0 })]);
}

export const readHistory = (file: File): Promise<History> =>
  unwrap(readHistoryFile({ body: file, query: { name: file.name } }));

/** What is sized: the inventory, and what its VMs did over time. */
export interface Known {
  inventory: Inventory;
  history: History | null;
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** Both are large: they are told apart by when they were read. One file can be read in several ways. */
const keyOf = ({ inventory, history }: Known) =>
  [inventory, history].map((each) => {
    if (each === null) return 0;
    const number = numbers.get(each) ?? ++last;
    numbers.set(each, number);
    return number;
  });

const answered = (known: Known, choices: EstateChoices, with_plan: boolean, signal: AbortSignal) =>
  unwrap(answerEstate({ body: { ...known, choices, with_plan }, signal }));

/** What is counted with some choices, and its groups. */
export const groupsQuery = (known: Known, choices: EstateChoices) =>
  queryOptions({
    queryKey: ['estate', 'groups', keyOf(known), choices],
    queryFn: ({ signal }) => answered(known, choices, false, signal),
    ...CACHE_COMPUTED,
  });

/** The plan with its candidates, and the VMs one by one on their hosts. */
export const planQuery = (known: Known, choices: EstateChoices) =>
  queryOptions({
    queryKey: ['estate', 'plan', keyOf(known), choices],
    queryFn: ({ signal }) => answered(known, choices, true, signal),
    ...CACHE_COMPUTED,
  });

/** One cluster against a cluster for each of today's. */
export const portfolioQuery = (known: Known, choices: EstateChoices) =>
  queryOptions({
    queryKey: ['estate', 'portfolio', keyOf(known), choices],
    queryFn: ({ signal }) => unwrap(compareClusters({ body: { ...known, choices }, signal })),
    ...CACHE_COMPUTED,
  });

/** What stops or delays a move, and what each kind of it changes in hosts. */
export const readinessQuery = (known: Known, choices: EstateChoices) =>
  queryOptions({
    queryKey: ['estate', 'readiness', keyOf(known), choices],
    queryFn: ({ signal }) => unwrap(judgeReadiness({ body: { ...known, choices }, signal })),
    ...CACHE_COMPUTED,
  });

/** The same as a workbook, with each VM. */
export const readinessSheet = (known: Known, choices: EstateChoices): Promise<NamedFile> =>
  unwrapFile(writeReadinessSheet({ body: { ...known, choices }, parseAs: 'blob' }));
