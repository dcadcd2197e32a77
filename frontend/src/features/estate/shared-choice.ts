import type { EstateChoices, EstateFinding } from '@/api/types';

const OVERRULED: Partial<Record<string, readonly string[]>> = {
  once: ['disks_alike'],
  each: ['disks_alike', 'disks_shared'],
};

/**
 * What was found, and what follows from the choices: how shared disks counted before a choice is not said beside it.
 * Formats that know for certain which disks are shared say so in a note, which stays.
 */
export function notOverruled(
  found: readonly EstateFinding[],
  then: readonly EstateFinding[],
  chosen: EstateChoices['shared_disks'],
): EstateFinding[] {
  const isChosen = then.some(({ code }) => code === 'shared_chosen');
  const codes = (isChosen && chosen && OVERRULED[chosen]) || [];
  return [...found.filter(({ code, kind }) => kind !== 'warning' || !codes.includes(code)), ...then];
}
