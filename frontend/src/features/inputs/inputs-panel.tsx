import { CloseButton, TextInput } from '@mantine/core';
import { memo, type ReactNode, useCallback, useMemo, useState } from 'react';

import { FORMS } from '@/plan/forms.gen';
import type { FieldProblem, Input, Missing, Plan, Sensitivities } from '@/api/types';
import { Disclosure } from '@/components/disclosure';
import { SearchIcon } from '@/components/icons';
import type { Part } from '@/plan/form-types';
import type { Json } from '@/lib/json';
import { withGroupRenamed } from '@/plan/group-names';
import { setField } from '@/plan/plan-edits';
import { type ProvenanceOf, usedInputs } from '@/plan/stand-ins';
import type { Unreadable } from '@/plan/unreadable';

import { BURST_WORDS, BurstInputs } from './burst-inputs';
import { ConfigurationInputs, LISTS_WORDS } from './configuration-inputs';
import { GroupInputs } from './group-inputs';
import { found, type InputsModel, InputsProvider, searchedBy } from './inputs-context';
import classes from './inputs-panel.module.css';
import { CostLines, LINES_WORDS } from './cost-lines';
import { DatedEvents, EVENTS_WORDS } from './dated-events';
import { Discounts, DISCOUNTS_WORDS } from './discounts';
import { ExchangeRates, RATES_WORDS } from './exchange-rates';
import { LeadingInputs, leadingInputs } from './leading-inputs';
import { MODELS_WORDS, OwnModels } from './own-models';
import { PartFields } from './part-fields';
import type { OpenSections } from './use-open-sections';

interface Props {
  plan: Plan;
  /** Where the values come from, of the fields that are shown. */
  origins: ProvenanceOf | undefined;
  /** The fields whose absence leaves something unevaluated. */
  missing: readonly Missing[] | undefined;
  problems: readonly FieldProblem[];
  unreadable: readonly Unreadable[];
  /** What moves the answer, for the inputs that come first; undefined while that is asked. */
  sensitivity: Sensitivities | null | undefined;
  sections: OpenSections;
  /** The prices of the plan, among its economics. */
  prices: ReactNode;
  /** Whether fields of any section are shown. */
  onSearch: (searching: boolean) => void;
  onUnreadable: (pointer: string, text: string | undefined) => void;
  onChange: (topic: string, change: (plan: Plan) => Plan) => void;
}

/** What the search finds the prices by. */
const PRICES_WORDS = 'prices, quotes, price books';

/** All inputs of the plan, beside its result. */
export const InputsPanel = memo(function InputsPanel(props: Props) {
  const { plan, origins, problems, unreadable, sensitivity, sections, prices, onUnreadable, onChange } =
    props;
  const [query, setQuery] = useState('');
  const [revealed, setRevealed] = useState(sections.revealed);
  if (revealed !== sections.revealed) {
    setRevealed(sections.revealed);
    setQuery('');
  }
  const search = (text: string) => {
    setQuery(text);
    props.onSearch(text.trim() !== '');
  };
  const words = useMemo(() => query.toLowerCase().split(/\s+/).filter(Boolean), [query]);
  const edit = useCallback(
    (pointer: string, value: Json | undefined) =>
      onChange(pointer, (before) => setField(withGroupRenamed(before, pointer, value), pointer, value)),
    [onChange],
  );
  const inputs = useMemo(
    () => grouped<Input>(origins ? usedInputs(origins, FORMS.configuration) : [], (each) => each.pointer),
    [origins],
  );
  const missing = useMemo(() => new Set(props.missing?.map((each) => each.pointer)), [props.missing]);
  const model: InputsModel = useMemo(
    () => ({
      plan,
      words,
      inputs,
      problems: grouped(problems, (each) => each.pointer),
      missing,
      unreadable: new Map(unreadable.map((each) => [each.pointer, each.text])),
      edit,
      keepUnreadable: onUnreadable,
      change: onChange,
    }),
    [plan, words, inputs, missing, problems, unreadable, edit, onUnreadable, onChange],
  );

  const searching = words.length > 0;
  const leading = leadingInputs(plan, inputs, sensitivity).length;
  const shownPrices = !searching || found(words, PRICES_WORDS) ? prices : null;
  const parts = partsOf(plan, sections, shownPrices).filter(
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
              query && <CloseButton size="xs" aria-label="Clear search" onClick={() => search('')} />
            }
            onChange={(event) => search(event.currentTarget.value)}
          />
        </div>
        {(leading > 0 || sensitivity === undefined) && !searching && (
          <div className={classes.group}>
            <Disclosure
              level={3}
              title="What matters most"
              summary={sensitivity === undefined ? '\u2026' : `${String(leading)} inputs`}
              open={sections.isOpen('leading')}
              onToggle={(open) => sections.toggle('leading', open)}
            >
              <LeadingInputs sensitivity={sensitivity} />
            </Disclosure>
          </div>
        )}
        {parts.length === 0 && <p className={classes.none}>No match for “{query}”.</p>}
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
});

interface PanelPart {
  id: string;
  title: string;
  summary: string;
  /** What the search looks at, for each field. */
  fields: string[][];
  content: ReactNode;
}

function texts(parts: readonly Part[], ...context: string[]): string[][] {
  return parts.flatMap((part) =>
    part.fields.map((spec) =>
      [...searchedBy(spec), part.title, ...context].filter((each) => each !== undefined),
    ),
  );
}

function partsOf(plan: Plan, sections: OpenSections, prices: ReactNode): PanelPart[] {
  const groups = plan.workload.groups;
  /** A form as it stands: what belongs to the plan as a whole. */
  const form = (parts: readonly Part[], owner: string) =>
    parts.map((part) => (
      <PartFields key={part.title} part={part} root="" owner={owner} context={owner} sections={sections} />
    ));
  return [
    {
      id: 'workload',
      title: 'Workload',
      summary: `${String(groups.length)} ${groups.length === 1 ? 'group' : 'groups'}`,
      fields: [
        ...texts(FORMS.workload, 'workload'),
        ...groups.flatMap((group) => texts(FORMS.group, group.name, 'workload')),
        ...texts(FORMS.burst, BURST_WORDS),
        [EVENTS_WORDS],
        [MODELS_WORDS, ...(plan.opm_models ?? []).map((each) => each.name)],
      ],
      content: (
        <>
          <GroupInputs sections={sections} />
          <DatedEvents sections={sections} />
          {form(FORMS.workload, 'workload')}
          <BurstInputs sections={sections} />
          <OwnModels sections={sections} />
        </>
      ),
    },
    {
      id: 'policy',
      title: 'Policy',
      summary: '',
      fields: texts(FORMS.policy, 'policy'),
      content: form(FORMS.policy, 'policy'),
    },
    {
      id: 'requirements',
      title: 'Requirements',
      summary: stated(plan.requirements),
      fields: texts(FORMS.requirements, 'requirements'),
      content: form(FORMS.requirements, 'requirements'),
    },
    {
      id: 'economics',
      title: 'Economics',
      summary: plan.economics?.currency ?? '',
      fields: [
        ...texts(FORMS.economics, 'economics'),
        [RATES_WORDS],
        [PRICES_WORDS],
        [LINES_WORDS],
        [DISCOUNTS_WORDS],
      ],
      content: (
        <>
          {form(FORMS.economics, 'economics')}
          <CostLines root="/economics" owner="economics" sections={sections} />
          <Discounts sections={sections} />
          <ExchangeRates />
          {prices}
        </>
      ),
    },
    {
      id: 'configurations',
      title: 'Configurations',
      summary: String(plan.configurations.length),
      fields: [
        ...plan.configurations.flatMap((configuration) => texts(FORMS.configuration, configuration.name)),
        ...LISTS_WORDS.map((each) => [each]),
      ],
      content: <ConfigurationInputs sections={sections} />,
    },
    {
      id: 'plan',
      title: 'Description and units',
      summary: '',
      fields: texts(FORMS.plan, 'plan'),
      content: form(FORMS.plan, 'plan'),
    },
  ];
}

/** How many requirements a plan states. */
function stated(requirements: Plan['requirements']): string {
  const { hosts_lost_keeps: _, ...asked } = requirements ?? {};
  const count = Object.values(asked).filter((each) => each !== null && each !== false).length;
  return count === 0 ? 'none' : String(count);
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
