import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { renderInPage } from '@/test-fixtures/render';

import { pageOf } from './library';
import { Markdown } from './markdown';

const TEXT = `# Title

A \`long_name\` and <b>no</b> markup. A [link](cost.md#there), and [the API](../openapi.json).

| | |
| --- | --- |
| unit | MB/s |

| input | name |
| --- | --- |
| year | <a id='year'></a>\`year\` |

## Two words

$$
\\frac{a}{b}
$$

    hostwise serve
`;

function show() {
  const page = pageOf('guides/page.md', TEXT);
  const root = createRootRoute();
  const docs = createRoute({
    getParentRoute: () => root,
    path: '/docs/$',
    component: () => <Markdown page={page} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([docs]),
    history: createMemoryHistory({ initialEntries: ['/docs/guides/page'] }),
  });
  return renderInPage(<RouterProvider router={router as never} />);
}

describe('a page', () => {
  it('has its formulas set, its links within the app, and its places', async () => {
    const { container } = show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Title' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'link' })).toHaveAttribute('href', '/docs/guides/cost#there');
    expect(screen.getByRole('link', { name: 'the API' })).toHaveAttribute('href', '/api/openapi.json');
    expect(
      (await screen.findByRole('group', { name: 'Equation' })).querySelector('math mfrac'),
    ).not.toBeNull();
    expect(container.querySelector('h2#two-words')).toHaveTextContent('Two words');
    expect(container.querySelector('span#year')).toBeInTheDocument();
    expect(container.querySelector('p')).toHaveTextContent('A long_name and no markup.');
    expect(container.querySelector('p b')).toBeNull();
  });

  it('has the heads of a table where the table has them', async () => {
    show();
    expect(await screen.findByRole('rowheader', { name: 'unit' })).toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'input' })).toBeInTheDocument();
    expect(screen.getAllByRole('columnheader')).toHaveLength(2);
  });

  it('copies code', async () => {
    const user = userEvent.setup();
    show();
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('hostwise serve');
  });
});
