import './library';
import 'virtual:looks.css';
import './global.css';

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { questionHash } from '@/api/caching';
import { ApiError } from '@/api/client';

import { router } from './router';
import { cssVariables, theme } from './theme';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      queryKeyHashFn: questionHash,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});

const root = document.getElementById('root');
if (root) {
  const app = (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
  // As a transition it is rendered in slices, between which the browser draws and answers.
  startTransition(() => createRoot(root).render(app));
}
