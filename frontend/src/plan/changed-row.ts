/** What a plan keeps, and what it may be called, when a field picks another row of the catalogue. */
import type { CatalogueTable, Plan } from '@/api/types';

import { deleteAt, getAt } from './json-pointer';
import { dropRemarks, editField } from './plan-edits';

/** The plan with another row picked; the figures beside the field that described the former row go with it. */
export function pickRow(
  plan: Plan,
  pointer: string,
  key: string | undefined,
  figures: readonly string[],
): Plan {
  return figures.reduce(
    (next, figure) => dropRemarks(deleteAt(next, figure), figure),
    editField(plan, pointer, key),
  );
}

/** Texts of two rows that stand in the same place, the most particular first. */
function pairs(table: CatalogueTable, former: string, key: string): (readonly [string, string])[] {
  const [before, after] = [former, key].map((picked) => table.rows.find((row) => row.picked_as === picked));
  if (!before || !after) return [];
  const said = table.columns.flatMap(({ filter }, place) =>
    filter === 'set' && table.columns[place]?.key !== 'price_kind'
      ? [[before.cells[place]?.text ?? '', after.cells[place]?.text ?? ''] as const]
      : [],
  );
  const words = [before.name, after.name].map((name) => name.split(' '));
  const [old = [], now = []] = words;
  // Names of processors have maker, family and model in the same places.
  const inName =
    table.kind === 'cpus' && old.length === now.length
      ? old.map((word, place) => [word, now[place] ?? ''] as const)
      : [];
  return [[before.name, after.name] as const, ...said, ...inName].filter(
    ([one, other]) => one.length > 2 && other !== '' && one !== other,
  );
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The name of a configuration without what it says of its former part; undefined where it says nothing of it. */
export function renamed(
  plan: Plan,
  pointer: string,
  table: CatalogueTable,
  former: string,
  key: string,
): { pointer: string; from: string; to: string } | undefined {
  const [at] = /^\/configurations\/\d+/.exec(pointer) ?? [];
  const name = at === undefined ? undefined : getAt(plan, `${at}/name`);
  if (at === undefined || typeof name !== 'string') return undefined;
  const to = pairs(table, former, key).reduce(
    (next, [one, other]) => next.replace(new RegExp(`(?<![\\w-])${escaped(one)}(?![\\w-])`, 'i'), other),
    name,
  );
  const taken = plan.configurations.some((each) => each.name === to);
  return taken ? undefined : { pointer: `${at}/name`, from: name, to };
}
