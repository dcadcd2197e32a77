import { CloseButton, Select, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Citation, Topic } from '@/api/types';
import { SearchIcon } from '@/components/icons';

import { type EvidenceFilter, type Shown, TOPICS } from './evidence-filter';
import { countsOf, EVIDENCE_PARTS, type EvidencePart } from './evidence-parts';
import classes from './evidence.module.css';

interface Props {
  part: EvidencePart;
  filter: EvidenceFilter;
  sources: readonly Citation[];
  shown: Shown;
  onFilter: (filter: EvidenceFilter) => void;
}

const TOPIC_CHOICES = Object.entries(TOPICS).map(([value, label]) => ({ value, label }));

/** The pages of the evidence, and filters of what they show. */
export function EvidenceAside(props: Props) {
  const { part, filter, shown } = props;
  return (
    <aside className={classes.aside} aria-label="Filter and contents">
      <Parts part={part} filter={filter} shown={shown} />
      {part !== 'studies' && <Filters {...props} />}
    </aside>
  );
}

function Filters({ part, filter, sources, onFilter }: Props) {
  const change = (patch: Partial<EvidenceFilter>) => {
    const next = { ...filter, ...patch };
    onFilter(Object.fromEntries(Object.entries(next).filter(([, value]) => Boolean(value))));
  };
  return (
    <>
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
      {part === 'data' && (
        <Select
          label="Topic"
          placeholder="All topics"
          clearable
          data={TOPIC_CHOICES}
          value={filter.topic ?? null}
          onChange={(topic) => change({ topic: (topic ?? undefined) as Topic | undefined })}
        />
      )}
      <Select
        label="Source"
        placeholder="All sources"
        clearable
        data={sources.map((each) => ({ value: each.key ?? '', label: each.citation }))}
        value={filter.source ?? null}
        comboboxProps={{ width: 420, position: 'bottom-start', shadow: 'sm' }}
        onChange={(source) => change({ source: source ?? undefined })}
      />
    </>
  );
}

/** The pages of the evidence, each with how much of it the filter lets through. */
function Parts({ part, filter, shown }: Pick<Props, 'part' | 'filter' | 'shown'>) {
  const counts = countsOf(shown);
  return (
    <nav aria-label="Parts of the evidence">
      <ul className={classes.contents}>
        {Object.entries(EVIDENCE_PARTS).map(([key, label]) => (
          <li key={key}>
            <PartLink part={key as EvidencePart} filter={filter}>
              {label}
            </PartLink>{' '}
            <span className="soft">{counts[key as EvidencePart]}</span>
            {key === 'data' && part === 'data' && (
              <ul className={classes.topics}>
                {shown.topics.map(({ topic, series }) => (
                  <li key={topic}>
                    <a href={`#topic-${topic}`}>{TOPICS[topic]}</a>{' '}
                    <span className="soft">{series.length}</span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A link to a page of the evidence, with the filter of this one; a topic is one of measured data. */
export function PartLink({
  part,
  filter: { topic, ...filter },
  children,
}: {
  part: EvidencePart;
  filter: EvidenceFilter;
  children: ReactNode;
}) {
  return part === 'corrections' ? (
    <Link to="/evidence" search={filter} activeOptions={{ exact: true, includeSearch: false }}>
      {children}
    </Link>
  ) : (
    <Link
      to="/evidence/$part"
      params={{ part }}
      search={part === 'data' && topic !== undefined ? { ...filter, topic } : filter}
      activeOptions={{ includeSearch: false }}
    >
      {children}
    </Link>
  );
}
