/** What the chart of operations over memory overcommitment shows: its window, its marks and its table. */
import type { ConfigurationMemory, GroupOperations, MeasuredModel } from '@/api/types';
import { formatNumber, formatShare } from '@/lib/format';
import { MEDIA } from '@/lib/media';

import { BASIS, basisOfKind, type ChartBasis, basesOf, stretchesOf } from './basis';
import { roundTicks } from './style';
import type { TableData } from './table-data';

export interface Reference {
  key: number;
  ratio: number;
  label: string;
  /** Whether it is the selected case. */
  /** The same where there is little room. */
  shortLabel: string;
  current: boolean;
}

const STEP = 0.5;
const LAST_RATIO = 4;
const ROOM = 0.3;
const HEADROOM = 1.12;

/** Ratios of the failure cases, those that are known. */
export function referencesOf(configuration: ConfigurationMemory, place: number): Reference[] {
  return configuration.cases.flatMap((each, index): Reference[] => {
    const ratio = each.quantities.memory_overcommit_ratio?.value ?? null;
    return ratio === null
      ? []
      : [
          {
            key: each.failed_hosts,
            ratio,
            label: each.label,
            shortLabel: each.short_label,
            current: index === place,
          },
        ];
  });
}

/** The ends of the axis of ratios: everything that was measured, stated or predicted, with some room. */
export function ratioWindow(
  configuration: ConfigurationMemory,
  model: MeasuredModel,
  references: readonly Reference[],
): [number, number] {
  const states = configuration.bands.map((each) => each.from_ratio).filter((each) => each > 0);
  const ratios = [
    1,
    ...states.filter((each) => each <= LAST_RATIO - ROOM),
    ...model.points.map((each) => each.overcommit_ratio),
    ...(model.markers ?? []).map((each) => each.overcommit_ratio),
    ...references.map((each) => each.ratio),
  ];
  const low = Math.floor((Math.min(...ratios) - ROOM) / STEP) * STEP;
  const high = Math.ceil((Math.max(...ratios) + ROOM) / STEP) * STEP;
  return [Math.max(0, low), Math.max(high, Math.min(LAST_RATIO, low + 2))];
}

/** Ticks of the axis of operations: above every point and the line, not above the whole band. */
export function valueTicks(operations: GroupOperations, model: MeasuredModel): number[] {
  const values = [
    ...model.points.flatMap((each) => [each.per_vm, each.high_per_vm ?? 0]),
    ...(operations.curve?.line ?? []).map((each) => each.per_vm ?? 0),
    baselineOf(model) ?? 0,
  ];
  return roundTicks(Math.max(...values) * HEADROOM);
}

/** The value without overcommitment, in the unit of the points. */
export function baselineOf(model: MeasuredModel): number | null {
  return model.measure === 'share_of_baseline' ? 1 : (model.baseline_opm_per_vm ?? null);
}

/** Stretches of the line, each with what it rests on. */
export function lineStretches(operations: GroupOperations) {
  return stretchesOf(
    operations.curve?.line ?? [],
    (point) => point.basis,
    (point) => point.per_vm,
  );
}

type Point = MeasuredModel['points'][number];

/** Whether its medium has points at one ratio only, so that nothing is said of others. */
export function standsAlone(model: MeasuredModel, point: Point): boolean {
  const ratios = model.points
    .filter((each) => each.medium === point.medium)
    .map((each) => each.overcommit_ratio);
  return new Set(ratios).size === 1;
}

/** What a point rests on; of a measurement without another beside it, that it stands alone. */
export function pointBasis(model: MeasuredModel, point: Point): ChartBasis {
  return point.kind === 'measured' && standsAlone(model, point) ? 'single_point' : basisOfKind(point.kind);
}

export function basesShown(operations: GroupOperations, model: MeasuredModel): ChartBasis[] {
  return basesOf([
    ...model.points.map((each) => pointBasis(model, each)),
    ...lineStretches(operations).map((each) => each.basis),
  ]);
}

const EVERY = 10;

/** The same as a table: first the points, then the line at some ratios. */
export function tableOf(operations: GroupOperations, model: MeasuredModel): TableData {
  const write = (value: number | null | undefined) =>
    value === null || value === undefined
      ? ''
      : model.measure === 'share_of_baseline'
        ? formatShare(value)
        : formatNumber(value);
  const line = operations.curve?.line ?? [];
  const sampled = line.filter(
    (each, index) => each.per_vm !== null && (index % EVERY === 0 || index === line.length - 1),
  );
  return {
    columns: ['Overcommitment', valueLabel(model), 'Low', 'High', 'Basis'],
    rows: [
      ...model.points.map((each) => ({
        label: `${formatNumber(each.overcommit_ratio)}, ${MEDIA[each.medium].label}`,
        cells: [
          write(each.per_vm),
          write(each.low_per_vm),
          write(each.high_per_vm),
          BASIS[pointBasis(model, each)].label,
        ],
      })),
      ...sampled.map((each) => ({
        label: `${formatNumber(each.overcommit_ratio)}, line`,
        cells: [
          write(each.per_vm),
          write(each.low_per_vm),
          write(each.high_per_vm),
          each.basis === 'outside' ? '' : BASIS[each.basis].label,
        ],
      })),
    ],
  };
}

export function valueLabel(model: MeasuredModel): string {
  return model.measure === 'share_of_baseline'
    ? 'throughput of one VM, share of the baseline'
    : 'operations per minute of one VM';
}
