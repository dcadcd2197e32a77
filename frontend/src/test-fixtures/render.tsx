import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';

import { type PlanActions, PlanActionsProvider } from '@/plan/plan-actions';

/** Renders inside what every part of a page stands in; the page's actions are spies. */
export function renderInPage(children: ReactNode) {
  const actions = {
    explain: vi.fn<PlanActions['explain']>(),
    explainNote: vi.fn<NonNullable<PlanActions['explainNote']>>(),
    focusField: vi.fn<PlanActions['focusField']>(),
    apply: vi.fn<NonNullable<PlanActions['apply']>>(),
    labelOf: (pointer: string) => `label of ${pointer}`,
    textOf: (_: string, value: unknown) => `text of ${String(value)}`,
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const inPage = (shown: ReactNode) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <PlanActionsProvider value={actions}>{shown}</PlanActionsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
  const view = render(inPage(children));
  return { ...view, rerender: (shown: ReactNode) => view.rerender(inPage(shown)), actions };
}
