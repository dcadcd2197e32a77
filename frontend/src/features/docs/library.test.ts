import FINDS from 'virtual:docs-finds';
import { describe, expect, it } from 'vitest';

import { addressOf, contentsOf, findsOf, type Page, pageOf, placeOf, search } from './library';
import { isPage, readContents, readPage } from './texts';

const TEXT = new Map([
  [
    'README.md',
    [
      '# Documentation',
      '',
      'What there is.',
      '',
      '## Guides',
      '',
      '- [Start](guides/start.md): how to [read](glossary.md)',
      '- [Glossary](glossary.md)',
      '',
      'The API is a [document](openapi.json).',
      '',
      '## Methodology',
      '',
      '- [All quantities](methodology/README.md)',
    ].join('\n'),
  ],
  [
    'guides/start.md',
    '# Getting started\n\nTen minutes.\n\n## What a plan is\n\nOne *document*.\n\n```\n# no heading\n```\n',
  ],
  [
    'glossary.md',
    '# Glossary\n\nWords.\n\n## DWPD\n\nDrive writes per day, see [used](methodology/dwpd_used.md).\n',
  ],
  [
    'methodology/README.md',
    '# Methodology\n\n## Endurance: what is rated\n\n| quantity | name |\n| --- | --- |\n| [writes used](dwpd_used.md) | `dwpd_used` |\n',
  ],
  [
    'methodology/dwpd_used.md',
    '# Writes used\n\nDrive writes per day that are used.\n\n| | |\n| --- | --- |\n\n## Equation\n',
  ],
  [
    'methodology/inputs.md',
    "# Inputs\n\nWhat is given.\n\n| input | name | unit | meaning | used by |\n| --- | --- | --- | --- | --- |\n| rated writes | <a id='rated_dwpd'></a>`rated_dwpd` | a day | Full writes a day. | [`dwpd_used`](dwpd_used.md) |\n",
  ],
]);
const pages = new Map([...TEXT].map(([path, text]) => [addressOf(path), pageOf(path, text)]));
const finds = [...pages.values()].flatMap(findsOf);
const page = (address: string) => pages.get(address) as Page;

describe('the pages', () => {
  it('have the addresses of their files, and entry pages those of their folders', () => {
    expect([...pages.keys()]).toEqual([
      '',
      'guides/start',
      'glossary',
      'methodology',
      'methodology/dwpd_used',
      'methodology/inputs',
    ]);
    expect(page('guides/start').title).toBe('Getting started');
  });

  it('are listed as the entry pages list them, each line once', async () => {
    expect(await contentsOf((path) => Promise.resolve(TEXT.get(path)))).toEqual([
      {
        title: 'Guides',
        entries: [
          { title: 'Start', address: 'guides/start', hash: '' },
          { title: 'Glossary', address: 'glossary', hash: '' },
        ],
        groups: [],
      },
      {
        title: 'Methodology',
        entries: [{ title: 'All quantities', address: 'methodology', hash: '' }],
        groups: [
          {
            title: 'Endurance',
            entries: [{ title: 'writes used', address: 'methodology/dwpd_used', hash: '' }],
            groups: [],
          },
        ],
      },
    ]);
  });
});

describe('a link', () => {
  const from = (address: string, href: string) => placeOf(page(address), href, (each) => pages.has(each));

  it('leads to a page, from wherever it stands', () => {
    expect(from('guides/start', '../glossary.md#dwpd')).toEqual({ address: 'glossary', hash: 'dwpd' });
    expect(from('methodology/dwpd_used', 'inputs.md#rated_dwpd')).toEqual({
      address: 'methodology/inputs',
      hash: 'rated_dwpd',
    });
    expect(from('', 'methodology/README.md')).toEqual({ address: 'methodology', hash: '' });
    expect(from('methodology', '#endurance')).toEqual({ address: 'methodology', hash: 'endurance' });
  });

  it('leads out of the documentation as it stands', () => {
    expect(from('glossary', 'https://example.org/a.md')).toBe('https://example.org/a.md');
    expect(from('glossary', '/api/docs')).toBe('/api/docs');
    expect(from('guides/start', '../openapi.json')).toBe('/api/openapi.json');
    expect(from('glossary', 'nothing.md')).toBe('nothing.md');
  });
});

describe('the search', () => {
  const found = (query: string) => search(finds, query).map(({ address, hash }) => `${address}#${hash}`);

  it('finds terms, sections, quantities and inputs by title and meaning', () => {
    expect(found('DWPD')[0]).toBe('glossary#dwpd');
    expect(found('what a plan')).toEqual(['guides/start#what-a-plan-is']);
    expect(found('rated')).toEqual(['methodology/inputs#rated_dwpd']);
    expect(found('per drive day')).toEqual(['glossary#dwpd', 'methodology/dwpd_used#']);
  });

  it('begins with the title that is what was typed', () => {
    expect(found('writes')[0]).toBe('methodology/dwpd_used#');
    expect(found('   ')).toEqual([]);
    expect(found('nowhere')).toEqual([]);
  });

  it('says what a thing means without the marks of Markdown', () => {
    expect(search(finds, 'what a plan is')[0]?.meaning).toBe('One document.');
    expect(search(finds, 'dwpd')[0]?.meaning).toBe('Drive writes per day, see used.');
  });
});

describe('the documentation of the repository', () => {
  const addresses = Object.keys(import.meta.glob('../../../../docs/**/*.md')).map((path) =>
    addressOf(path.slice('../../../../docs/'.length)),
  );

  const isDecision = (address: string) => /^decisions(\/|$)/.test(address);

  it('lists every page but the decision records, which are for those who change Hostwise', async () => {
    const listed = new Set(
      (await readContents()).flatMap(({ entries, groups }) =>
        [...entries, ...groups.flatMap((group) => group.entries)].map((each) => each.address),
      ),
    );
    const unlisted = addresses.filter((address) => address !== '' && !listed.has(address));
    expect(unlisted.filter((address) => !isDecision(address))).toEqual([]);
    expect([...listed].filter(isDecision)).toEqual([]);
    expect((await readPage('decisions'))?.title).toBe('Decisions');
    expect(await readPage('nothing')).toBeUndefined();
  });

  it('leads from page to page', async () => {
    const whole = await Promise.all(addresses.map(readPage));
    const lost = whole.flatMap((each) =>
      [...(each?.text ?? '').matchAll(/\]\(([^)\s]+\.md[^)\s]*)\)/g)]
        .map(([, href = '']) => each && placeOf(each, href, isPage))
        .filter((place) => typeof place === 'string' && !place.startsWith('http')),
    );
    expect(whole).not.toContain(undefined);
    expect(lost).toEqual([]);
  });

  it('finds every page, every input and every term of the glossary', async () => {
    const inputs = FINDS.filter((find) => find.of === 'Inputs');
    const rows = (await readPage('methodology/inputs'))?.text.match(/<a id=/g) ?? [];
    expect(inputs).toHaveLength(rows.length);
    expect(new Set(FINDS.map((find) => find.address))).toEqual(new Set(addresses));
    expect(search(FINDS, 'WAF')[0]).toMatchObject({ address: 'glossary', hash: 'waf' });
    expect(search(FINDS, 'net present cost')[0]).toMatchObject({ address: 'methodology/cluster_npv' });
  });
});
