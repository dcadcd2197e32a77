import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { catalogueQuery } from '@/api/catalogue';
import { formatExact } from '@/lib/format';
import { FORMS } from '@/plan/forms.gen';
import { getAt } from '@/plan/json-pointer';
import { clearField, insertElement } from '@/plan/plan-edits';

import classes from './cost-lines.module.css';
import { FoldedParts } from './folded-parts';
import { fieldsOf } from './forms';
import { useInputs } from './inputs-context';
import type { OpenSections } from './use-open-sections';

const MOST_LINES = 100;
const FIELDS = fieldsOf(FORMS.line);
const CATEGORIES = FIELDS.find((spec) => spec.tail === '/category')?.choices ?? [];

/** What the search finds the cost lines by. */
export const LINES_WORDS = 'cost lines: migration, training, maintenance, double running, costs nothing';

interface Props {
  /** Pointer of what pays: the economics of the plan, or a configuration. */
  root: string;
  /** Name of its section. */
  owner: string;
  sections: OpenSections;
}

/** What is paid besides parts, licences, energy and space; and what is known to cost nothing. */
export function CostLines({ root, owner, sections }: Props) {
  const { plan } = useInputs();
  const lines = (getAt(plan, `${root}/cost_lines`) ?? []) as object[];
  const none = (getAt(plan, `${root}/confirmed_none`) ?? []) as string[];
  const known = lines.length + none.length;
  return (
    <FoldedParts
      title="Cost lines"
      searchedBy={LINES_WORDS}
      level={root === '/economics' ? 4 : 5}
      section={`${owner}-cost-lines`}
      sections={sections}
      pointer={`${root}/cost_lines`}
      one="Cost line"
      several="cost line"
      fields={FIELDS}
      beginning={{ label: 'New line', category: 'migration', amount: 0 }}
      most={MOST_LINES}
      summary={known === 0 ? 'none' : String(lines.length)}
    >
      {lines.length < MOST_LINES && <PublishedRate pointer={`${root}/cost_lines`} lines={lines.length} />}
      <CostsNothing pointer={`${root}/confirmed_none`} none={none} />
    </FoldedParts>
  );
}

interface Rate {
  key: string;
  category: string;
  name: string;
  scope: string;
  per: string;
  paid: string;
  low: number | null;
  amount: number;
  high: number | null;
  currency: string;
  source_date: string;
}

/** A line that begins with what is published: its amount and ends, which simulations draw; date and scope are its note. */
function PublishedRate({ pointer, lines }: { pointer: string; lines: number }) {
  const { plan, edit, change } = useInputs();
  const rates = (useQuery(catalogueQuery('cost_rates')).data?.rows ?? []) as unknown as Rate[];
  const currency = getAt(plan, '/economics/currency') ?? 'USD';
  const add = (key: string) => {
    const rate = rates.find((each) => each.key === key);
    if (!rate) return;
    const { category, amount, per, paid } = rate;
    const ends = {
      ...(rate.low === null ? {} : { low: rate.low }),
      ...(rate.high === null ? {} : { high: rate.high }),
    };
    const line = {
      label: rate.name,
      category,
      amount,
      ...ends,
      per,
      paid,
      note: `${published(rate)}; ${rate.scope}`,
    };
    if (lines === 0) edit(pointer, [line]);
    else change(pointer, (before) => insertElement(before, pointer, lines, line));
  };
  return (
    <NativeSelect
      size="xs"
      label="Begin with a published rate"
      value=""
      onChange={(event) => add(event.currentTarget.value)}
      data={[
        { value: '', label: 'choose one' },
        ...rates.map((rate) => ({
          value: rate.key,
          // Amounts in another currency are not converted behind the reader's back.
          disabled: rate.currency !== currency,
          label: `${rate.name}: ${published(rate)}`,
        })),
      ]}
    />
  );
}

const EACH: Record<string, string> = { vm: ' for each VM', host: ' for each host', core: ' for each core' };
const PAID: Record<string, string> = { every_year: ' a year', every_month: ' a month' };

function published({ low, amount, high, per, paid, currency, source_date }: Rate) {
  const [least, most] = [low ?? amount, high ?? amount];
  const range = least === most ? formatExact(amount) : `${formatExact(least)} to ${formatExact(most)}`;
  return `${range} ${currency}${EACH[per] ?? ''}${PAID[paid] ?? ''}, ${source_date}`;
}

/** The categories that are confirmed to cost nothing, so that nobody asks for them again. */
function CostsNothing({ pointer, none }: { pointer: string; none: readonly string[] }) {
  const { edit, change } = useInputs();
  const id = useId();
  const choose = (chosen: string[]) => {
    const ordered = CATEGORIES.map((each) => each.value).filter((each) => chosen.includes(each));
    if (ordered.length === 0) change(pointer, (before) => clearField(before, pointer));
    else edit(pointer, ordered);
  };
  return (
    <Checkbox.Group
      label="Costs nothing"
      description="A tick confirms that the category costs nothing; it is no longer listed as missing."
      value={[...none]}
      onChange={choose}
      className={classes.nothing}
      data-field={pointer}
      id={id}
    >
      <div className={classes.categories}>
        {CATEGORIES.map((each) => (
          <Checkbox key={each.value} value={each.value} label={each.label} size="xs" />
        ))}
      </div>
    </Checkbox.Group>
  );
}
