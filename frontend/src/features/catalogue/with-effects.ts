/** The table of a kind with what each row makes of a plan: columns like the others, sorted like them. */
import type {
  CatalogueCell,
  CatalogueColumn,
  CatalogueTable,
  Figure,
  OptionEffect,
  Options,
} from '@/api/types';

const cell = (figure: Figure | null | undefined): CatalogueCell => ({
  text: figure?.text ?? '',
  value: figure?.value ?? null,
  note: '',
});

interface EffectColumn {
  key: string;
  label: string;
  unit: (options: Options) => string;
  cell: (effect: OptionEffect | undefined) => CatalogueCell;
}

const EFFECTS: readonly EffectColumn[] = [
  { key: 'effect_hosts', label: 'Hosts', unit: () => '', cell: (effect) => cell(effect?.hosts) },
  {
    key: 'effect_cost',
    label: 'Cost',
    unit: ({ currency, horizon_years }) => `${currency} / ${String(horizon_years)} years`,
    cell: (effect) => cell(effect?.cost),
  },
  { key: 'effect_against', label: 'Against now', unit: () => '', cell: (effect) => cell(effect?.against) },
  { key: 'effect_life', label: 'Flash life', unit: () => '', cell: (effect) => cell(effect?.life) },
  { key: 'effect_worn', label: 'Worn out', unit: () => '', cell: (effect) => cell(effect?.worn) },
];

/** The column that rows are sorted by at first. */
export const COST = 'effect_cost';

/** What a column is about: prices stand before the effects, all others behind. */
const isPrice = ({ key }: CatalogueColumn) => key === 'price' || key === 'price_per_gib';

/** The effects come behind the prices that lead; of several configurations each has its own columns, under its name. */
export function withEffects(
  table: CatalogueTable,
  options: Options | undefined,
  nameOf: (configuration: string) => string,
): CatalogueTable {
  const [first] = options?.rows ?? [];
  if (options === undefined || first === undefined || first.effects.length === 0) return table;
  const several = first.effects.length > 1;
  const columns = first.effects.flatMap(({ configuration }, place) =>
    EFFECTS.map(({ key, label, unit }): CatalogueColumn => {
      const units = [unit(options), several ? nameOf(configuration) : ''].filter(Boolean);
      return {
        key: place === 0 ? key : `${key}_${String(place)}`,
        label,
        unit: units.join(', '),
        filter: 'none',
      };
    }),
  );
  const leading = table.columns.findIndex((column) => !isPrice(column));
  const inserted = <T>(items: readonly T[], own: readonly T[]) => [
    ...own.slice(0, leading),
    ...items,
    ...own.slice(leading),
  ];
  const effects = new Map(options.rows.map((row) => [row.key, row.effects]));
  return {
    ...table,
    columns: inserted(columns, table.columns),
    rows: table.rows.map((row) => ({
      ...row,
      cells: inserted(
        first.effects.flatMap((_, place) => EFFECTS.map((each) => each.cell(effects.get(row.key)?.[place]))),
        row.cells,
      ),
    })),
  };
}

/** Why a row cannot be picked, where it fits no configuration, or what is wrong with it there; by its key. */
export function reasonsAgainst(options: Options | undefined): Map<string, { none: boolean; text: string }> {
  const found = new Map<string, { none: boolean; text: string }>();
  for (const { key, effects } of options?.rows ?? []) {
    const against = effects.find((each) => each.why_not);
    if (!against?.why_not) continue;
    const none = effects.every((each) => each.fits === 'no');
    const text = against.why_not.parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
    if (none || effects.length === 1) found.set(key, { none, text });
  }
  return found;
}
