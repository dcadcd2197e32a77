import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';

import type { Plan } from '@/api/types';
import { InputsProvider } from '@/features/inputs/inputs-context';
import { editField } from '@/plan/plan-edits';

/** A plan that the inputs inside it edit. */
export function EditedPlan({
  start,
  words = [],
  children,
}: {
  start: Plan;
  words?: string[];
  children: ReactNode;
}) {
  const [document, setDocument] = useState(start);
  return (
    <InputsProvider
      value={{
        plan: document,
        inputs: new Map(),
        problems: new Map(),
        missing: new Set(),
        unreadable: new Map(),
        words,
        edit: (pointer, value) => setDocument((before) => editField(before, pointer, value)),
        keepUnreadable: () => undefined,
        change: (_, change) => setDocument(change),
      }}
    >
      {children}
      <output data-testid="edited-plan">{JSON.stringify(document)}</output>
    </InputsProvider>
  );
}

/** The plan as it is now. */
export function editedPlan(): Plan {
  return JSON.parse(screen.getByTestId('edited-plan').textContent) as Plan;
}
