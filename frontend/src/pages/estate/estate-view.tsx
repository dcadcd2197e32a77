import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { errorText } from '@/api/client';
import { barePlan } from '@/api/plans';
import type {
  EstateChoices,
  EstateDecided,
  EstateFinding,
  EstateQuestion,
  EstateReading,
  Plan,
} from '@/api/types';
import { FoldedSection, useFold } from '@/components/folded-section';
import { Notice } from '@/components/notice';
import frame from '@/components/page-frame.module.css';
import { Section } from '@/components/section';
import { sentenceText } from '@/components/sentence';
import { AssumptionLine } from '@/features/estate/assumption-line';
import { changeEstate, estateName, type OpenEstate } from '@/features/estate/dropped-files';
import { DrivesPart } from '@/features/estate/drives-part';
import { DecisionOnEstate } from '@/features/estate/estate-decision';
import { EstateFigures } from '@/features/estate/estate-figures';
import { EstateFindings, TabTable } from '@/features/estate/estate-findings';
import { EstateParts } from '@/features/estate/estate-parts';
import { GroupTable } from '@/features/estate/group-table';
import { HistoryPart } from '@/features/estate/history-part';
import {
  cancelDecision,
  decisionQuery,
  groupsQuery,
  portfolioQuery,
  readinessQuery,
  readinessSheet,
  stepQuery,
  whileAsked,
} from '@/features/estate/queries';
import { withPseudonyms } from '@/features/estate/pseudonyms';
import { ReadinessPart } from '@/features/estate/readiness-part';
import { OneOrSeveral, Placements } from '@/features/estate/outcome';
import { ReplaceNames } from '@/features/estate/replace-names';
import { ScopeForm } from '@/features/estate/scope-form';
import { notOverruled } from '@/features/estate/shared-choice';
import { takeHistory, type Ways } from '@/features/estate/take-files';
import { VmTable } from '@/features/estate/vm-table';
import { formatExact } from '@/lib/format';

import classes from './estate-page.module.css';

interface Props {
  /** As it is shown: with pseudonyms, where names are replaced. */
  reading: EstateReading;
  estate: OpenEstate;
  ways: Ways;
  onPlan: (plan: Plan) => void;
}

const QUESTIONS: Record<EstateQuestion, string> = {
  keep_or_replace: 'Keep or replace?',
  new_cluster: 'Size a new cluster',
  which_platform: 'Which platform?',
};
const ALL = Object.keys(QUESTIONS) as EstateQuestion[];

/** What to do with an estate, what that rests on, and below what was read and what is counted of it. */
export function EstateView({ reading, estate, ways, onPlan }: Props) {
  const { inventory, glance, names = null } = reading;
  const { sources, tabs = [], findings = [] } = inventory;
  const { choices } = estate;
  const past = estate.history?.read ?? null;
  const history = useMemo(() => (past && names ? withPseudonyms(past, names) : past), [past, names]);
  const known = { inventory, history };
  const setChoices = (next: EstateChoices) => changeEstate({ choices: next });
  const {
    data: answer,
    error,
    isPlaceholderData,
  } = useQuery({
    ...groupsQuery(known, choices),
    placeholderData: whileAsked(known),
  });
  // Made once the choices rest.
  const settled = answer !== undefined && !isPlaceholderData;
  const decided = useQuery({
    ...decisionQuery(known, choices),
    enabled: settled && answer.groups.length > 0,
    placeholderData: whileAsked(known),
  });
  const { data: step = null } = useQuery(stepQuery(known, choices));
  const narrow = useMediaQuery('(max-width: 479px)', false, { getInitialValueInEffect: false });
  const [, setQuality] = useFold('estate-quality');
  const [scope] = useFold('estate-scope');
  const several = (choices.scope?.clusters?.length || glance.clusters.length) > 1;
  const rests = decided.isSuccess && !decided.isPlaceholderData;
  const portfolio = useQuery({
    ...portfolioQuery(known, choices),
    enabled: scope && several && rests,
    placeholderData: whileAsked(known),
  });
  const readiness = useQuery({
    ...readinessQuery(known, choices),
    enabled: scope && rests,
    placeholderData: whileAsked(known),
  });
  // The plan knows more of the hosts as they are than the groups alone.
  const about = decided.isPlaceholderData ? answer : (decided.data ?? answer);
  const decision = decided.data?.decision ?? undefined;
  const plan = rests ? decided.data.plan : null;
  const told = notOverruled(findings, about?.findings ?? [], choices.shared_disks);
  const missing = (answer?.glance ?? glance).missing;
  const question = decision?.question ?? choices.question ?? ALL[glance.hosts > 0 ? 0 : 1] ?? 'new_cluster';
  const failed = error ?? decided.error;
  const replaceNames = <ReplaceNames names={names} />;
  const assumptions = (
    <AssumptionLine
      key={JSON.stringify([choices.growth_share, choices.iops_average_per_vcpu])}
      choices={choices}
      glance={glance}
      data={answer?.data ?? []}
      question={question}
      onChange={setChoices}
    />
  );
  // On a phone what to do comes before what it rests on.
  return (
    <>
      <h1 className={frame.title}>{estateName(reading)}</h1>
      <div className={classes.about}>
        <p>
          Read as{' '}
          {[...new Set(sources.map((each) => [each.label, each.version].filter(Boolean).join(' ')))].join(
            ', ',
          )}
          . {answer?.sentence ?? 'Counting\u2026'}
          {decision?.support && ` ${sentenceText(decision.support.text.parts)}`}
        </p>
        <button type="button" className="link-button" onClick={() => setQuality(true)}>
          Data quality: {qualityWords(told, missing)}
        </button>
      </div>
      {!narrow && replaceNames}
      <SegmentedControl
        className={classes.question}
        orientation={narrow ? 'vertical' : 'horizontal'}
        aria-label="Question"
        data={(
          decision?.questions ?? ALL.filter((each) => glance.hosts > 0 || each !== 'keep_or_replace')
        ).map((each) => ({ value: each, label: QUESTIONS[each] }))}
        value={question}
        onChange={(value) => setChoices({ ...choices, question: value })}
      />
      {!narrow && assumptions}
      {failed ? (
        <Notice tone="error">{errorText(failed)}</Notice>
      ) : answer?.why_no_plan ? (
        <Notice tone="warning">{answer.why_no_plan}</Notice>
      ) : (
        <DecisionOnEstate
          decision={decision}
          stale={!rests}
          step={step}
          keeping={choices.keeping ?? {}}
          onKeeping={(keeping) => setChoices({ ...choices, keeping })}
          onPlan={plan ? () => onPlan(barePlan(plan)) : null}
          onCancel={cancelDecision}
        />
      )}
      {narrow && assumptions}
      {narrow && replaceNames}
      <FoldedSection name="estate-quality" title="Data quality" hint={qualityWords(told, missing)}>
        <Section
          title="What to know about this source"
          hint={
            names
              ? 'said without names: what it quotes is left out'
              : 'what it cannot say is assumed, and marked in the plan'
          }
        >
          <EstateFindings findings={told} vms={inventory.vms} missing={missing} />
        </Section>
        <Section title="What the VMs did over time">
          <HistoryPart
            history={history}
            glance={answer?.glance ?? glance}
            onFiles={(files) => void takeHistory(files, ways)}
            onWithout={() => changeEstate({ history: null })}
          />
        </Section>
        {about?.drives && (
          <Section title="Drives that exist">
            <DrivesPart drives={about.drives} choices={choices} onChange={setChoices} />
          </Section>
        )}
        {tabs.length > 0 && (
          <Section title="Rows of the file" hint="taken, repaired and left out, by tab">
            <TabTable tabs={tabs} />
          </Section>
        )}
      </FoldedSection>
      <FoldedSection name="estate-scope" title="Scope" hint={answer && scopeWords(answer)}>
        <EstateFigures glance={glance} />
        <div className={classes.columns}>
          <EstateParts
            title="Where memory and disk go"
            head="Cluster"
            parts={glance.clusters}
            nameless="In no cluster"
            withHosts={glance.hosts > 0}
          />
          <EstateParts
            title="Guest operating systems"
            head="System"
            parts={glance.guest_systems}
            nameless="Unknown"
          />
        </div>
        <Section title="What is counted">
          <ScopeForm
            choices={choices}
            glance={answer?.glance ?? glance}
            words={glance.power_words}
            attributes={answer?.attributes ?? Object.keys(inventory.vms.attributes ?? {})}
            usedAbove={answer?.findings.some((each) => each.code === 'used_above_disks') ?? false}
            hostsAway={inventory.hosts.away?.filter(Boolean).length ?? 0}
            onChange={setChoices}
          />
          {answer && answer.exclusions.length > 0 && (
            <ul className={classes.left}>
              {answer.exclusions.map((each) => (
                <li key={each.reason}>
                  {formatExact(each.vms)} left out: {each.label}{' '}
                  <span className="soft">
                    ({each.examples.join(', ')}
                    {each.vms > each.examples.length ? ', \u2026' : ''})
                  </span>
                </li>
              ))}
            </ul>
          )}
          {answer && <GroupTable groups={answer.groups} />}
        </Section>
        <Section
          title="VM by VM"
          hint="every VM placed on a host, spare hosts empty; totals alone can look too good"
        >
          {decided.data && decided.data.placements.length === 0 ? (
            <p className="soft">Not placed: too many VMs at once, or none that runs.</p>
          ) : decided.data ? (
            <Placements answer={decided.data} />
          ) : (
            <p className="soft">{decided.error ? errorText(decided.error) : `Placing\u2026`}</p>
          )}
        </Section>
        {readiness.data && (
          <Section title="Ready to move" hint={readiness.data.sentence}>
            <ReadinessPart readiness={readiness.data} onSheet={() => readinessSheet(known, choices)} />
          </Section>
        )}
        {portfolio.data && (
          <Section title="One cluster or several">
            <OneOrSeveral answer={portfolio.data} />
          </Section>
        )}
        {glance.largest.length > 0 && (
          <Section title="VMs that stand out" hint="one of them may decide the size of a host">
            <ul className={classes.left}>
              {glance.largest.map((each) => (
                <li key={each.name}>
                  <strong>{each.name}</strong>
                  {each.cluster && ` in ${each.cluster}`}: {each.why}
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section title="All VMs" hint={formatExact(inventory.vms.name.length)}>
          <VmTable vms={inventory.vms} />
        </Section>
      </FoldedSection>
    </>
  );
}

/** How much there is to check, and how much the source cannot say. */
function qualityWords(told: readonly EstateFinding[], missing: readonly string[]): string {
  const checks = told.filter((each) => each.kind === 'warning' || each.kind === 'rejected').length;
  const gaps = missing.length + told.filter((each) => each.kind === 'missing').length;
  return `${counted(checks, 'check')}, ${counted(gaps, 'gap')}`;
}

function scopeWords({ groups, exclusions }: Pick<EstateDecided, 'groups' | 'exclusions'>): string {
  const left = exclusions.reduce((sum, each) => sum + each.vms, 0);
  return `${counted(groups.length, 'group')} of VMs${left > 0 ? `, ${counted(left, 'VM')} left out` : ''}`;
}

const counted = (number: number, what: string) => `${formatExact(number)} ${what}${number === 1 ? '' : 's'}`;
