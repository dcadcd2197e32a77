import './library';
import 'virtual:looks.css';
import './global.css';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { queryClient } from './query-client';
import { router } from './router';
import { cssVariables, theme } from './theme';

const root = document.getElementById('root');
if (root) {
  const app = (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
  // As a transition it is rendered in slices, between which the browser draws and answers.
  startTransition(() => createRoot(root).render(app));
}
