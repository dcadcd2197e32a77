import { strFromU8, unzipSync, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { readEstateFile, readHistoryFile, readPlanFile } from '@/api/generated/sdk.gen';
import type { Inventory, Plan } from '@/api/types';
import { plan } from '@/test-fixtures/plan';

import { change, dropped, estateName, NOTHING, type Question, wait } from './dropped-files';
import {
  addEstate,
  mapColumns,
  replaceEstate,
  replaceNames,
  takeFiles,
  takeHistory,
  takePast,
  type Ways,
} from './take-files';

vi.mock('@/api/generated/sdk.gen');

/** What the server makes of files whose names say what they are; the VMs of an export are its words. */
async function entriesOf(body: Blob, name: string): Promise<[string, string][]> {
  const content = new Uint8Array(await body.arrayBuffer());
  if (!name.endsWith('.zip')) return [[name, strFromU8(content)]];
  return Object.entries(unzipSync(content)).flatMap(([path, each]): [string, string][] =>
    path.endsWith('.zip')
      ? Object.entries(unzipSync(each)).map(([inner, text]) => [`${path}/${inner}`, strFromU8(text)])
      : [[path, strFromU8(each)]],
  );
}

const good = (data: unknown) => ({ data, response: new Response(null, { status: 200 }) }) as never;
const bad = (code: string, errors: object[] = []) =>
  ({
    error: { title: 'No', status: 422, code, detail: `The server says ${code}.`, errors },
    response: new Response(null, { status: 422 }),
  }) as never;

const inventoryOf = (files: readonly string[], vms: readonly string[], findings: object[] = []) =>
  ({
    sources: files.map((file) => ({ kind: 'rvtools', label: 'RVTools', file, sha256: file })),
    vms: { name: vms, id: vms, power: vms.map(() => 'on'), template: vms.map(() => false) },
    hosts: { name: [] },
    datastores: { name: [] },
    findings,
  }) as unknown as Inventory;

const kindOf = (path: string) => /(history|quote|result|plan)[^/]*$/.exec(path)?.[1];

async function read({
  body,
  query,
}: {
  body: Blob;
  query: { name: string; anonymous?: boolean; mapping?: string };
}) {
  const entries = await entriesOf(body, query.name);
  const apart = entries.flatMap(([file]) => {
    const kind = kindOf(file);
    return kind ? [{ file, kind: `is_${kind}`, message: `${file} is a ${kind}.` }] : [];
  });
  const estates = entries.filter(([file]) => !kindOf(file) && !file.startsWith('drives'));
  const strange = estates.find(([file]) => file.startsWith('junk'));
  if (strange) return bad('unknown_kind');
  if (!query.mapping && estates.some(([file]) => file.startsWith('own')))
    return bad('unknown_format', [{ pointer: '/columns/0', code: 'unknown_column', message: 'Maschine' }]);
  if (estates.length === 0 && apart.length > 0)
    return bad(
      apart[0]?.kind ?? '',
      apart.map(({ file, kind, message }) => ({
        pointer: `/files/${file.replaceAll('/', '~1')}`,
        code: kind,
        message,
      })),
    );
  if (estates.length === 0) return bad('only_drives');
  const parts = estates.map(([file, text]) =>
    file.endsWith('estate.json') ? (JSON.parse(text) as Inventory) : inventoryOf([file], text.split(' ')),
  );
  const drives = entries.filter(([file]) => file.startsWith('drives')).map(([file]) => file);
  const hide = (names: readonly string[]) => names.map((_, at) => `vm-${String(at)}`);
  const vms = [...new Set(parts.flatMap(({ vms: { name } }) => name))];
  const inventory = inventoryOf(
    [...parts.flatMap(({ sources }) => sources.map((each) => each.file)), ...drives],
    query.anonymous ? hide(vms) : vms,
    apart.map(({ kind, message }) => ({ code: kind, kind: 'warning', message })),
  );
  const names = query.anonymous
    ? { pseudonyms: { vm: Object.fromEntries(vms.map((each, at) => [each, `vm-${String(at)}`])) } }
    : null;
  return good({ inventory, glance: {}, names, elsewhere: apart });
}

async function readSeries({ body, query }: { body: Blob; query: { name: string } }) {
  const entries = await entriesOf(body, query.name);
  if (entries.some(([file]) => !file.includes('history'))) return bad('unknown_format');
  if (entries.some(([file]) => file.includes('short'))) return bad('history_too_short');
  return good({ source: { file: query.name }, vms: { name: entries.map(([, text]) => text) }, scope: [] });
}

beforeEach(() => {
  vi.mocked(readEstateFile).mockImplementation(read as never);
  vi.mocked(readHistoryFile).mockImplementation(readSeries as never);
  vi.mocked(readPlanFile).mockImplementation((({ body }: { body: File }) =>
    Promise.resolve(
      body.name.includes('wrong')
        ? bad('invalid_input', [{ pointer: '/name', code: 'missing', message: 'This field is required.' }])
        : good(plan),
    )) as never);
});

afterEach(() => {
  change(NOTHING);
  vi.resetAllMocks();
});

const file = (name: string, text = '') => new File([text], name);
const A = () => file('a.csv', 'a1 a2');
const B = () => file('b.csv', 'b1 b2 b3');

function walk(at: 'start' | 'estate' | 'plan' = 'start') {
  return {
    planOf: vi.fn((each: File) => Promise.resolve(each.name === 'mine.json' ? plan : null)),
    openPlan: vi.fn<(plan: Plan) => void>(),
    keepPlan: vi.fn<(plan: Plan) => void>(),
    auditQuote: vi.fn(),
    openEstate: vi.fn(),
    back: vi.fn(),
    onEstate: () => at === 'estate',
    onPlan: () => at === 'plan',
  } satisfies Ways;
}

const open = async (...files: File[]) => {
  await takeFiles(files.length > 0 ? files : [A()], walk());
  change({ said: [] });
};

const vms = () => dropped().estate?.reading.inventory.vms.name;
const said = () => dropped().said.map((each) => each.text);
const asked = <K extends Question['kind']>(kind: K) => {
  const [question] = dropped().questions;
  expect(question?.kind).toBe(kind);
  return question as Extract<Question, { kind: K }>;
};
const goBack = async () => {
  dropped().said[0]?.back?.run();
  // Whatever comes next is done after it.
  await takeFiles([], walk());
};

describe('an export', () => {
  it('becomes the estate, and is shown', async () => {
    const ways = walk();
    await takeFiles([A(), B()], ways);
    expect(vms()).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
    expect(ways.openEstate).toHaveBeenCalledOnce();
    expect(dropped().estate?.choices).toEqual({ name: 'a.csv and b' });
  });

  it('over an open one is a question, and to close it leaves all as it was', async () => {
    await open();
    const before = dropped().estate;
    await takeFiles([B()], walk());
    asked('estate');
    expect(dropped().estate).toBe(before);
  });

  it('is added with what was chosen, and can be taken out again', async () => {
    await open(A(), file('history.csv', 'one'));
    const { estate } = dropped();
    const choices = { name: 'Mine', scope: { clusters: ['Gold'] } };
    if (estate) change({ estate: { ...estate, choices } });
    await takeFiles([B()], walk());
    await addEstate(asked('estate'), walk());
    expect(vms()).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
    expect(dropped().estate).toMatchObject({ choices, key: estate?.key, history: estate?.history });
    expect(said()).toEqual(['b.csv is added: 5 VMs instead of 2.']);
    await goBack();
    expect(vms()).toEqual(['a1', 'a2']);
    expect(dropped().estate).toMatchObject({ choices, history: estate?.history });
  });

  it('opened instead leads back to all that was there', async () => {
    await open(A(), file('history.csv', 'one'));
    const before = dropped().estate;
    await takeFiles([B()], walk());
    await replaceEstate(asked('estate'), walk());
    expect(vms()).toEqual(['b1', 'b2', 'b3']);
    expect(dropped().estate?.history).toBeNull();
    await goBack();
    expect(dropped().estate).toEqual(before);
  });

  it('that is open already is not asked about', async () => {
    await open();
    await takeFiles([A()], walk());
    expect(said()).toEqual(['a.csv is open already.']);
    expect(dropped().questions).toEqual([]);
  });

  it('of a table of ones own waits for its columns', async () => {
    await open();
    await takeFiles([file('own.csv', 'o1')], walk());
    const question = asked('columns');
    expect(vms()).toEqual(['a1', 'a2']);
    await mapColumns(question, { name: 'Maschine' }, walk());
    expect(asked('estate').reading.inventory.vms.name).toEqual(['o1']);
  });
});

describe('a history', () => {
  it('waits for an estate, which takes it', async () => {
    const ways = walk();
    await takeFiles([file('history.csv', 'one')], ways);
    expect(dropped().waiting.past?.files.map((each) => each.name)).toEqual(['history.csv']);
    expect(ways.openEstate).not.toHaveBeenCalled();
    await takeFiles([A()], ways);
    expect(dropped().estate?.history?.read.vms.name).toEqual(['one']);
    expect(dropped().waiting.past).toBeNull();
  });

  it('is added to the estate that is open, and can be taken out again', async () => {
    await open();
    const ways = walk('plan');
    await takeFiles([file('history.csv', 'one')], ways);
    expect(said()).toEqual(['history.csv is performance history, and is added to a.csv.']);
    // A page of a plan is not left for it.
    expect(ways.openEstate).not.toHaveBeenCalled();
    await goBack();
    expect(dropped().estate?.history).toBeNull();
  });

  it('comes with an export, also within zips', async () => {
    const packed = new File([zipSync({ 'history.csv': new TextEncoder().encode('one') })], 'series.zip');
    await takeFiles([A(), packed], walk());
    expect(dropped().estate?.history?.files.map((each) => each.name)).toEqual(['history.csv']);
    expect(dropped().estate?.reading.inventory.findings).toEqual([]);
  });

  it('does not take the place of another one by itself', async () => {
    await open(A(), file('history.csv', 'one'));
    await takeFiles([file('history-2.csv', 'two')], walk());
    expect(dropped().estate?.history?.read.vms.name).toEqual(['one']);
    await takePast(asked('history'), true);
    expect(dropped().estate?.history?.read.vms.name).toEqual(['one', 'two']);
    await goBack();
    expect(dropped().estate?.history?.read.vms.name).toEqual(['one']);
  });

  it('that cannot be read leaves what is there', async () => {
    await open(A(), file('history.csv', 'one'));
    await takeFiles([file('history-short.csv')], walk());
    expect(said()).toEqual(['The history cannot be read. The server says history_too_short.']);
    expect(dropped().estate?.history?.read.vms.name).toEqual(['one']);
  });

  it('chosen as one that is none goes where it belongs', async () => {
    await open();
    await takeHistory([file('quote.csv')], walk());
    expect(dropped().waiting.quote?.name).toBe('quote.csv');
  });
});

describe('what is no part of an estate', () => {
  it('leaves the estate as it is', async () => {
    await open(A(), file('history.csv', 'one'));
    const before = dropped().estate;
    const ways = walk('estate');
    await takeFiles([file('quote.csv'), file('result.json'), file('plan.yaml')], ways);
    expect(dropped().waiting.quote?.name).toBe('quote.csv');
    expect(said()).toContain('result.json is a result.');
    expect(ways.openPlan).toHaveBeenCalledExactlyOnceWith(plan);
    await takeFiles([file('junk.csv')], ways);
    expect(said()).toEqual(['The server says unknown_kind.']);
    expect(dropped().estate).toBe(before);
  });

  it('is refused alone where it could stand in no zip', async () => {
    await takeFiles([A(), file('junk.pdf')], walk());
    expect(vms()).toEqual(['a1', 'a2']);
    expect(said()).toEqual(['The server says unknown_kind.']);
  });

  it('is said with its mistakes where it is a plan with some', async () => {
    await takeFiles([file('plan-wrong.yaml')], walk());
    expect(said()).toEqual([
      'plan-wrong.yaml is a plan that cannot be opened. /name: This field is required.',
    ]);
  });

  it('is kept where the page asks something first', async () => {
    await open();
    const ways = walk('estate');
    await takeFiles([B(), file('mine.json')], ways);
    asked('estate');
    expect(ways.openPlan).not.toHaveBeenCalled();
    expect(ways.keepPlan).toHaveBeenCalledExactlyOnceWith(plan);
  });

  it('does not push out a quote that waits', async () => {
    await takeFiles([file('quote.csv')], walk());
    await takeFiles([file('quote-2.csv')], walk());
    expect(dropped().waiting.quote?.name).toBe('quote.csv');
    expect(said()[0]).toContain('quote-2.csv is a quote, too.');
    wait({ quote: null });
  });
});

it('the health of drives waits for an estate, and is added to one', async () => {
  await takeFiles([file('drives.json')], walk());
  expect(dropped().waiting.drives).toHaveLength(1);
  await takeFiles([A()], walk());
  expect(dropped().estate?.reading.inventory.sources.map((each) => each.file)).toEqual([
    'a.csv',
    'drives.json',
  ]);
  await takeFiles([file('drives-2.json')], walk());
  expect(dropped().estate?.reading.inventory.sources).toHaveLength(3);
});

it('pseudonyms stay with all that is added, and what was chosen begins anew where they change', async () => {
  replaceNames(true);
  await open();
  expect(dropped().estate?.nameless?.inventory.vms.name).toEqual(['vm-0', 'vm-1']);
  expect(dropped().estate?.choices.name).toBe('Estate without names');
  const { estate } = dropped();
  if (estate) change({ estate: { ...estate, choices: { name: 'Mine' } } });
  await takeFiles([B()], walk());
  await addEstate(asked('estate'), walk());
  expect(dropped().estate).toMatchObject({ choices: { name: 'Mine' } });
  expect(dropped().estate?.nameless?.inventory.vms.name).toHaveLength(5);
  replaceNames(false);
  expect(dropped().estate).toMatchObject({ nameless: null, choices: { name: 'a.csv and b' } });
});

it('an estate of many files is called by its first', () => {
  const reading = { inventory: inventoryOf(['a', 'b', 'c'], []), glance: {} } as never;
  expect(estateName(reading)).toBe('a and 2 more');
});
