import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { plansQuery } from '@/api/plans';
import { samplesQuery } from '@/api/samples';
import { draftKey } from '@/plan/drafts';
import { unsavedPlans } from '@/plan/unsaved-plans';

interface Props {
  /** Key of unsaved work of the plan that is chosen; empty where there is none. */
  value: string;
  /** The name of that plan, once it is there. */
  name: string | undefined;
  error: string | undefined;
  onChange: (key: string) => void;
}

/** The plan that a proposal is held against: saved, in this browser only, or a case. */
export function PlanChoice({ value, name, error, onChange }: Props) {
  const plans = useInfiniteQuery(plansQuery);
  const samples = useQuery(samplesQuery);
  const [unsaved] = useState(() =>
    unsavedPlans().filter(
      ({ origin, readable }) => readable && (origin.kind === 'imported' || origin.kind === 'new'),
    ),
  );
  const groups = [
    { group: 'Not saved', items: unsaved.map((each) => ({ value: each.id, label: each.name })) },
    {
      group: 'Saved plans',
      items: (plans.data?.pages ?? []).flatMap(({ items }) =>
        items.map((each) => ({ value: draftKey({ kind: 'plan', key: each.id }), label: each.name })),
      ),
    },
    {
      group: 'Cases',
      items: (samples.data ?? [])
        .filter((each) => each.kind === 'case')
        .map((each) => ({ value: draftKey({ kind: 'sample', key: each.key }), label: each.title })),
    },
  ].filter(({ items }) => items.length > 0);
  const listed = value === '' || groups.some(({ items }) => items.some((each) => each.value === value));
  return (
    <NativeSelect
      size="xs"
      label="Held against"
      description="Without a plan, hosts, capacity, life of drives and assumptions are not checked."
      error={error}
      data={[
        { value: '', label: 'no plan' },
        ...(listed ? [] : [{ value, label: name ?? 'the plan of this address' }]),
        ...groups,
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
