/** Files on their way to the estate page: they never leave the memory of this page, and the address cannot hold them. */

let held: readonly File[] = [];
let nameless = false;
const listeners = new Set<() => void>();

export function holdFiles(files: readonly File[]): void {
  held = files;
  for (const each of listeners) each();
}

export const heldFiles = () => held;

/** Whether names are replaced in all that is read: it stays so until somebody says otherwise, as the files do. */
export const namesReplaced = () => nameless;

export function replaceNames(on: boolean): void {
  nameless = on;
  for (const each of listeners) each();
}

export function onHeldFiles(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the file dialog offers; what a file is, its content says. */
export const KINDS = '.xlsx,.xlsm,.xls,.xlsb,.ods,.csv,.tsv,.txt,.zip,.json';
