/** A model as it is being written: fields may be empty, and a row of points may be incomplete. */
import type { FieldProblem, OpmModel, OpmPoint, SwapMedium } from '@/api/types';
import { equal } from '@/lib/json';

export interface PointRow {
  /** Tells rows apart while they are added and removed. */
  id: number;
  medium: SwapMedium | null;
  overcommit_ratio: number | undefined;
  per_vm: number | undefined;
  vms: number | undefined;
  window_minutes: number | undefined;
  note: string;
}

export interface ModelForm extends Required<
  Pick<OpmModel, 'key' | 'name' | 'measure' | 'kind' | 'source' | 'validity'>
> {
  locator: string;
  baseline_opm_per_vm: number | undefined;
  points: PointRow[];
}

export const EMPTY_FORM: ModelForm = {
  key: '',
  name: '',
  measure: 'opm_per_vm',
  kind: 'measured',
  source: '',
  locator: '',
  validity: '',
  baseline_opm_per_vm: undefined,
  points: [],
};

let rows = 0;

/** A new row; it begins with the medium of the row before. */
export function newRow(medium: SwapMedium | null = null): PointRow {
  rows += 1;
  return {
    id: rows,
    medium,
    overcommit_ratio: undefined,
    per_vm: undefined,
    vms: undefined,
    window_minutes: undefined,
    note: '',
  };
}

export function rowOf(point: OpmPoint): PointRow {
  return {
    ...newRow(point.medium),
    overcommit_ratio: point.overcommit_ratio,
    per_vm: point.per_vm,
    vms: point.vms ?? undefined,
    window_minutes: point.window_minutes ?? undefined,
    note: point.note ?? '',
  };
}

export function formOf(model: OpmModel): ModelForm {
  return {
    key: model.key,
    name: model.name,
    measure: model.measure ?? 'opm_per_vm',
    kind: model.kind ?? 'measured',
    source: model.source ?? '',
    locator: model.locator ?? '',
    validity: model.validity ?? '',
    baseline_opm_per_vm: model.baseline_opm_per_vm ?? undefined,
    points: model.points.map(rowOf),
  };
}

/** Whether nothing has been entered in a row but, perhaps, its medium. */
export function isBlank(row: PointRow): boolean {
  const { overcommit_ratio, per_vm, vms, window_minutes, note } = row;
  return [overcommit_ratio, per_vm, vms, window_minutes].every((each) => each === undefined) && note === '';
}

/** The point of a row; what is empty is absent, for the API to say what is needed. */
function pointOf(row: PointRow): OpmPoint {
  const { medium, overcommit_ratio, per_vm, vms, window_minutes, note } = row;
  const given = { medium: medium ?? undefined, overcommit_ratio, per_vm, vms, window_minutes };
  const point = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...point, ...(note !== '' && { note }) } as unknown as OpmPoint;
}

/** The document as it is saved; blank rows are none. */
export function modelOf(form: ModelForm): OpmModel {
  const { points, locator, baseline_opm_per_vm, ...rest } = form;
  return {
    ...rest,
    ...(locator !== '' && { locator }),
    ...(baseline_opm_per_vm !== undefined && { baseline_opm_per_vm }),
    points: points.filter((row) => !isBlank(row)).map(pointOf),
  };
}

const isComplete = (row: PointRow) =>
  row.medium !== null && row.overcommit_ratio !== undefined && row.per_vm !== undefined;

/** What a curve can be drawn of meanwhile: the rows that are complete, under a name that does not matter. */
export function previewOf(form: ModelForm): OpmModel | null {
  const points = form.points.filter(isComplete).map((row) => {
    const { note: _, ...point } = pointOf(row);
    return point;
  });
  if (points.length === 0) return null;
  const { measure, kind, baseline_opm_per_vm } = form;
  return {
    key: 'preview',
    name: 'Preview',
    measure,
    kind,
    ...(baseline_opm_per_vm !== undefined && { baseline_opm_per_vm }),
    points,
  };
}

/** A key made from a name: what the address and plans call the model. */
export function keyFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
}

export function sameForm(a: ModelForm, b: ModelForm): boolean {
  return equal(modelOf(a), modelOf(b));
}

/** The words of the problems, by form field: `name`, or `points.<row id>.<field>`. */
export function problemsByField(
  form: ModelForm,
  problems: readonly FieldProblem[],
  sentRows: (row: PointRow) => boolean = (row) => !isBlank(row),
): ReadonlyMap<string, string> {
  const sent = form.points.filter(sentRows);
  const found = new Map<string, string>();
  for (const { pointer, message, hint } of problems) {
    const [head = '', index, field = ''] = pointer
      .replace(/^\/model(?=\/|$)/, '')
      .split('/')
      .slice(1);
    const row = head === 'points' && index !== undefined ? sent[Number(index)] : undefined;
    const place = row ? `points.${row.id}.${field}` : head;
    const words = [message, hint].filter(Boolean).join(' ');
    found.set(place, [found.get(place), words].filter(Boolean).join(' '));
  }
  return found;
}

/** The same for the answer to a preview, which holds complete rows only. */
export function previewProblems(form: ModelForm, problems: readonly FieldProblem[]) {
  return problemsByField(form, problems, isComplete);
}

/** My changes since `base` made again on top of the newest: field by field, the points as one. */
export function rebaseForm(base: ModelForm, mine: ModelForm, newest: ModelForm): ModelForm {
  const [before, now] = [modelOf(base), modelOf(mine)];
  const names = Object.keys(EMPTY_FORM) as (keyof ModelForm)[];
  const changed = names.filter((name) => !equal(before[name], now[name]));
  return { ...newest, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) };
}
