import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { errorText } from '@/api/client';
import { barePlan } from '@/api/plans';
import type { EstateReading, Plan } from '@/api/types';
import { FoldedSection } from '@/components/folded-section';
import { Notice } from '@/components/notice';
import frame from '@/components/page-frame.module.css';
import { Section } from '@/components/section';
import { changeEstate, estateName, type OpenEstate } from '@/features/estate/dropped-files';
import { DrivesPart } from '@/features/estate/drives-part';
import { EstateFigures } from '@/features/estate/estate-figures';
import { EstateFindings, TabTable } from '@/features/estate/estate-findings';
import { EstateParts } from '@/features/estate/estate-parts';
import { GroupTable } from '@/features/estate/group-table';
import { HistoryPart } from '@/features/estate/history-part';
import {
  groupsQuery,
  planQuery,
  portfolioQuery,
  readinessQuery,
  readinessSheet,
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

/** What was read, what is counted of it, and the way to a plan. */
export function EstateView({ reading, estate, ways, onPlan }: Props) {
  const { inventory, glance, names = null } = reading;
  const { sources, tabs = [], findings = [] } = inventory;
  const { choices } = estate;
  const past = estate.history?.read ?? null;
  const history = useMemo(() => (past && names ? withPseudonyms(past, names) : past), [past, names]);
  const known = { inventory, history };
  const {
    data: answer,
    error,
    isPlaceholderData,
  } = useQuery({
    ...groupsQuery(known, choices),
    placeholderData: whileAsked(known),
  });
  // Made once the choices rest, so that it is there when somebody asks for it.
  const settled = answer !== undefined && !isPlaceholderData;
  const sized = useQuery({
    ...planQuery(known, choices),
    enabled: settled && answer.groups.length > 0,
    placeholderData: whileAsked(known),
  });
  const several = (choices.scope?.clusters?.length || glance.clusters.length) > 1;
  const portfolio = useQuery({
    ...portfolioQuery(known, choices),
    enabled: several && sized.isSuccess && !sized.isPlaceholderData,
    placeholderData: whileAsked(known),
  });
  const readiness = useQuery({
    ...readinessQuery(known, choices),
    enabled: sized.isSuccess && !sized.isPlaceholderData,
    placeholderData: whileAsked(known),
  });
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: () => client.query({ ...planQuery(known, choices), staleTime: 'static' }),
    onSuccess: ({ plan }) => plan && onPlan(barePlan(plan)),
  });
  // The plan knows more of the hosts as they are than the groups alone.
  const about = sized.isPlaceholderData ? answer : (sized.data ?? answer);
  const read = tabs.reduce((sum, each) => sum + each.rows_read, 0);
  const rejected = tabs.reduce((sum, each) => sum + each.rows_rejected, 0);
  return (
    <>
      <h1 className={frame.title}>{estateName(reading)}</h1>
      <p className={frame.lead}>
        Read as{' '}
        {[...new Set(sources.map((each) => [each.label, each.version].filter(Boolean).join(' ')))].join(', ')}
        {read > 0 &&
          `: ${formatExact(read)} rows, ${rejected > 0 ? `${formatExact(rejected)} of them left out` : 'all taken'}`}
        .
      </p>
      <ReplaceNames names={names} />
      <EstateFigures glance={glance} />
      <div className={classes.size}>
        <div>
          <strong>{answer?.sentence ?? 'Counting\u2026'}</strong>
          <p className="soft small">
            {glance.hosts > 0 ? 'Compares the hosts as they are with' : 'Compares'} three servers of today at
            indicative prices, each with the memory and drives that make it cheapest.
          </p>
        </div>
        <Button
          variant="filled"
          size="md"
          loading={making.isPending}
          disabled={answer?.groups.length === 0}
          onClick={() => making.mutate()}
        >
          Size this
        </Button>
      </div>
      {(error ?? making.error) && <Notice tone="error">{errorText(error ?? making.error)}</Notice>}
      {answer?.why_no_plan && <Notice tone="warning">{answer.why_no_plan}</Notice>}
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
      <Section
        title="What to know about this source"
        hint={
          names
            ? 'said without names: what it quotes is left out'
            : 'what it cannot say is assumed, and marked in the plan'
        }
      >
        <EstateFindings
          findings={notOverruled(findings, about?.findings ?? [], choices.shared_disks)}
          vms={inventory.vms}
          missing={(answer?.glance ?? glance).missing}
        />
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
          <DrivesPart
            drives={about.drives}
            choices={choices}
            onChange={(next) => changeEstate({ choices: next })}
          />
        </Section>
      )}
      <Section title="What is counted">
        <ScopeForm
          choices={choices}
          glance={answer?.glance ?? glance}
          words={glance.power_words}
          attributes={answer?.attributes ?? Object.keys(inventory.vms.attributes ?? {})}
          data={answer?.data ?? []}
          usedAbove={answer?.findings.some((each) => each.code === 'used_above_disks') ?? false}
          hostsAway={inventory.hosts.away?.filter(Boolean).length ?? 0}
          onChange={(next) => changeEstate({ choices: next })}
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
        {sized.data && sized.data.placements.length === 0 ? (
          <p className="soft">Not placed: too many VMs at once, or none that runs.</p>
        ) : sized.data ? (
          <Placements answer={sized.data} />
        ) : (
          <p className="soft">{sized.error ? errorText(sized.error) : `Placing\u2026`}</p>
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
      <FoldedSection name="estate-vms" title="All VMs" hint={formatExact(inventory.vms.name.length)}>
        <VmTable vms={inventory.vms} />
      </FoldedSection>
      {tabs.length > 0 && (
        <FoldedSection
          name="estate-rows"
          title="Rows of the file"
          hint="taken, repaired and left out, by tab"
        >
          <TabTable tabs={tabs} />
        </FoldedSection>
      )}
    </>
  );
}
