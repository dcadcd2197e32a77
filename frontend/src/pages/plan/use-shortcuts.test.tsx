import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { useShortcuts } from './use-shortcuts';

function Page({ undo, redo, save }: Record<'undo' | 'redo' | 'save', () => void>) {
  useShortcuts({ undo, redo, save });
  return (
    <>
      <input data-testid="line" />
      <input data-testid="number" type="number" />
      <textarea data-testid="text" />
      <select data-testid="choice" />
      <div contentEditable suppressContentEditableWarning>
        <b data-testid="rich">text</b>
      </div>
      <input data-testid="flag" type="checkbox" />
      <input data-testid="slider" type="range" />
      <button data-testid="button" type="button" />
      <div contentEditable={false}>
        <b data-testid="fixed">text</b>
      </div>
    </>
  );
}

const KEYS = [{ key: 'z' }, { key: 'Z', shiftKey: true }, { key: 'y' }];

function press(where: string) {
  const calls = { undo: vi.fn(), redo: vi.fn(), save: vi.fn() };
  render(<Page {...calls} />);
  for (const key of [...KEYS, { key: 's' }])
    fireEvent.keyDown(screen.getByTestId(where), { ...key, ctrlKey: true });
  return [calls.undo, calls.redo, calls.save].map((each) => each.mock.calls.length);
}

it.each(['line', 'number', 'text', 'choice', 'rich'])('what is typed is undone there: %s', (where) => {
  expect(press(where)).toEqual([0, 0, 1]);
});

it.each(['flag', 'slider', 'button', 'fixed'])('elsewhere the plan is: %s', (where) => {
  expect(press(where)).toEqual([1, 2, 1]);
});
