import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';

import { CACHE_BRIEFLY } from '@/api/caching';
import { ApiError, errorText, needsToken, unwrap } from '@/api/client';
import { doubtQuery } from '@/api/doubt';
import { FORMS } from '@/plan/forms.gen';
import { evaluate } from '@/api/generated/sdk.gen';
import { cheapestOf, HEADLINE, headlineOf } from '@/api/headline';
import { templateQuery } from '@/api/plans';
import type { Doubt, Plan, Result } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';
import { Rack } from '@/components/rack';
import {
  formatCounted,
  formatMoneyShort,
  formatNumber,
  formatRough,
  formatRoughYears,
  stateText,
  unitOf,
} from '@/lib/format';
import { getAt } from '@/plan/json-pointer';
import { useDebouncedAnswer, useSettledAnswer } from '@/plan/use-settled-answer';

import { chance, covered, edited, GROUP, inYears, PEAK, range } from './six-numbers-words';
import classes from './six-numbers.module.css';

/** What an estate is told by, in the words of the form of a VM group. */
const FIELDS = ['/count', '/vcpu', '/memory_gib', '/disk_gb', PEAK, '/count_growth_rate'].flatMap((tail) =>
  FORMS.group.flatMap(({ fields }) => fields.filter((each) => each.tail === tail)),
);

const headlineQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['headline', plan],
    queryFn: ({ signal }) => unwrap(evaluate({ body: plan, query: { include: HEADLINE.join() }, signal })),
    ...CACHE_BRIEFLY,
  });

interface Props {
  onOpen: (plan: Plan) => void;
}

/** The six numbers of an estate, and what they come to as one types; opened, they are a plan. */
export function SixNumbers({ onOpen }: Props) {
  const { data: template, error } = useQuery(templateQuery);
  if (needsToken(error)) return null;
  if (error) return <p className="soft">{errorText(error)}</p>;
  return template && <Estate template={template} onOpen={onOpen} />;
}

function Estate({ template, onOpen }: Props & { template: Plan }) {
  const [plan, setPlan] = useState(template);
  const [unreadable, setUnreadable] = useState<Partial<Record<string, string>>>({});
  const { data, stale, error } = useSettledAnswer(plan, headlineQuery);
  const doubt = useDebouncedAnswer(plan, doubtQuery);
  const numberAt = (tail: string) => getAt(plan, GROUP + tail) as number | undefined;
  const wrong = FIELDS.some(
    ({ tail }) => unreadable[tail] !== undefined || problemAt(error, GROUP + tail) !== undefined,
  );
  const about = useId();
  return (
    <form
      className={classes.card}
      aria-label="Six numbers"
      onSubmit={(event) => {
        event.preventDefault();
        // What is wrong is said at its field, and would be lost or opened as a plan without an answer.
        if (wrong) event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
        else onOpen(plan);
      }}
    >
      <div className={classes.fields}>
        {FIELDS.map(({ tail, label, kind, unit }) => (
          <NumberEntry
            key={tail}
            label={label}
            unit={unit}
            whole={kind === 'integer'}
            percent={kind === 'share'}
            value={numberAt(tail)}
            unreadable={unreadable[tail]}
            onUnreadable={(text) => setUnreadable((before) => ({ ...before, [tail]: text }))}
            error={problemAt(error, GROUP + tail)}
            onChange={(value) => setPlan((before) => edited(before, template, tail, value))}
          />
        ))}
      </div>
      <div className={classes.answer} aria-busy={stale && !wrong}>
        <div className={classes.words} data-stale={stale || wrong} aria-live="polite">
          {data ? (
            <Answer result={data} doubt={doubt.stale ? undefined : doubt.data} />
          ) : (
            <p className="soft">Evaluating{'\u2026'}</p>
          )}
        </div>
        <div className={classes.open}>
          <Button
            type="submit"
            variant="filled"
            size="sm"
            // Not `disabled`: keyboard users could not reach it to read the reason.
            aria-disabled={wrong}
            data-disabled={wrong || undefined}
            aria-describedby={about}
          >
            Open as a plan
          </Button>
          <span id={about} className="soft small">
            {wrong
              ? 'shows the last valid numbers: correct what is marked'
              : 'compares three server models of today, at indicative prices'}
          </span>
        </div>
      </div>
    </form>
  );
}

function problemAt(error: Error | null, pointer: string): string | undefined {
  return error instanceof ApiError
    ? error.fields.find((each) => each.pointer === pointer)?.message
    : undefined;
}

/** The cheapest configuration that holds, and how sure its numbers are; room for that is kept until it is known. */
function Answer({ result, doubt }: { result: Result; doubt: Doubt | undefined }) {
  const best = cheapestOf(result);
  const headline = best && headlineOf(best);
  if (!headline || headline.hosts.value === null) return <p>{result.sentence}</p>;
  const binding = best.constraints.find((each) => each.binding);
  const slack = binding?.slack_share?.value ?? null;
  const outcome = doubt?.configurations.find(({ key }) => key === best.key);
  const { life, wearsOut } = headline;
  return (
    <div className={classes.picture}>
      <Rack
        hosts={headline.hosts.value}
        spare={binding?.spare_hosts ?? 0}
        used={slack === null ? null : 1 / (1 + slack)}
        binds={binding?.label ?? 'nothing binds'}
      />
      <dl className={classes.figures}>
        <Figure label={unitOf(headline.hosts.value, 'hosts')} value={formatNumber(headline.hosts.value)}>
          {outcome && range(outcome.hosts, formatNumber)}
        </Figure>
        <Figure
          label={`${result.currency} over ${formatCounted(result.horizon_years, 'years')}`}
          value={formatMoneyShort(headline.cost.value ?? 0)}
        >
          {outcome && range(outcome.cost, formatMoneyShort)}
        </Figure>
        {life.value === null ? (
          <Figure label="life of the drives" value={stateText(life.state)} />
        ) : (
          <Figure
            label={`years until drives wear out${chance(wearsOut?.value, result.horizon_years)}`}
            value={formatRoughYears(life.value)}
          >
            {outcome && range(inYears(outcome.life_years), formatRough)}
          </Figure>
        )}
      </dl>
      <div className={classes.notes}>
        <p className={classes.note}>
          {best.name}: {best.hosts_text}.
        </p>
        <p className={classes.note}>
          {outcome &&
            `Ranges: 90 % of the simulations, in which prices, growth and loads vary.${covered(outcome)}`}
        </p>
      </div>
    </div>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dd>{value}</dd>
      <dt>{label}</dt>
      <dd className={classes.range}>{children}</dd>
    </div>
  );
}
