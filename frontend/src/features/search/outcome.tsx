import { lazy, useState } from 'react';

import type { Hit, SearchAnswer } from '@/api/types';
import { Disclosure } from '@/components/disclosure';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Section } from '@/components/section';
import { download } from '@/lib/download';
import { formatCounted, formatNumber, formatShare } from '@/lib/format';

import { Cheapest } from './cheapest';
import { FinalistTable } from './finalist-table';
import { FrontRanges } from './front-ranges';
import { HitTable } from './hit-table';
import { OptionTable } from './option-table';
import { OtherOptions } from './other-options';
import { OldParts } from './old-parts';
import type { Combination, Way } from './put';
import { Reasons } from './reasons';
import { besides, isIn, type Ranges, rangesAround } from './answers';
import classes from './search.module.css';

const FrontChart = lazy(() => import('@/charts/front-chart'));

interface Props {
  answer: SearchAnswer;
  /** Name of the configuration that was varied, if the plan still has it. */
  configuration: string | undefined;
  /** Whether the plan has as many configurations as it may have. */
  full: boolean;
  onPut: (combination: Combination, way: Way) => void;
  /** Search again with the parts that were left out as old. */
  onOldParts: () => void;
}

/** The answer, the decision first: the cheapest, what all good ones share, why not the others, and the front. */
export function Outcome({ answer, configuration, full, onPut, onOldParts }: Props) {
  const [ranges, setRanges] = useState<Ranges>();
  const [current, setCurrent] = useState<Hit>();
  const [open, setOpen] = useState<string>();
  const [cheapest, ...others] = answer.best;
  const next = besides(others, answer.front);
  const shown = (hit: Hit) => isIn(hit, ranges);
  const listed = answer.front.filter(shown);
  const within = formatShare(answer.within);
  return (
    <div data-testid="search-answer">
      <Section title="Answer">
        <p className={classes.sentence}>{answer.sentence}</p>
        {cheapest ? (
          <Cheapest
            hit={cheapest}
            answer={answer}
            configuration={configuration}
            full={full}
            onPut={onPut}
            onSave={() => download('search.json', new Blob([JSON.stringify(answer, null, 2)]))}
          />
        ) : (
          <p className={classes.advice}>
            {answer.feasible === 0
              ? 'Loosen a limit, let more differ, or change what most fail for, below.'
              : 'Change the requirement that they miss, below, or let more differ.'}
          </p>
        )}
        <OldParts parts={answer.old_parts} onInclude={onOldParts} />
        {answer.missed.length > 0 && (
          <>
            <h3 className={classes.sub}>Cheaper, but misses a requirement of the plan</h3>
            <ul className={classes.lines}>
              {answer.missed.slice(0, MISSED).map((each) => (
                <li key={each}>{each}</li>
              ))}
              {answer.missed.length > MISSED && (
                <li className="soft">and {formatNumber(answer.missed.length - MISSED)} more</li>
              )}
            </ul>
          </>
        )}
      </Section>
      {answer.others.length > 0 && (
        <Section title="Other options" hint="For each choice the cheapest with another one">
          <OtherOptions
            others={answer.others}
            currency={answer.currency}
            configuration={configuration}
            full={full}
            onPut={onPut}
          />
        </Section>
      )}
      {answer.finalists && (
        <Section
          title="In simulations"
          hint={`The best in ${formatCounted(answer.finalists.simulations, 'simulations')} of prices, demand and writes${
            answer.finalists.left_out > 0
              ? `; ${formatNumber(answer.finalists.left_out)} more were not tested`
              : ''
          }`}
        >
          <p className={classes.found}>{answer.finalists.sentence}</p>
          <FinalistTable
            finalists={answer.finalists}
            currency={answer.currency}
            configuration={configuration}
            full={full}
            onPut={onPut}
          />
        </Section>
      )}
      {answer.near > 0 && (
        <Section
          title={`What all within ${within} share`}
          hint={`${formatCounted(answer.near, 'combinations')} ${answer.near === 1 ? 'costs' : 'cost'} no more than ${within} above the cheapest`}
        >
          <ul className={classes.lines}>
            {answer.choices.map((each) => (
              <li key={each.name}>{each.shared}</li>
            ))}
          </ul>
        </Section>
      )}
      {answer.rejected.length > 0 && (
        <Section title="Why not the others" hint="Each is counted by the first that speaks against it">
          <Reasons rejected={answer.rejected} configuration={configuration} full={full} onPut={onPut} />
        </Section>
      )}
      {answer.front.length > 0 && (
        <Section
          title="Front"
          hint={`To these none is preferable in cost, hosts and risk of wear together${
            answer.front_left_out > 0
              ? `; ${formatCounted(answer.front_left_out, 'dearer answers')} not shown`
              : ''
          }`}
        >
          <LazyBoundary fallback={<div style={{ minHeight: 340 }} />}>
            <FrontChart
              answer={answer}
              shown={shown}
              current={current}
              onBrush={(chosen) => setRanges(rangesAround(answer.front, chosen, ranges))}
            />
          </LazyBoundary>
          <FrontRanges hits={answer.front} ranges={ranges} onRanges={setRanges} currency={answer.currency} />
          <HitTable
            label="Front"
            hits={listed}
            of={answer}
            configuration={configuration}
            full={full}
            onPut={onPut}
            onCurrent={setCurrent}
          />
        </Section>
      )}
      {next.length > 0 && (
        <Section
          title="Nearly as cheap"
          hint="Dearer than one of the front with as many hosts and no more risk"
        >
          <HitTable
            label="Nearly as cheap"
            hits={next}
            of={answer}
            configuration={configuration}
            full={full}
            onPut={onPut}
          />
        </Section>
      )}
      <Section
        title="Choice by choice"
        hint="The cheapest cluster with each option, before whole VMs are placed"
      >
        {answer.choices.map((each) => (
          <Disclosure
            key={each.name}
            level={3}
            title={each.name}
            summary={formatCounted(each.options.length, 'options')}
            open={open === each.name}
            onToggle={(opens) => setOpen(opens ? each.name : undefined)}
          >
            <OptionTable choice={each} />
          </Disclosure>
        ))}
      </Section>
    </div>
  );
}

/** Cheaper ones that are named. */
const MISSED = 5;
