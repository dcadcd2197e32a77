import { useNavigate } from '@tanstack/react-router';

import { useCommands } from '@/components/commands';

/** The pages of the documentation that are asked for by name. */
const DOCS = [
  ['Documentation', ''],
  ['Getting started', 'guides/getting-started'],
  ['Glossary', 'glossary'],
  ['The model and its assumptions', 'model'],
  ['Methodology', 'methodology'],
  ['Cost', 'guides/cost'],
  ['Reports', 'guides/reports'],
  ['Scripting', 'guides/scripting'],
] as const;

/** Every page can be reached from every page. */
export function PageCommands() {
  const navigate = useNavigate();
  useCommands(() => {
    const page = (label: string, run: () => void, of?: string) =>
      ({ id: `page ${label}`, kind: 'page', label, of, run }) as const;
    return [
      page('Start', () => void navigate({ to: '/' }), 'Your plans and cases'),
      page('New plan', () => void navigate({ to: '/plans/new' })),
      page('Evidence', () => void navigate({ to: '/evidence' }), 'Measurements and reproductions'),
      page(
        'Catalogue',
        () => void navigate({ to: '/catalogue/$kind', params: { kind: 'drives' } }),
        'Drives, processors, servers, licences',
      ),
      page(
        'Audit a vendor\u2019s proposal',
        () => void navigate({ to: '/quote-audit' }),
        'Quote, comparison of costs',
      ),
      page('Tokens', () => void navigate({ to: '/tokens' }), 'Access of scripts'),
      ...DOCS.map(([label, _splat]) =>
        page(
          label,
          () => void navigate({ to: '/docs/$', params: { _splat } }),
          _splat === '' ? undefined : 'Documentation',
        ),
      ),
      page('API reference', () => void navigate({ to: '/api/docs' })),
    ];
  });
  return null;
}
