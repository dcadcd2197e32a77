import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';

import { CACHE_BRIEFLY } from '@/api/caching';
import { ApiError, errorText, needsToken, unwrap } from '@/api/client';
import { uncertaintyQuery } from '@/api/uncertainty';
import { FORMS } from '@/plan/forms.gen';
import { evaluate } from '@/api/generated/sdk.gen';
import { templateQuery } from '@/api/plans';
import type { Decision, DecisionRow, Figure, Plan, Result, Tile } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';
import { OpenFigure } from '@/components/open-figure';
import { Rack } from '@/components/rack';
import { Sentence, sentenceText } from '@/components/sentence';
import { Blocks } from '@/components/skeleton';
import { VerdictLabel } from '@/components/verdict-label';
import { getAt } from '@/plan/json-pointer';
import { ExplainProvider } from '@/plan/plan-actions';
import { useDebouncedAnswer, useSettledAnswer } from '@/plan/use-settled-answer';
import { formatWhy } from '@/plan/why';

import { edited, GROUP, PEAK } from './six-numbers-edits';
import classes from './six-numbers.module.css';

/** What an estate is told by, in the words of the form of a VM group. */
const FIELDS = ['/count', '/vcpu', '/memory_gib', '/disk_gb', PEAK, '/count_growth_rate'].flatMap((tail) =>
  FORMS.group.flatMap(({ fields }) => fields.filter((each) => each.tail === tail)),
);

const headlineQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ['headline', plan],
    queryFn: ({ signal }) => unwrap(evaluate({ body: plan, query: { include: 'decision' }, signal })),
    ...CACHE_BRIEFLY,
  });

/** Where a plan is opened: at the explanation of a number, or at the search of a configuration's parts. */
export type OpenedAt = { why: string } | { view: 'search'; varied?: string };

interface Props {
  onOpen: (plan: Plan, at?: OpenedAt) => void;
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
  const uncertainty = useDebouncedAnswer(plan, (each) => uncertaintyQuery(each, { reference: undefined }));
  const numberAt = (tail: string) => getAt(plan, GROUP + tail) as number | undefined;
  const wrong = FIELDS.some(
    ({ tail }) => unreadable[tail] !== undefined || problemAt(error, GROUP + tail) !== undefined,
  );
  const about = useId();
  const explain = useCallback(
    (configuration: string, quantity: string, failedHosts = 0) =>
      onOpen(plan, { why: formatWhy({ configuration, failedHosts, path: [quantity] }) }),
    [onOpen, plan],
  );
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
            <ExplainProvider explain={explain}>
              <Answer
                result={data}
                decision={(uncertainty.stale ? undefined : uncertainty.data?.decision) ?? data.decision}
              />
            </ExplainProvider>
          ) : (
            <Blocks heights={[120, 44]} />
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
          <Button
            size="sm"
            aria-disabled={wrong}
            data-disabled={wrong || undefined}
            aria-describedby={wrong ? about : undefined}
            onClick={(event) => {
              if (wrong) event.currentTarget.form?.requestSubmit();
              else onOpen(plan, { view: 'search', varied: data?.decision?.lead ?? undefined });
            }}
          >
            Search for cheaper parts
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

interface AnswerProps {
  result: Result;
  /** As sized, then simulated. */
  decision: Decision | null | undefined;
}

/** The configuration that would be taken, and how sure its numbers are; room for that is kept until it is known. */
function Answer({ result, decision }: AnswerProps) {
  if (!decision) return null;
  const { lead, limits, rows, tiles } = decision;
  const binding = limits.find((each) => each.binding);
  const row = rows.find((each) => each.configuration === lead);
  const spare = result.configurations
    .find(({ key }) => key === lead)
    ?.constraints.find((each) => each.binding)?.spare_hosts;
  return (
    <div className={classes.picture}>
      <div className={classes.rack}>
        {row?.hosts?.value != null && (
          <Rack
            hosts={row.hosts.value}
            spare={spare ?? 0}
            used={binding?.share ?? null}
            binds={binding?.label ?? ''}
          />
        )}
      </div>
      <dl className={classes.figures}>
        {tiles.map((tile) => (
          <TileView key={tile.key} tile={tile} range={rangeOf(tile, row)} />
        ))}
        {decision.pending && (
          // The room of how sure it is: what stands below stays.
          <div aria-hidden="true">
            <dd>{'\u00a0'}</dd>
            <dt>{'\u00a0'}</dt>
            <dd className={classes.line}>{'\u00a0'}</dd>
            <dd className={classes.line}>{'\u00a0'}</dd>
          </div>
        )}
      </dl>
      <Verdict decision={decision} />
    </div>
  );
}

const NAMES: Record<Tile['key'], string> = {
  hosts: 'Hosts',
  cost: 'Cost',
  life: 'Flash life',
  win_share: 'How sure',
};

/** The range of simulations behind a number, undefined until it is known; a life has its own. */
function rangeOf({ key }: Tile, row: DecisionRow | undefined): Figure | null | undefined {
  if (key === 'hosts') return row?.hosts_range ?? undefined;
  return key === 'cost' ? (row?.cost_range ?? undefined) : null;
}

function TileView({ tile, range }: { tile: Tile; range: Figure | null | undefined }) {
  const { key, figure, label, lines, tone } = tile;
  return (
    <div>
      {/* Remounted with its text, so that Chrome does not report a layout shift. */}
      <dd key={`figure ${figure.text}`}>
        <OpenFigure figure={figure} label={NAMES[key]} tone={tone} />
      </dd>
      <dt>{sentenceText(label.text.parts)}</dt>
      {lines.map((line) => (
        <dd key={sentenceText(line.text.parts)} className={classes.line}>
          <Sentence parts={line.text.parts} />
        </dd>
      ))}
      {range !== null && (
        // Its line is there before the simulations are: what stands below it stays.
        <dd key={`range ${range?.text ?? ''}`} className={classes.line} aria-hidden={range === undefined}>
          {range?.text ?? '\u00a0'}
        </dd>
      )}
    </div>
  );
}

/** The facts at once, the verdict with the simulations. */
function Verdict({ decision }: { decision: Decision }) {
  const { label, sentence, pending } = decision;
  const { text } = sentence;
  return (
    <p className={classes.verdict} key={text.code + sentenceText(text.parts)}>
      {label && (
        <>
          <VerdictLabel of={decision} />{' '}
        </>
      )}
      <Sentence parts={text.parts} />
      {pending && <span className="soft"> {sentenceText(pending.text.parts)}</span>}
    </p>
  );
}
