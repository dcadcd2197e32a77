import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fieldId } from '@/plan/field-id';

import { useFocusField } from './use-focus-field';

const FIELD = '/configurations/0/swap/medium';
const NEAREST = '/configurations/0';

beforeEach(() => {
  vi.useFakeTimers();
  Element.prototype.scrollIntoView = vi.fn();
  Element.prototype.animate = vi.fn();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function asked(): void {
  const { result } = renderHook(() => useFocusField(() => undefined));
  result.current(FIELD);
}

function added(pointer: string): HTMLInputElement {
  const control = document.createElement('input');
  control.id = fieldId(pointer);
  document.body.append(control);
  return control;
}

test('a field that is rendered seconds later is focused', () => {
  asked();
  vi.advanceTimersByTime(4_000);
  const control = added(FIELD);
  vi.advanceTimersByTime(100);
  expect(document.activeElement).toBe(control);
});

test('the nearest part has to do for a moment, and the field is focused once it is there', () => {
  const part = added(NEAREST);
  asked();
  vi.advanceTimersByTime(100);
  expect(document.activeElement).not.toBe(part);
  vi.advanceTimersByTime(2_000);
  expect(document.activeElement).toBe(part);
  const control = added(FIELD);
  vi.advanceTimersByTime(100);
  expect(document.activeElement).toBe(control);
});

test.each([
  ['pointerdown', () => new Event('pointerdown')],
  ['wheel', () => new Event('wheel')],
  ['keydown', () => new KeyboardEvent('keydown', { key: 'a' })],
])('who goes on elsewhere is not called back: %s', (_, event) => {
  asked();
  vi.advanceTimersByTime(500);
  document.dispatchEvent(event());
  const control = added(FIELD);
  vi.advanceTimersByTime(5_000);
  expect(document.activeElement).not.toBe(control);
});
