import { afterEach, expect, it } from 'vitest';

import { returnsFocus } from './returns-focus';

afterEach(() => {
  document.body.replaceChildren();
});

it('gives the focus back to what had it', () => {
  const [opener, other] = [document.createElement('button'), document.createElement('input')];
  document.body.append(opener, other);
  opener.focus();
  const back = returnsFocus();
  other.focus();
  back();
  expect(document.activeElement).toBe(opener);
});

it('leaves the focus where nothing had it', () => {
  const other = document.createElement('input');
  document.body.append(other);
  const back = returnsFocus();
  other.focus();
  other.remove();
  back();
  expect(document.activeElement).toBe(document.body);
});
