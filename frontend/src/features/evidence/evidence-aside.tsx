import { CloseButton, Select, TextInput } from '@mantine/core';
import { useId } from 'react';

import type { Citation, Topic } from '@/api/types';
import { SearchIcon } from '@/components/icons';

import { type EvidenceFilter, type Shown, TOPICS } from './evidence-filter';
import classes from './evidence.module.css';

interface Props {
  filter: EvidenceFilter;
  sources: readonly Citation[];
  shown: Shown;
  onFilter: (filter: EvidenceFilter) => void;
}

const TOPIC_CHOICES = Object.entries(TOPICS).map(([value, label]) => ({ value, label }));

/** Filters, and the way to each part of the page. */
export function EvidenceAside({ filter, sources, shown, onFilter }: Props) {
  const contents = useId();
  const change = (patch: Partial<EvidenceFilter>) => {
    const next = { ...filter, ...patch };
    onFilter(Object.fromEntries(Object.entries(next).filter(([, value]) => Boolean(value))));
  };
  const errors = shown.discrepancies.reduce((sum, each) => sum + each.items.length, 0);
  const parts: [id: string, label: string, count: number][] = [
    ['own', 'Own measurements', shown.own.length],
    ...shown.topics.map((each): [string, string, number] => [
      `topic-${each.topic}`,
      TOPICS[each.topic],
      each.series.length,
    ]),
    ['discrepancies', 'Corrections', errors],
    ['left-out', 'Left out', shown.leftOut.length],
  ];
  return (
    <aside className={classes.aside} aria-label="Filter and contents">
      <TextInput
        type="search"
        label="Search"
        placeholder="Swap, 8 KiB, Optane"
        leftSection={<SearchIcon size={14} />}
        value={filter.text ?? ''}
        rightSection={
          filter.text ? (
            <CloseButton size="xs" aria-label="Clear search" onClick={() => change({ text: undefined })} />
          ) : undefined
        }
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Select
        label="Topic"
        placeholder="All topics"
        clearable
        data={TOPIC_CHOICES}
        value={filter.topic ?? null}
        onChange={(topic) => change({ topic: (topic ?? undefined) as Topic | undefined })}
      />
      <Select
        label="Source"
        placeholder="All sources"
        clearable
        data={sources.map((each) => ({ value: each.key ?? '', label: each.citation }))}
        value={filter.source ?? null}
        comboboxProps={{ width: 420, position: 'bottom-start', shadow: 'sm' }}
        onChange={(source) => change({ source: source ?? undefined })}
      />
      <nav aria-labelledby={contents}>
        <h2 id={contents} className={classes.contentsHeading}>
          On this page
        </h2>
        <ul className={classes.contents}>
          {parts.map(([id, label, count]) => (
            <li key={id}>
              <a href={`#${id}`}>{label}</a> <span className="soft">{count}</span>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  );
}
