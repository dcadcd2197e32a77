import { CloseButton, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';

import type { FieldProblem, Input, Plan, Result } from '@/api/types';
import { Disclosure } from '@/components/disclosure';
import { SearchIcon } from '@/components/icons';
import { clearField, editField } from '@/lib/plan-edits';
import type { Unreadable } from '@/lib/unreadable';

import { BURST_WORDS, BurstInputs } from './burst-inputs';
import { ConfigurationInputs } from './configuration-inputs';
import { CONFIGURATION_PARTS } from './configuration-fields';
import { FieldList } from './field-list';
import type { FieldSpec } from './field-spec';
import { GroupInputs } from './group-inputs';
import { found, type InputsModel, InputsProvider } from './inputs-context';
import classes from './inputs-panel.module.css';
import { MODELS_WORDS, OwnModels } from './own-models';
import { PartFields } from './part-fields';
import {
  ALL_GROUP_FIELDS,
  BURST_FIELDS,
  ECONOMICS_FIELDS,
  ECONOMICS_PARTS,
  PLAN_FIELDS,
  POLICY_FIELDS,
  POLICY_PARTS,
  SPARES_FIELDS,
  WORKLOAD_FIELDS,
} from './plan-fields';
import type { OpenSections } from './use-open-sections';

interface Props {
  plan: Plan;
  result: Result | undefined;
  problems: readonly FieldProblem[];
  unreadable: readonly Unreadable[];
  sections: OpenSections;
  onUnreadable: (pointer: string, text: string | undefined) => void;
  onChange: (topic: string, change: (plan: Plan) => Plan) => void;
}

/** All inputs of the plan, beside its result. */
export function InputsPanel(props: Props) {
  const { plan, result, problems, unreadable, sections, onUnreadable, onChange } = props;
  const [query, setQuery] = useState('');
  const [revealed, setRevealed] = useState(sections.revealed);
  if (revealed !== sections.revealed) {
    setRevealed(sections.revealed);
    setQuery('');
  }
  const words = useMemo(() => query.toLowerCase().split(/\s+/).filter(Boolean), [query]);
  const model: InputsModel = useMemo(
    () => ({
      plan,
      words,
      inputs: grouped<Input>(result?.inputs ?? [], (each) => each.pointer),
      problems: grouped(problems, (each) => each.pointer),
      missing: new Set(result?.missing.map((each) => each.pointer)),
      unreadable: new Map(unreadable.map((each) => [each.pointer, each.text])),
      edit: (pointer, value) =>
        onChange(pointer, (before) =>
          value === undefined ? clearField(before, pointer) : editField(before, pointer, value),
        ),
      keepUnreadable: onUnreadable,
      change: onChange,
    }),
    [plan, words, result, problems, unreadable, onUnreadable, onChange],
  );

  const searching = words.length > 0;
  const parts = partsOf(plan, sections).filter(
    (part) => !searching || part.fields.some((texts) => found(words, ...texts)),
  );

  return (
    <InputsProvider value={model}>
      <div className={classes.panel}>
        <div className={classes.search}>
          <TextInput
            type="search"
            aria-label="Search inputs"
            placeholder="Search inputs"
            value={query}
            leftSection={<SearchIcon size={14} />}
            rightSection={
              query && <CloseButton size="xs" aria-label="Clear search" onClick={() => setQuery('')} />
            }
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </div>
        {parts.length === 0 && <p className={classes.none}>No input is called that.</p>}
        {parts.map((part) => (
          <div key={part.id} className={classes.group}>
            <Disclosure
              level={3}
              title={part.title}
              summary={part.summary}
              open={searching || sections.isOpen(part.id)}
              onToggle={(open) => sections.toggle(part.id, open)}
            >
              {part.content}
            </Disclosure>
          </div>
        ))}
      </div>
    </InputsProvider>
  );
}

interface PanelPart {
  id: string;
  title: string;
  summary: string;
  /** What the search looks at, for each field. */
  fields: string[][];
  content: ReactNode;
}

const SPARES = 'Must hold with the spare hosts down';

function texts(fields: readonly FieldSpec[], ...context: string[]): string[][] {
  return fields.map((spec) => [spec.label, spec.tail, ...context]);
}

function partsOf(plan: Plan, sections: OpenSections): PanelPart[] {
  const groups = plan.workload.groups;
  return [
    {
      id: 'workload',
      title: 'Workload',
      summary: `${String(groups.length)} ${groups.length === 1 ? 'group' : 'groups'}`,
      fields: [
        ...texts(WORKLOAD_FIELDS, 'workload'),
        ...groups.flatMap((group) => texts(ALL_GROUP_FIELDS, group.name, 'workload')),
        ...texts(BURST_FIELDS, BURST_WORDS),
        [MODELS_WORDS, ...(plan.opm_models ?? []).map((each) => each.name)],
      ],
      content: (
        <>
          <GroupInputs sections={sections} />
          <FieldList fields={WORKLOAD_FIELDS} root="" context="workload" />
          <BurstInputs sections={sections} />
          <OwnModels sections={sections} />
        </>
      ),
    },
    {
      id: 'policy',
      title: 'Policy',
      summary: '',
      fields: [
        ...texts(POLICY_FIELDS, 'policy'),
        ...texts(SPARES_FIELDS, SPARES, 'policy'),
        ...POLICY_PARTS.flatMap((part) => texts(part.fields, part.title, 'policy')),
      ],
      content: (
        <>
          <FieldList fields={POLICY_FIELDS} root="" context="policy" />
          <FieldList fields={SPARES_FIELDS} root="" context={`${SPARES} policy`} legend={SPARES} />
          {POLICY_PARTS.map((part) => (
            <PartFields
              key={part.title}
              part={part}
              root=""
              owner="policy"
              context="policy"
              sections={sections}
            />
          ))}
        </>
      ),
    },
    {
      id: 'economics',
      title: 'Economics',
      summary: plan.economics?.currency ?? '',
      fields: [
        ...texts(ECONOMICS_FIELDS, 'economics'),
        ...ECONOMICS_PARTS.flatMap((part) => texts(part.fields, part.title, 'economics')),
      ],
      content: (
        <>
          <FieldList fields={ECONOMICS_FIELDS} root="" context="economics" />
          {ECONOMICS_PARTS.map((part) => (
            <PartFields
              key={part.title}
              part={part}
              root=""
              owner="economics"
              context="economics"
              sections={sections}
            />
          ))}
        </>
      ),
    },
    {
      id: 'configurations',
      title: 'Configurations',
      summary: String(plan.configurations.length),
      fields: plan.configurations.flatMap((configuration) =>
        CONFIGURATION_PARTS.flatMap((part) => texts(part.fields, configuration.name, part.title)),
      ),
      content: <ConfigurationInputs sections={sections} />,
    },
    {
      id: 'plan',
      title: 'Description and units',
      summary: '',
      fields: texts(PLAN_FIELDS, 'plan'),
      content: <FieldList fields={PLAN_FIELDS} root="" context="plan" />,
    },
  ];
}

function grouped<T>(items: readonly T[], key: (item: T) => string | null | undefined): Map<string, T[]> {
  const map = new Map<string, T[]>();
  for (const item of items) {
    const at = key(item);
    if (at === null || at === undefined) continue;
    const list = map.get(at);
    if (list) list.push(item);
    else map.set(at, [item]);
  }
  return map;
}
