import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';

import { useRovingFocus } from './use-roving-focus';

function Table({ rows }: { rows: (string | null)[][] }) {
  return (
    <>
      <button type="button">before</button>
      <table ref={useRovingFocus()}>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              <th scope="row">row {row}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell !== null && <button type="button">{cell}</button>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button">after</button>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

describe('a table with roving focus', () => {
  beforeEach(() => {
    Element.prototype.scrollIntoView = () => undefined;
  });

  it('is one tab stop, which stays where it was left', async () => {
    render(
      <Table
        rows={[
          ['a', 'b'],
          ['c', 'd'],
        ]}
      />,
    );
    await userEvent.tab();
    await userEvent.tab();
    expect(focused()).toBe('a');
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(focused()).toBe('d');
    await userEvent.tab();
    expect(focused()).toBe('after');
    await userEvent.tab({ shift: true });
    expect(focused()).toBe('d');
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('c');
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    expect(focused()).toBe('a');
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    expect(focused()).toBe('a');
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(focused()).toBe('d');
  });

  it('goes past rows without anything in the column', async () => {
    render(
      <Table
        rows={[
          ['a', 'b'],
          ['c', null],
          ['e', 'f'],
        ]}
      />,
    );
    screen.getByText('b').focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('f');
  });

  it('has a stop when the one that had it is gone', async () => {
    const { rerender } = render(<Table rows={[['a'], ['b']]} />);
    screen.getByText('b').focus();
    rerender(<Table rows={[['a']]} />);
    await waitFor(() => expect(screen.getByText('a').tabIndex).toBe(0));
  });
});

function Line() {
  return (
    <>
      <div ref={useRovingFocus()}>
        <button type="button">a</button> <button type="button">b</button>
        <button type="button" data-action>
          change
        </button>
        <a href="/c">c</a>
      </div>
      <button type="button">after</button>
    </>
  );
}

describe('another part with roving focus', () => {
  it('is one tab stop for what opens, and one for each thing that changes the plan', async () => {
    render(<Line />);
    await userEvent.tab();
    expect(focused()).toBe('a');
    await userEvent.keyboard('{ArrowRight}');
    expect(focused()).toBe('b');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('c');
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('b');
    await userEvent.tab();
    expect(focused()).toBe('change');
    await userEvent.tab();
    expect(focused()).toBe('after');
  });
});
