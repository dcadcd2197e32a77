import { expect, it, vi } from 'vitest';

import { heldFiles, holdFiles, namesReplaced, onHeldFiles, replaceNames } from './dropped-files';

it('files and the replacing of names are held, and who listens is told until it stops', () => {
  const listener = vi.fn();
  const stop = onHeldFiles(listener);
  const files = [new File(['x'], 'export.xlsx')];
  holdFiles(files);
  expect(heldFiles()).toBe(files);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(namesReplaced()).toBe(false);
  replaceNames(true);
  expect(namesReplaced()).toBe(true);
  expect(listener).toHaveBeenCalledTimes(2);
  // Other files come under the same choice.
  holdFiles([]);
  expect([heldFiles(), namesReplaced()]).toEqual([[], true]);
  stop();
  replaceNames(false);
  expect(listener).toHaveBeenCalledTimes(3);
});
