import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { renderInPage } from '@/test-fixtures/render';

import { FieldLinks } from './field-links';
import { PlanActionsProvider } from '@/plan/plan-actions';

describe('links to fields', () => {
  it('lead to the field', () => {
    renderInPage(<FieldLinks pointers={['/name']} />);
    expect(screen.getByRole('button', { name: 'label of /name' })).toBeInTheDocument();
  });

  it('are names only where the plan cannot be changed', () => {
    const actions = {
      explain: vi.fn(),
      focusField: vi.fn(),
      labelOf: (pointer: string) => pointer,
      textOf: () => '',
      readOnly: true,
    };
    render(
      <PlanActionsProvider value={actions}>
        <FieldLinks pointers={['/name']} />
      </PlanActionsProvider>,
    );
    expect(screen.getByText('/name')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
