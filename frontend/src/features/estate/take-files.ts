/**
 * Files go where they belong: an export becomes the estate, history is added to it, a plan is opened, a quote is kept
 * for the prices of a plan. What is open already stays unless a person says otherwise.
 */
import { ApiError, columnsOf, errorText } from '@/api/client';
import type { EstateReading, Plan } from '@/api/types';
import { formatExact } from '@/lib/format';
import { formatSize } from '@/lib/sizes';
import { parsePointer } from '@/plan/json-pointer';

import {
  answered,
  ask,
  change,
  changeEstate,
  dropped,
  estateName,
  firstChoices,
  KINDS,
  type OpenEstate,
  type Past,
  type Question,
  say,
  wait,
} from './dropped-files';
import { sameNames } from './pseudonyms';
import { mergeEstates, namesApart, readFiles, readHistory, readPlan, withoutNames } from './queries';

/** What the application does with what a file holds. */
export interface Ways {
  /** The plan in a file, where it is one that can be opened. */
  planOf: (file: File) => Promise<Plan | null>;
  /** Opens a plan, or keeps it among those that are not saved. */
  openPlan: (plan: Plan) => void;
  keepPlan: (plan: Plan) => void;
  openEstate: () => void;
  /** Opens the page that takes the quote that waits. */
  auditQuote: () => void;
  /** The page before. */
  back: () => void;
  onEstate: () => boolean;
  onPlan: () => boolean;
}

type Kind = 'is_history' | 'is_plan' | 'is_quote' | 'is_result';
type Of<K extends Question['kind']> = Extract<Question, { kind: K }>;

interface Elsewhere {
  file: File;
  kind: Kind;
  message: string;
}

const isKind = (code: string): code is Kind =>
  ['is_history', 'is_plan', 'is_quote', 'is_result'].includes(code);

/** Files in words. */
export const namesOf = (files: readonly File[]) =>
  files.length > 3
    ? `${files[0]?.name ?? ''} and ${String(files.length - 1)} more`
    : files.map((each) => each.name).join(', ');

let last: Promise<void> = Promise.resolve();

/** One after the other: two drops never decide on the same estate at once. */
function inTurn(busy: string, work: () => Promise<void>): Promise<void> {
  last = last.then(async () => {
    change({ busy });
    try {
      await work();
    } catch (error) {
      say({ tone: 'error', text: errorText(error) });
    }
    change({ busy: null });
  });
  return last;
}

const reading = (files: readonly File[]) =>
  `Reading ${namesOf(files)}, ${formatSize(files.reduce((sum, each) => sum + each.size, 0) / 1e9, 'GB')}\u2026`;

/** Take what was dropped or chosen. */
export const takeFiles = (files: readonly File[], ways: Ways): Promise<void> =>
  inTurn(reading(files), () => {
    change({ said: [] });
    return take(files, ways);
  });

/** Take files as history; what is none goes where it belongs. */
export const takeHistory = (files: readonly File[], ways: Ways): Promise<void> =>
  inTurn(reading(files), async () => {
    change({ said: [] });
    try {
      addPast({ files, read: await readHistory(files) }, ways);
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'unknown_format') throw error;
      await take(files, ways);
    }
  });

async function take(files: readonly File[], ways: Ways): Promise<void> {
  const plans: [File, Plan][] = [];
  const others: File[] = [];
  for (const file of files) {
    const plan = await ways.planOf(file);
    if (plan) plans.push([file, plan]);
    else others.push(file);
  }
  // What could stand in no zip is sent alone, so that the reason is about it.
  const usual = others.filter((each) =>
    KINDS.split(',').includes(/\.\w+$/.exec(each.name.toLowerCase())?.[0] ?? ''),
  );
  for (const group of [usual, ...others.filter((each) => !usual.includes(each)).map((each) => [each])]) {
    if (group.length > 0) plans.push(...(await takeGroup(group, ways)));
  }
  openPlans(plans, ways);
}

/** Take files that may belong together, and return the plans among them. */
async function takeGroup(
  files: readonly File[],
  ways: Ways,
  mapping?: Readonly<Record<string, string>>,
): Promise<[File, Plan][]> {
  const found = await read(files, mapping);
  const of = (kind: Kind) => found.elsewhere.filter((each) => each.kind === kind);
  for (const { message } of of('is_result')) say({ tone: 'info', text: message });
  keepQuotes(of('is_quote').map((each) => each.file));
  const past = await pastOf(of('is_history').map((each) => each.file));
  if (found.reading) await takeEstate(found.reading, past, ways);
  else if (past) addPast(past, ways);
  if (found.drives.length > 0) await addDrives(found.drives, ways);
  const plans: [File, Plan][] = [];
  for (const { file } of of('is_plan')) {
    try {
      plans.push([file, await readPlan(file)]);
    } catch (error) {
      say({ tone: 'error', text: `${file.name} is a plan that cannot be opened. ${mistakes(error)}` });
    }
  }
  return plans;
}

interface Found {
  reading: EstateReading | null;
  elsewhere: readonly Elsewhere[];
  drives: readonly File[];
}

/** What files are by the server's word. */
async function read(files: readonly File[], mapping?: Readonly<Record<string, string>>): Promise<Found> {
  const nothing: Found = { reading: null, elsewhere: [], drives: [] };
  try {
    const found = await readFiles(files, mapping);
    const { inventory, elsewhere = [] } = found;
    const { findings = [] } = inventory;
    const lost = files.length > 1 ? findings.filter((each) => each.code === 'file_not_read') : [];
    say(...lost.map(({ message }) => ({ tone: 'error' as const, text: message })));
    return {
      ...nothing,
      elsewhere: await apart(files, elsewhere),
      // What is taken elsewhere at once is nothing to know about the estate.
      reading: {
        ...found,
        elsewhere: [],
        inventory: { ...inventory, findings: findings.filter((each) => !isKind(each.code)) },
      },
    };
  } catch (error) {
    const columns = columnsOf(error as Error);
    if (columns.length > 0) {
      ask({ kind: 'columns', files, columns });
      return nothing;
    }
    if (!(error instanceof ApiError)) throw error;
    if (error.problem.code === 'only_drives') return { ...nothing, drives: files };
    if (!isKind(error.problem.code)) throw error;
    const told = error.fields.map(({ pointer, code, message }) => ({
      file: parsePointer(pointer)[1] ?? '',
      kind: code,
      message,
    }));
    return { ...nothing, elsewhere: await apart(files, told) };
  }
}

/** The files that the server told apart: some of those that were sent, or within a zip among them. */
async function apart(
  files: readonly File[],
  told: readonly { file: string; kind: string; message: string }[],
): Promise<Elsewhere[]> {
  const names = namesApart(files);
  const found: Elsewhere[] = [];
  for (const { file: path, kind, message } of told) {
    const at = names.findIndex((each) => path === each || path.startsWith(`${each}/`));
    const sent = files[at] ?? files[0];
    if (!sent || !isKind(kind)) continue;
    const file =
      path === names[at]
        ? sent
        : await unpacked(sent, at < 0 ? path : path.slice((names[at] ?? '').length + 1));
    found.push({ file, kind, message });
  }
  return found;
}

async function unpacked(zip: File, path: string): Promise<File> {
  const { unzipSync } = await import('fflate');
  const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()), { filter: ({ name }) => name === path });
  return new File([entries[path] ?? new Uint8Array()], path.replace(/^.*\//, ''));
}

async function pastOf(files: readonly File[]): Promise<Past | null> {
  if (files.length === 0) return null;
  try {
    return { files, read: await readHistory(files) };
  } catch (error) {
    say({ tone: 'error', text: `The history cannot be read. ${errorText(error)}` });
    return null;
  }
}

function keepQuotes([first, ...more]: readonly File[]): void {
  if (!first) return;
  const kept = dropped().waiting.quote;
  if (!kept) wait({ quote: first });
  for (const { name } of kept ? [first, ...more] : more) {
    const before = (kept ?? first).name;
    say({
      tone: 'info',
      text: `${name} is a quote, too. Drop it again once the prices of ${before} are taken.`,
    });
  }
}

async function takeEstate(found: EstateReading, past: Past | null, ways: Ways): Promise<void> {
  const { estate } = dropped();
  if (!estate) {
    await openEstate(found, past, ways);
    return;
  }
  const open = new Set(estate.reading.inventory.sources.map((each) => each.sha256));
  if (found.inventory.sources.every((each) => open.has(each.sha256))) {
    say({ tone: 'info', text: `${estateName(found)} is open already.` });
    if (past) addPast(past, ways);
    return;
  }
  ask({ kind: 'estate', reading: found, past });
}

let opened = 0;

/** Open an estate where none is open, with all that waited for one. */
async function openEstate(found: EstateReading, past: Past | null, ways: Ways): Promise<void> {
  const { drives } = dropped().waiting;
  const whole = drives.length > 0 ? await mergeEstates([found], drives) : found;
  const shown = await shownOf(whole);
  const { past: waited } = dropped().waiting;
  opened += 1;
  change({
    estate: {
      ...shown,
      key: opened,
      history: past ?? waited,
      choices: firstChoices(shown.nameless ?? whole),
    },
  });
  wait({ past: null, drives: [] });
  if (past && waited) addPast(waited, ways);
  ways.openEstate();
}

/** An estate with its pseudonyms, where they are asked for. */
const shownOf = async (whole: EstateReading): Promise<Pick<OpenEstate, 'reading' | 'nameless'>> => ({
  reading: whole,
  nameless: dropped().nameless ? await withoutNames(whole) : null,
});

/** Show another reading of the estate that is open; what was chosen stays where names mean the same. */
async function show(whole: EstateReading): Promise<void> {
  const shown = await shownOf(whole);
  const { estate } = dropped();
  if (!estate) return;
  const same = sameNames(estate.nameless?.names, shown.nameless?.names);
  changeEstate({ ...shown, ...(!same && { choices: firstChoices(shown.nameless ?? whole) }) });
  if (!same) say({ tone: 'info', text: 'Names got new pseudonyms: choose again what is counted.' });
}

const vmsOf = ({ inventory }: EstateReading) => inventory.vms.name.length;

/** Both estates as one, with what was chosen for the one that is open. */
export const addEstate = (question: Of<'estate'>, ways: Ways): Promise<void> =>
  inTurn(`Adding ${estateName(question.reading)}\u2026`, async () => {
    const { estate } = dropped();
    if (!estate) return;
    const before = estate.reading;
    await show(await mergeEstates([before, question.reading]));
    answered(question);
    const vms = vmsOf(dropped().estate?.reading ?? before);
    const text = `${estateName(question.reading)} is added: ${formatExact(vms)} VMs instead of ${formatExact(vmsOf(before))}.`;
    say({ tone: 'info', text, ...backTo('Remove it again', () => show(before)) });
    if (question.past) addPast(question.past, ways);
    ways.openEstate();
  });

/** The new estate, with a way back to the one that was open. */
export const replaceEstate = (question: Of<'estate'>, ways: Ways): Promise<void> =>
  inTurn(`Opening ${estateName(question.reading)}\u2026`, async () => {
    const { estate: before } = dropped();
    await openEstate(question.reading, question.past, ways);
    answered(question);
    if (!before) return;
    const text = `${estateName(question.reading)} is open instead of ${estateName(before.reading)}.`;
    const restore = async () => change({ estate: { ...before, ...(await shownOf(before.reading)) } });
    say({ tone: 'info', text, ...backTo(`Back to ${estateName(before.reading)}`, restore) });
  });

const backTo = (label: string, work: () => Promise<void>) => ({
  back: { label, run: () => void inTurn(`${label}\u2026`, work) },
});

/** Drives add to an estate, and wait for one. */
async function addDrives(drives: readonly File[], ways: Ways): Promise<void> {
  const { estate, waiting } = dropped();
  if (!estate) {
    wait({ drives: [...waiting.drives, ...drives] });
    return;
  }
  const before = estate.reading;
  await show(await mergeEstates([before], drives));
  const text = `${namesOf(drives)}: the health of drives is added to ${estateName(before)}.`;
  say({ tone: 'info', text, ...backTo('Remove it again', () => show(before)) });
  if (!ways.onPlan()) ways.openEstate();
}

function setPast(past: Past | null): void {
  if (dropped().estate) changeEstate({ history: past });
  else wait({ past });
}

const pastNow = () => dropped().estate?.history ?? (dropped().estate ? null : dropped().waiting.past);

/** History is added to the estate that is open, and waits for one; a second history is a question. */
function addPast(past: Past, ways: Ways): void {
  if (pastNow()) {
    ask({ kind: 'history', past });
    return;
  }
  setPast(past);
  const { estate } = dropped();
  if (!estate) return;
  say({
    tone: 'info',
    text: `${namesOf(past.files)} is performance history, and is added to ${estateName(estate.nameless ?? estate.reading)}.`,
    back: { label: 'Remove it again', run: () => setPast(null) },
  });
  if (!ways.onPlan()) ways.openEstate();
}

/** The new history, alone or read together with the one that is there. */
export const takePast = (question: Of<'history'>, both: boolean): Promise<void> =>
  inTurn(reading(question.past.files), async () => {
    const before = pastNow();
    const files = both && before ? [...before.files, ...question.past.files] : question.past.files;
    setPast(both && before ? { files, read: await readHistory(files) } : question.past);
    answered(question);
    if (!before) return;
    const text = both ? `Both histories are read together.` : `${namesOf(files)} is the history now.`;
    say({
      tone: 'info',
      text,
      back: { label: `Back to ${namesOf(before.files)}`, run: () => setPast(before) },
    });
  });

/** Read a table whose columns were named. */
export const mapColumns = (
  question: Of<'columns'>,
  mapping: Readonly<Record<string, string>>,
  ways: Ways,
): Promise<void> =>
  inTurn(reading(question.files), async () => {
    answered(question);
    openPlans(await takeGroup(question.files, ways, mapping), ways);
  });

/** Show and make everything with pseudonyms, or no longer. */
export function replaceNames(on: boolean): void {
  change({ nameless: on });
  const { estate } = dropped();
  if (!estate) return;
  changeEstate({ nameless: null });
  if (!on) changeEstate({ choices: firstChoices(estate.reading) });
  else
    void inTurn('Replacing names\u2026', async () => {
      try {
        const nameless = await withoutNames(estate.reading);
        changeEstate({ nameless, choices: firstChoices(nameless) });
      } catch (error) {
        change({ nameless: false });
        throw error;
      }
    });
}

function openPlans(plans: readonly [File, Plan][], ways: Ways): void {
  const [first, ...more] = plans;
  if (!first) return;
  const [file, plan] = first;
  const asks = dropped().questions.length > 0;
  const leaves = ways.onPlan() || (ways.onEstate() && dropped().estate !== null);
  if (asks) ways.keepPlan(plan);
  else ways.openPlan(plan);
  for (const [, each] of more) ways.keepPlan(each);
  const kept = asks ? plans : more;
  if (kept.length > 0)
    say({
      tone: 'info',
      text: `${namesOf(kept.map(([each]) => each))}: kept on the start page, among the plans that are not saved.`,
    });
  if (!asks && leaves)
    say({
      tone: 'info',
      text: `${file.name} is open. What was open before is kept.`,
      back: { label: 'Go back to it', run: ways.back },
    });
}

/** The first mistakes of a plan in words. */
function mistakes(error: unknown): string {
  if (!(error instanceof ApiError) || error.fields.length === 0) return errorText(error);
  const first = error.fields
    .slice(0, 3)
    .map(({ pointer, message }) => `${pointer || 'The file'}: ${message}`);
  return first.join(' ');
}
