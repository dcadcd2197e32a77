import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { renderInPage } from '@/test-fixtures/render';

import { FoldedSection } from './folded-section';

const section = (
  <FoldedSection name="figures" title="All figures">
    <p>everything</p>
  </FoldedSection>
);

describe('a folded section', () => {
  it('is closed at first, and the next time as it was left', async () => {
    const first = renderInPage(section);
    expect(screen.queryByText('everything')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'All figures' }));
    expect(screen.getByText('everything')).toBeVisible();
    first.unmount();
    renderInPage(section);
    expect(screen.getByText('everything')).toBeVisible();
  });
});
