import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { type NamedFile, unwrap, unwrapFile } from '@/api/client';
import {
  answerEstate,
  compareClusters,
  judgeReadiness,
  readEstateFile,
  readHistoryFile,
  readPlanFile,
  writeReadinessSheet,
} from '@/api/generated/sdk.gen';
import { barePlan } from '@/api/plans';
import type { EstateChoices, EstateReading, History, Inventory, Plan } from '@/api/types';

/** What some files are read as. */
export async function readFiles(
  files: readonly File[],
  mapping?: Readonly<Record<string, string>>,
): Promise<EstateReading> {
  const { body, name } = await together(files);
  return unwrap(
    readEstateFile({ body, query: { name, ...(mapping && { mapping: JSON.stringify(mapping) }) } }),
  );
}

/** The same estate with pseudonyms in place of all names. */
export const withoutNames = ({ inventory }: EstateReading): Promise<EstateReading> => {
  const { body, name } = asFile(inventory);
  return unwrap(readEstateFile({ body, query: { name, anonymous: true } }));
};

/** Several estates as one, and with them what other files add to them. */
export const mergeEstates = (
  readings: readonly EstateReading[],
  others: readonly File[] = [],
): Promise<EstateReading> =>
  readFiles([...readings.map(({ inventory }) => asFile(inventory).body), ...others]);

function asFile(inventory: Inventory): { body: File; name: string } {
  const name = 'estate.json';
  return { body: new File([JSON.stringify(inventory)], name), name };
}

export async function readHistory(files: readonly File[]): Promise<History> {
  const { body, name } = await together(files);
  return unwrap(readHistoryFile({ body, query: { name } }));
}

/** The plan in a file of JSON or YAML. */
export const readPlan = async (file: File): Promise<Plan> =>
  barePlan(await unwrap(readPlanFile({ body: file })));

/** Several files are sent as one zip, stored and not compressed: they go to a server nearby. */
async function together(files: readonly File[]): Promise<{ body: Blob; name: string }> {
  const [first] = files;
  if (!first) throw new Error('No file was chosen.');
  if (files.length === 1) return { body: first, name: first.name };
  const { zipSync } = await import('fflate');
  const names = namesApart(files);
  const entries = await Promise.all(
    files.map(async (each, at) => [names[at] ?? '', new Uint8Array(await each.arrayBuffer())] as const),
  );
  const body = new Blob([zipSync(Object.fromEntries(entries), { level: 0 })]);
  return { body, name: `${String(files.length)} files.zip` };
}

/** The names of files in the zip that they are sent in: no two of them are equal. */
export const namesApart = (files: readonly File[]): string[] =>
  files.map(({ name }, at) =>
    files.findIndex((each) => each.name === name) < at ? `${String(at + 1)}-${name}` : name,
  );

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

/** An answer about this estate is shown until the next one is there; one about another estate is not. */
export const whileAsked =
  (known: Known) =>
  <T>(before: T | undefined, query?: { queryKey: readonly unknown[] }): T | undefined =>
    (query?.queryKey[2] as readonly number[] | undefined)?.[0] === keyOf(known)[0] ? before : undefined;

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
