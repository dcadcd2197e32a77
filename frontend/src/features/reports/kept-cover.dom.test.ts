import { afterEach, expect, it, vi } from 'vitest';

import { inBase64, keepCover, keptCover } from './kept-cover';

const NAME = 'hostwise.report-cover';
const COVER = { customer: 'Example Ltd', author: 'A. Planner', logo: 'iVBO', logoName: 'logo.png' };

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('is kept for the next report', () => {
  keepCover(COVER);
  expect(keptCover()).toEqual(COVER);
});

it('is empty where nothing is kept, or something else', () => {
  const nothing = { customer: '', author: '', logo: '', logoName: '' };
  expect(keptCover()).toEqual(nothing);
  for (const kept of ['[]', 'null', '{', '"text"']) {
    localStorage.setItem(NAME, kept);
    expect(keptCover()).toEqual(nothing);
  }
});

it('takes only texts of what is kept', () => {
  localStorage.setItem(NAME, JSON.stringify({ ...COVER, author: 5, logo: null }));
  expect(keptCover()).toEqual({ ...COVER, author: '', logo: '' });
});

it('is kept without the logo where there is no room', () => {
  const setItem = localStorage.setItem.bind(localStorage);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((name, text) => {
    if (text.includes('iVBO')) throw new DOMException('full', 'QuotaExceededError');
    setItem(name, text);
  });
  keepCover(COVER);
  expect(keptCover()).toEqual({ ...COVER, logo: '', logoName: '' });
});

it('writes files of any size in Base64', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  const text = await inBase64(new File([bytes], 'logo.png'));
  expect(Uint8Array.from(atob(text), (each) => each.charCodeAt(0))).toEqual(bytes);
});
