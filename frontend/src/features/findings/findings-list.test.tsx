import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Finding } from '@/api/types';
import { sentenceText } from '@/components/sentence';
import { renderInPage } from '@/test-fixtures/render';

import { FindingsSection } from './findings-list';

const CONFIGURATIONS = [
  { key: 'nand', name: 'NAND' },
  { key: 'optane', name: 'Optane' },
];

const finding = ({
  parts = [named('nand', 'NAND'), ': the overhead is assumed.'],
  ...change
}: Partial<Finding>): Finding => ({
  code: 'overhead_assumed',
  severity: 'info',
  topic: 'memory',
  message: sentenceText(parts),
  parts,
  configuration: 'nand',
  quantity: 'hosts',
  pointer: null,
  ...change,
});

const FIVE = {
  name: 'overhead',
  text: '5',
  value: 5,
  why: { configuration: 'optane', quantity: 'vm_overhead_gib' as const, failed_hosts: 1 },
};

const named = (configuration: string, text: string) => ({ configuration, text });

const shown = (findings: Finding[]) => {
  renderInPage(<FindingsSection findings={findings} configurations={CONFIGURATIONS} />);
  return screen.getAllByRole('listitem').map((each) => each.textContent);
};

describe('findings', () => {
  it('that say the same of several configurations are one row, which is counted once', () => {
    const rows = shown([
      finding({}),
      finding({ configuration: 'optane', parts: [named('optane', 'Optane'), ': the overhead is assumed.'] }),
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('NAND, Optane: The overhead is assumed.');
    expect(screen.getByText('1')).toBeInTheDocument();
    // What is behind it differs.
    expect(
      within(screen.getByRole('listitem')).getAllByRole('button', {
        name: /: The overhead is assumed\. Why\?$/,
      }),
    ).toHaveLength(2);
  });

  it('stay apart where they differ in a figure, in weight, or belong to none', () => {
    const rows = shown([
      finding({}),
      finding({
        configuration: 'optane',
        parts: [named('optane', 'Optane'), ': the overhead is ', FIVE, '.'],
      }),
      finding({
        configuration: 'optane',
        parts: [named('optane', 'Optane'), ': the overhead is assumed.'],
        severity: 'warning',
      }),
      finding({ configuration: null, parts: ['Nothing is counted.'] }),
    ]);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain('Warning');
    expect(rows[1]).toContain('NAND: the overhead is assumed.');
  });

  it('open the explanation of a number in their sentence, with the hosts that are down', async () => {
    const overhead = finding({
      configuration: 'optane',
      parts: [named('optane', 'Optane'), ': it is ', FIVE, '.'],
    });
    const { actions } = renderInPage(
      <FindingsSection findings={[overhead]} configurations={CONFIGURATIONS} />,
    );
    expect(screen.getByRole('listitem')).toHaveTextContent('Optane: it is 5.');
    await userEvent.click(screen.getByRole('button', { name: 'overhead: 5. Why?' }));
    expect(actions.explain).toHaveBeenCalledExactlyOnceWith('optane', 'vm_overhead_gib', 1);
  });

  it('bring the field of a number into view, or lead to the page that says it', async () => {
    const parts = [
      'Below ',
      { name: 'limit', text: '3 %', value: 0.03, pointer: '/policy/max_wear_out_probability' },
      ' of ',
      { name: 'rule', text: '5 %', value: 0.05, page: '/docs/model/endurance' },
      '.',
    ];
    const { actions } = renderInPage(
      <FindingsSection
        findings={[finding({ configuration: null, parts })]}
        configurations={CONFIGURATIONS}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'limit: 3 %. Go to field' }));
    expect(actions.focusField).toHaveBeenCalledExactlyOnceWith('/policy/max_wear_out_probability');
    expect(screen.getByRole('link', { name: 'rule: 5 %. Source' })).toHaveAttribute(
      'href',
      '/docs/model/endurance',
    );
  });

  it('have their remedy of one click', async () => {
    const remedy = { label: 'Confirm it', edits: [{ pointer: '/workload/io_confirmed', value: true }] };
    const { actions } = renderInPage(
      <FindingsSection
        findings={[finding({ configuration: null, parts: ['Check it.'], remedy })]}
        configurations={CONFIGURATIONS}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Confirm it' }));
    expect(actions.apply).toHaveBeenCalledExactlyOnceWith(remedy);
  });

  it('of a later version or of a plug-in are read as they are', () => {
    const rows = shown([finding({ code: 'x-acme:too_loud', parts: ['Too loud.'], configuration: null })]);
    expect(rows[0]).toContain('Too loud.');
  });
});
