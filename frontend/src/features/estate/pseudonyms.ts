import type { History, Names } from '@/api/types';

/** A history whose VMs have the pseudonyms of the estate that it is for; VMs that the estate lacks are only counted. */
export function withPseudonyms(history: History, { pseudonyms = {}, vm_names = {} }: Names): History {
  const ofId = new Map(Object.entries(pseudonyms.vm ?? {}));
  const ofName = new Map<string, string | null>();
  for (const [pseudonym, name] of Object.entries(vm_names)) {
    const key = name.toLowerCase();
    // A name that several VMs have leads to none of them.
    ofName.set(key, ofName.has(key) ? null : pseudonym);
  }
  const { name, id, ...columns } = history.vms;
  const renamed = name.map(
    (each, at) =>
      ofId.get(id?.[at] ?? '') ?? ofName.get(each.toLowerCase()) ?? `not-in-estate-${String(at + 1)}`,
  );
  return {
    ...history,
    source: { ...history.source, file: 'history' },
    vms: { ...columns, name: renamed, id: null },
    columns_unused: [],
    findings: (history.findings ?? []).map(({ code, kind, count }) => ({
      code,
      kind,
      count,
      message: `${code.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())}.`,
    })),
  };
}

/** Whether all pseudonyms of an estate mean the same in another reading of it. */
export const sameNames = (before: Names | null | undefined, after: Names | null | undefined): boolean =>
  Object.entries(before?.pseudonyms ?? {}).every(
    ([kind, known]) =>
      // Files are chosen by nothing.
      kind === 'file' ||
      Object.entries(known).every(([name, each]) => after?.pseudonyms?.[kind]?.[name] === each),
  );
