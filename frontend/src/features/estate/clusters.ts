import type { EstateGlance } from '@/api/types';

/** The chosen clusters with one of them on or off. All clusters are no condition; at least one stays. */
export function toggledCluster(
  chosen: readonly string[],
  name: string,
  on: boolean,
  glance: Pick<EstateGlance, 'clusters'>,
): string[] {
  const all = glance.clusters.map((each) => each.name);
  const before = chosen.length > 0 ? chosen : all;
  const next = on ? [...before, name] : before.filter((each) => each !== name);
  return next.length === 0 || next.length === all.length ? [] : next;
}
