import { Checkbox, NativeSelect, TextInput } from '@mantine/core';

import type {
  EstateChoices,
  EstateGlance,
  EstateScope,
  EstateWord,
  Grouping,
  RightSizing,
  SharedDisks,
} from '@/api/types';
import { formatExact } from '@/lib/format';
import { formatSize } from '@/lib/sizes';

import classes from './estate.module.css';

interface Props {
  choices: EstateChoices;
  glance: EstateGlance;
  /** Power states that are neither on nor off, or not understood, as they were read. */
  words: readonly EstateWord[];
  attributes: readonly string[];
  /** Whether VMs use more than their disks hold. */
  usedAbove: boolean;
  /** Hosts in maintenance or disconnected. */
  hostsAway: number;
  onChange: (choices: EstateChoices) => void;
}

const OFF = [
  { value: 'disk', label: 'count for disk only' },
  { value: 'all', label: 'count in full' },
  { value: 'nothing', label: 'are left out' },
];

/** What a word counts as until somebody says what it means. */
const UNSAID: Partial<Record<EstateWord['state'], string>> = {
  other: 'unknown: left out',
  suspended: 'suspended: disk only',
  unknown: 'unknown: as running',
};

const statesOf = ({ state }: EstateWord) => [
  { value: '', label: UNSAID[state] ?? state },
  { value: 'on', label: 'running' },
  { value: 'off', label: 'powered off' },
];

const GROUPS = [
  { value: 'size', label: 'size' },
  { value: 'os', label: 'guest operating system' },
  { value: 'cluster', label: 'cluster' },
  { value: 'likeness', label: 'similar VMs' },
  { value: 'none', label: 'nothing (one group)' },
];

/** Which VMs are counted, and how they become groups, beside what stands above. */
export function ScopeForm({ choices, glance, words, attributes, usedAbove, hostsAway, onChange }: Props) {
  const scope = choices.scope ?? {};
  const grouping = choices.grouping ?? {};
  const sizing = choices.right_sizing ?? {};
  const setScope = (change: EstateScope) => onChange({ ...choices, scope: { ...scope, ...change } });
  const setGrouping = (change: Grouping) => onChange({ ...choices, grouping: { ...grouping, ...change } });
  const setSizing = (change: RightSizing) => onChange({ ...choices, right_sizing: { ...sizing, ...change } });
  const hasUse = glance.says.includes('CPU use over time');
  return (
    <form
      className={classes.scope}
      aria-label="Scope and groups"
      onSubmit={(event) => event.preventDefault()}
    >
      <NativeSelect
        size="xs"
        label="Powered-off VMs"
        data={OFF}
        value={scope.powered_off ?? 'disk'}
        onChange={(event) => setScope({ powered_off: event.currentTarget.value as 'disk' })}
      />
      {words.map((each) => (
        <NativeSelect
          key={each.word}
          size="xs"
          label={`Power state \u201c${each.word}\u201d (${formatExact(each.vms)})`}
          data={statesOf(each)}
          value={scope.powers?.[each.word] ?? ''}
          onChange={(event) =>
            setScope({ powers: withWord(scope.powers, each.word, event.currentTarget.value) })
          }
        />
      ))}
      <TextInput
        label="Leave out names like"
        placeholder="test-*, *-old"
        value={(scope.not_names ?? []).join(', ')}
        onChange={(event) => setScope({ not_names: listed(event.currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        label="Group by"
        data={[...GROUPS, ...attributes.map((each) => ({ value: `@${each}`, label: each }))]}
        value={grouping.by === 'attribute' ? `@${grouping.attribute ?? ''}` : (grouping.by ?? 'size')}
        onChange={(event) => setGrouping(groupingOf(event.currentTarget.value))}
      />
      {(glance.shared_gb || glance.alike_gb) && (
        <NativeSelect
          size="xs"
          label="Disks of several VMs"
          data={sharedOptions(glance)}
          value={choices.shared_disks ?? 'as_found'}
          onChange={(event) =>
            onChange({ ...choices, shared_disks: event.currentTarget.value as SharedDisks })
          }
        />
      )}
      {(glance.infrastructure > 0 || scope.count_infrastructure) && (
        <Checkbox
          size="sm"
          className={classes.wide}
          label={`Count system VMs of the platform (${formatExact(glance.infrastructure)})`}
          checked={scope.count_infrastructure ?? false}
          onChange={(event) => setScope({ count_infrastructure: event.currentTarget.checked })}
        />
      )}
      {((glance.management ?? 0) > 0 || scope.management_in_groups) && (
        <Checkbox
          size="sm"
          className={classes.wide}
          label={`Keep likely management VMs in the groups (${formatExact(glance.management ?? 0)})`}
          checked={scope.management_in_groups ?? false}
          onChange={(event) => setScope({ management_in_groups: event.currentTarget.checked })}
        />
      )}
      {(usedAbove || choices.count_above_disks) && (
        <Checkbox
          size="sm"
          className={classes.wide}
          label="Count snapshots and swap files, which lie outside the disks"
          checked={choices.count_above_disks ?? false}
          onChange={(event) => onChange({ ...choices, count_above_disks: event.currentTarget.checked })}
        />
      )}
      {hostsAway > 0 && (
        <Checkbox
          size="sm"
          className={classes.wide}
          label={`Leave out hosts in maintenance or disconnected (${formatExact(hostsAway)})`}
          checked={scope.leave_out_hosts_away ?? false}
          onChange={(event) => setScope({ leave_out_hosts_away: event.currentTarget.checked })}
        />
      )}
      {hasUse && (
        <Checkbox
          size="sm"
          className={classes.wide}
          label="Right-size: busy-hour use plus 30 %, at most the size of today"
          checked={sizing.sizing === 'right_sized'}
          onChange={(event) =>
            setSizing({ sizing: event.currentTarget.checked ? 'right_sized' : 'allocated' })
          }
        />
      )}
    </form>
  );
}

/** How disks count that several VMs list, with what each choice adds or takes away. */
const sharedOptions = ({ shared_gb: shared, alike_gb: alike }: EstateGlance) => [
  { value: 'as_found', label: 'as found' },
  { value: 'once', label: alike ? `once: ${formatSize(alike, 'GB')} less` : 'once' },
  {
    value: 'each',
    label: shared
      ? `for every VM that lists them: ${formatSize(shared, 'GB')} more`
      : 'for every VM that lists them',
  },
];

type Powers = NonNullable<EstateScope['powers']>;

/** What a word of the power state means; without an answer it means what it is read as. */
function withWord(powers: Powers | undefined, word: string, state: string): Powers {
  const { [word]: _, ...others } = powers ?? {};
  return state === '' ? others : { ...others, [word]: state as Powers[string] };
}

const listed = (text: string) =>
  text === ''
    ? []
    : text.split(',').map((each, index, all) => (index < all.length - 1 ? each.trim() : each.trimStart()));

const groupingOf = (value: string): Grouping =>
  value.startsWith('@')
    ? { by: 'attribute', attribute: value.slice(1) }
    : { by: value as 'size', attribute: null };
