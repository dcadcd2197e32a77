import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { type NamedFile, unwrap, unwrapFile } from '@/api/client';
import {
  answerEstate,
  compareClusters,
  createJob,
  judgeReadiness,
  readEstateFile,
  readHistoryFile,
  readPlanFile,
  writeReadinessSheet,
} from '@/api/generated/sdk.gen';
import { endJob, estateResult, jobDone, takesLonger } from '@/api/jobs';
import { barePlan } from '@/api/plans';
import type {
  EstateChoices,
  EstateDecided,
  EstateReading,
  History,
  Inventory,
  JobStep,
  Plan,
} from '@/api/types';

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

/** VMs that are decided on within a request; of more it is a job, which may take as long as it takes. */
const MOST_AT_ONCE = 150;

/** What to do, the plan with its candidates, and the VMs one by one on their hosts. */
export const decisionQuery = (known: Known, choices: EstateChoices) =>
  queryOptions({
    queryKey: ['estate', 'decision', keyOf(known), choices],
    queryFn: async ({ signal, client }) => {
      const told = (step: JobStep | null) => client.setQueryData(stepKey(known, choices), step);
      if (known.inventory.vms.name.length <= MOST_AT_ONCE)
        try {
          return await answered(known, choices, true, signal);
        } catch (error) {
          if (!takesLonger(error)) throw error;
        }
      return decidedByJob(known, choices, signal, told);
    },
    ...CACHE_COMPUTED,
  });

/** How far the decision is, while a job makes it. */
export const stepQuery = (known: Known, choices: EstateChoices) =>
  queryOptions<JobStep | null>({
    queryKey: stepKey(known, choices),
    queryFn: () => null,
    enabled: false,
    staleTime: 'static',
  });

const stepKey = (known: Known, choices: EstateChoices) => ['estate', 'step', keyOf(known), choices];

/** The job of the estate that is open: it goes on while the page is left, and ends where something else is asked. */
let current: { about: string; id: Promise<string> } | null = null;

const started = async (known: Known, choices: EstateChoices) =>
  (await unwrap(createJob({ body: { name: choices.name, estate: { ...known, choices } } }))).id;

const ended = async (id: Promise<string>) => endJob(await id);

/** The decision by a job, which goes on where one leaves the page; the one before about the same estate is cancelled. */
async function decidedByJob(
  known: Known,
  choices: EstateChoices,
  signal: AbortSignal,
  told: (step: JobStep | null) => void,
): Promise<EstateDecided> {
  const about = JSON.stringify([keyOf(known), choices]);
  const before = current;
  const own = before?.about === about ? before : { about, id: started(known, choices) };
  current = own;
  if (before && before !== own) void ended(before.id).catch(() => undefined);
  const forget = () => {
    if (current === own) current = null;
  };
  const id = await own.id.catch((error: unknown) => {
    forget();
    throw error;
  });
  try {
    await jobDone(id, signal, told);
  } catch (error) {
    // Where the page is left it goes on.
    if (!signal.aborted) forget();
    throw error;
  }
  const found = await estateResult(id);
  // Nothing of an estate is kept once its answer is here.
  forget();
  void ended(own.id).catch(() => undefined);
  return found;
}

/** Stop the decision that is being made. */
export function cancelDecision(): void {
  if (current) void ended(current.id).catch(() => undefined);
}

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
