import type { Configuration } from '@/api/types';

type Row = Record<string, unknown>;

/** What decides how a configuration stores its data. */
export type Stored = Pick<Configuration, 'architecture' | 'storage'>;

/** Erasure coding reads data and parity for every small write; its keys say which it is. */
const ERASURE_CODED = /raid[56]/;

/** The storage stack of a configuration: its own, else the usual one of its architecture. */
function stackOf(
  { architecture = 'osa_all_flash', storage }: Stored,
  stacks: readonly Row[],
): Row | undefined {
  const fitting = stacks.filter((each) => stackFits(each, architecture));
  return fitting.find((each) => each.key === storage) ?? fitting.find((each) => each.usual === true);
}

/** Whether a storage stack runs on the drives of an architecture. */
export function stackFits(row: Row, architecture: Stored['architecture']): boolean {
  return row.layout === architecture;
}

/** Whether any of the configurations may have a protection. That of the policy is for drives in the hosts. */
export function protectionFits(
  row: Row,
  stacks: readonly Row[],
  configurations: readonly Stored[],
  ofPolicy: boolean,
): boolean {
  const inHosts = configurations.filter((each) => !ofPolicy || each.architecture !== 'external_array');
  // Where all data are in arrays, any protection can stand for hosts that are added later.
  if (inHosts.length === 0) {
    return row.family !== stackOf({ architecture: 'external_array' }, stacks)?.protections;
  }
  return inHosts.some(
    (each) =>
      row.family === stackOf(each, stacks)?.protections &&
      (each.architecture !== 'osa_hybrid' || !ERASURE_CODED.test(String(row.key))),
  );
}
