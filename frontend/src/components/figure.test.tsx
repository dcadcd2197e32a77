import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { renderInPage } from '@/test-fixtures/render';

import { Figure } from './figure';

const SHOWN = { text: '12', unit: 'hosts', full: '12.0 hosts' };

describe('a figure', () => {
  it('is a button that says what it is, of what, and what it opens', async () => {
    const { actions } = renderInPage(
      <Figure configuration="epyc" quantity="hosts" failedHosts={2} shown={SHOWN} label="Hosts, EPYC" />,
    );
    const button = screen.getByRole('button', { name: 'Hosts, EPYC: 12 hosts. Why?' });
    expect(button).toHaveTextContent('12 hosts');
    expect(button).toHaveAttribute('title', '12.0 hosts \u2014 why?');
    await userEvent.click(button);
    expect(actions.explain).toHaveBeenCalledExactlyOnceWith('epyc', 'hosts', 2);
  });

  it('says what stands beside it, before it and behind it', () => {
    renderInPage(
      <Figure
        configuration="epyc"
        quantity="cpu_ghz_slack_share"
        shown={{ text: '8 %', unit: '', full: '8.1 %' }}
        label="Slack, EPYC"
        before="slack"
        aside="best"
        hint="How much the demand may grow"
      />,
    );
    const button = screen.getByRole('button', { name: 'Slack, EPYC: 8 %, best. Why?' });
    expect(button).toHaveTextContent('slack 8 %');
    expect(button).toHaveAttribute('title', 'How much the demand may grow: 8.1 % \u2014 why?');
  });

  it('without a number asks why of a sentence', async () => {
    const { actions } = renderInPage(
      <Figure configuration="epyc" quantity="hosts" label="The overhead is assumed." />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'The overhead is assumed. Why?' }));
    expect(actions.explain).toHaveBeenCalledExactlyOnceWith('epyc', 'hosts', undefined);
  });
});
