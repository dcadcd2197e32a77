import type { Architecture } from '@/api/types';

/** Which protections fit an architecture. */
const FAMILY: Record<Architecture, string> = {
  osa_all_flash: 'osa',
  osa_hybrid: 'osa',
  esa: 'esa',
  external_array: 'external',
};

/** Erasure coding reads data and parity for every small write; its keys say which it is. */
const ERASURE_CODED = /raid[56]/;

/** Whether any of the architectures has a protection. That of the policy is for drives in the hosts. */
export function protectionFits(
  row: Record<string, unknown>,
  architectures: readonly Architecture[],
  ofPolicy: boolean,
): boolean {
  const inHosts = architectures.filter((each) => !ofPolicy || each !== 'external_array');
  // Where all data are in arrays, any protection can stand for hosts that are added later.
  if (inHosts.length === 0) return row.architecture !== FAMILY.external_array;
  return inHosts.some(
    (each) =>
      row.architecture === FAMILY[each] && (each !== 'osa_hybrid' || !ERASURE_CODED.test(String(row.key))),
  );
}
