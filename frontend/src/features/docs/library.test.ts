import { describe, expect, it } from 'vitest';

import { libraryOf, type Page, placeOf, search } from './library';
import { TEXTS } from './texts';

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
const library = libraryOf(TEXT);
const page = (address: string) => library.pages.get(address) as Page;

describe('the pages', () => {
  it('have the addresses of their files, and entry pages those of their folders', () => {
    expect([...library.pages.keys()]).toEqual([
      '',
      'guides/start',
      'glossary',
      'methodology',
      'methodology/dwpd_used',
      'methodology/inputs',
    ]);
    expect(page('guides/start').title).toBe('Getting started');
  });

  it('are listed as the entry pages list them, each line once', () => {
    expect(library.contents).toEqual([
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
  const from = (address: string, href: string) => placeOf(page(address), href, library.pages);

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
  const found = (query: string) =>
    search(library.finds, query).map(({ address, hash }) => `${address}#${hash}`);

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
    expect(search(library.finds, 'what a plan is')[0]?.meaning).toBe('One document.');
    expect(search(library.finds, 'dwpd')[0]?.meaning).toBe('Drive writes per day, see used.');
  });
});

describe('the documentation of the repository', () => {
  const whole = libraryOf(TEXTS);

  const isDecision = (address: string) => /^decisions(\/|$)/.test(address);

  it('lists every page but the decision records, which are for those who change Hostwise', () => {
    const listed = new Set(
      whole.contents.flatMap(({ entries, groups }) =>
        [...entries, ...groups.flatMap((group) => group.entries)].map((each) => each.address),
      ),
    );
    const unlisted = [...whole.pages.keys()].filter((address) => address !== '' && !listed.has(address));
    expect(unlisted.filter((address) => !isDecision(address))).toEqual([]);
    expect([...listed].filter(isDecision)).toEqual([]);
    expect(whole.pages.get('decisions')?.title).toBe('Decisions');
  });

  it('leads from page to page', () => {
    const lost = [...whole.pages.values()].flatMap((each) =>
      [...each.text.matchAll(/\]\(([^)\s]+\.md[^)\s]*)\)/g)]
        .map(([, href = '']) => placeOf(each, href, whole.pages))
        .filter((place) => typeof place === 'string' && !place.startsWith('http')),
    );
    expect(lost).toEqual([]);
  });

  it('finds every input and every term of the glossary', () => {
    const inputs = whole.finds.filter((find) => find.of === 'Inputs');
    const rows = TEXTS.get('methodology/inputs.md')?.match(/<a id=/g) ?? [];
    expect(inputs).toHaveLength(rows.length);
    expect(search(whole.finds, 'WAF')[0]).toMatchObject({ address: 'glossary', hash: 'waf' });
    expect(search(whole.finds, 'net present cost')[0]).toMatchObject({ address: 'methodology/cluster_npv' });
  });
});
