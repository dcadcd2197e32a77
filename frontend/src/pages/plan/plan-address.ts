/** The view part of a plan page's address. */

/** What can be looked at, in the order of the tabs. */
export const VIEWS = [
  'compare',
  'cost',
  'memory',
  'burst',
  'storage',
  'read-cache',
  'search',
  'scenarios',
] as const;
export type View = (typeof VIEWS)[number];

export interface PlanAddress {
  /** The open view; the comparison where the address says nothing. */
  view?: View;
  /** Hosts that are down in the selected case. */
  down?: number;
  /** Further disk groups that are down. */
  groups?: number;
  /** Key of the configuration that a search varies; the first without it. */
  varied?: string;
  /** Whether the list of revisions is open. */
  revisions?: true;
}

const MOST_DOWN = { down: 1_000, groups: 5_000 };

function counted(value: unknown, most: number): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= most
    ? number
    : undefined;
}

/** The valid parts of an address; defaults and anything unknown are left out. */
export function planAddress(search: Record<string, unknown>): PlanAddress {
  const view = VIEWS.find((each) => each === search.view && each !== 'compare');
  const [down, groups] = [counted(search.down, MOST_DOWN.down), counted(search.groups, MOST_DOWN.groups)];
  return {
    ...(view !== undefined && { view }),
    ...(down !== undefined && { down }),
    ...(groups !== undefined && { groups }),
    ...(typeof search.varied === 'string' && search.varied !== '' && { varied: search.varied }),
    ...((search.revisions === true || search.revisions === 'true') && { revisions: true as const }),
  };
}

/** The whole search part of a plan's address: the view, the open explanation and the reference. */
export interface PlanSearch extends PlanAddress {
  why?: string;
  reference?: string;
}

export function planSearch(search: Record<string, unknown>): PlanSearch {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
  const [why, reference] = [text(search.why), text(search.reference)];
  return {
    ...planAddress(search),
    ...(why !== undefined && { why }),
    ...(reference !== undefined && { reference }),
  };
}
