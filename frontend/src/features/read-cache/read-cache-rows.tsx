/** The rows of the tables about the read cache: numbers with their whys, and verdicts with their reasons. */
import type { ReactNode } from 'react';

import type {
  ConfigurationReadCache,
  GroupReadCache,
  Migration,
  Quantified,
  SizeAdvice,
  StartRule,
} from '@/api/types';
import type { TableRow } from '@/components/configuration-table';

import { QuantifiedCell } from './quantified-cell';
import { Verdict } from './verdict';

type Rows = TableRow<ConfigurationReadCache>[];
type GroupRow = [
  label: string,
  cell: (group: GroupReadCache, of: ConfigurationReadCache) => ReactNode,
  says?: (group: GroupReadCache) => string,
];

const SIZE: Record<SizeAdvice['verdict'], string> = {
  fits: 'fits',
  too_small: 'too small',
  larger_than_needed: 'larger than needed',
  not_evaluated: 'not evaluated',
  none_reserved: 'none reserved',
};

const RULE: Record<StartRule['verdict'], string> = {
  usable: 'usable',
  conditional: 'conditional',
  refused: 'refused',
};

const MOVE: Record<NonNullable<Migration['recommendation']>, string> = {
  move: 'move it',
  drop: 'drop it',
  either: 'either',
};

/** For each group a heading, and its rows below. */
function byGroup(names: readonly string[], rows: readonly GroupRow[]): Rows {
  return names.flatMap((name): Rows => [
    { key: name, label: name, heading: true },
    ...rows.map(([label, cell, says], index) => ({
      key: `${name} ${label}`,
      label,
      cell: (of: ConfigurationReadCache) => {
        const group = groupOf(of, name);
        if (group) return cell(group, of);
        // Said once for each group.
        return index === 0 ? <span className="soft">no read cache</span> : null;
      },
      says:
        says &&
        ((of: ConfigurationReadCache) => {
          const group = groupOf(of, name);
          return group ? says(group) : '';
        }),
    })),
  ]);
}

const groupOf = ({ groups }: ConfigurationReadCache, name: string) =>
  groups.find((each) => each.name === name);

/** Rows of numbers of one group. */
function numbers(currency: string, entries: [string, (group: GroupReadCache) => Quantified][]): GroupRow[] {
  return entries.map(([label, pick]) => [
    label,
    (group, of) => (
      <QuantifiedCell quantified={pick(group)} configuration={of} group={group.name} currency={currency} />
    ),
  ]);
}

export function latencyRows(groups: readonly string[], currency: string): Rows {
  return byGroup(
    groups,
    numbers(currency, [
      ['read hits', (group) => group.hit_share],
      ['without the cache', (group) => group.uncached_latency],
      ['with the cache', (group) => group.cached_latency],
      ['faster', (group) => group.speedup],
      ['at best, if every read hits', (group) => group.full_hit_latency],
    ]),
  );
}

export function sizeRows(groups: readonly string[], currency: string): Rows {
  return byGroup(groups, [
    ...numbers(currency, [
      ['cache of one VM', (group) => group.cache],
      ['data read repeatedly', (group) => group.size.working_set],
      ['advised', (group) => group.size.advised],
    ]),
    [
      'verdict',
      ({ size }) => <Verdict verdict={size.verdict} word={SIZE[size.verdict]} reason={size.reason} />,
      ({ size }) => size.reason,
    ],
    ...numbers(currency, [['by the starting rule', (group) => group.size.start_rule.start]]),
    [
      'does that rule apply',
      ({ size: { start_rule } }) => (
        <Verdict verdict={start_rule.verdict} word={RULE[start_rule.verdict]} reason={start_rule.reason} />
      ),
      ({ size }) => size.start_rule.reason,
    ],
  ]);
}

export function migrationRows(groups: readonly string[], currency: string): Rows {
  return byGroup(groups, [
    ...numbers(currency, [
      ['time to move it', (group) => group.migration.move],
      ['lost while it moves', (group) => group.migration.move_loss],
      ['warm-up if dropped', (group) => group.migration.warm_up],
      ['lost while it warms up', (group) => group.migration.warm_up_loss],
    ]),
    [
      'move or drop',
      ({ migration: { recommendation, reason } }) => (
        <Verdict
          verdict={recommendation ?? 'not_evaluated'}
          word={recommendation ? MOVE[recommendation] : 'not evaluated'}
          reason={reason}
        />
      ),
      ({ migration }) => migration.reason,
    ],
  ]);
}

export function failoverRows(currency: string): Rows {
  const entries: [string, (of: ConfigurationReadCache) => Quantified][] = [
    ['cache of a host', (of) => of.size_per_host],
    ['block', (of) => of.block_size],
    ['host memory for its metadata', (of) => of.metadata],
    ['reserved by all VMs', (of) => of.demand],
    ['hosts needed, with spare hosts failed', (of) => of.hosts],
    ['slack', (of) => of.slack],
  ];
  return entries.map(([label, pick], index) => ({
    key: label,
    label,
    cell: (of) =>
      of.has_read_cache ? (
        <QuantifiedCell quantified={pick(of)} configuration={of} currency={currency} />
      ) : (
        index === 0 && <span className="soft">no read cache</span>
      ),
  }));
}
