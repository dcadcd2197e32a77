import { Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { evidenceQuery } from '@/api/evidence';
import { samplesQuery } from '@/api/samples';
import type { EvidenceLibrary, Series } from '@/api/types';
import { PlusIcon } from '@/components/icons';
import { PageHeader } from '@/components/page-header';
import { Section } from '@/components/section';
import { Discrepancies } from '@/features/evidence/discrepancies';
import { EvidenceAside } from '@/features/evidence/evidence-aside';
import { type EvidenceFilter, shownOf, sourcesOf, TOPICS } from '@/features/evidence/evidence-filter';
import classes from '@/features/evidence/evidence.module.css';
import { LeftOut } from '@/features/evidence/left-out';
import { SeriesCard } from '@/features/evidence/series-card';
import { useScrollToHash } from '@/features/evidence/use-scroll-to-hash';
import { DeleteModelDialog } from '@/features/opm-models/delete-model-dialog';
import { UseInPlanDialog } from '@/features/opm-models/use-in-plan-dialog';
import { ReproductionList } from '@/features/samples/reproduction-list';

interface Props {
  filter: EvidenceFilter;
  onFilter: (filter: EvidenceFilter) => void;
}

/** The library of measured data: sources, validity and corrections. */
export function EvidencePage({ filter, onFilter }: Props) {
  const { data } = useSuspenseQuery(evidenceQuery);
  return (
    <>
      <title>{'Evidence \u2013 Hostwise'}</title>
      <PageHeader />
      <Library library={data} filter={filter} onFilter={onFilter} />
    </>
  );
}

/** The sample plans of the studies; they are opened, not searched. */
function Studies() {
  const { data } = useQuery(samplesQuery);
  const samples = data?.filter((each) => each.kind === 'reproduction') ?? [];
  return (
    <div id="studies" className={classes.part}>
      <Section
        title="Checked against five published studies"
        hint="Plans of what they describe, ready to open"
      >
        <ReproductionList samples={samples} />
      </Section>
    </div>
  );
}

function Library({ library, filter, onFilter }: Props & { library: EvidenceLibrary }) {
  const shown = useMemo(() => shownOf(library, filter), [library, filter]);
  const sources = useMemo(() => sourcesOf(library), [library]);
  const [using, setUsing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  useScrollToHash();
  const filtered = Object.keys(filter).length > 0;
  const count = shown.own.length + shown.topics.reduce((sum, each) => sum + each.series.length, 0);
  const nothing = count === 0 && shown.discrepancies.length === 0 && shown.leftOut.length === 0;
  const cards = (series: readonly Series[]) => (
    <div className={classes.cards}>
      {series.map((each) => (
        <SeriesCard key={each.key} series={each} onUse={setUsing} onDelete={setDeleting} />
      ))}
    </div>
  );
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>The evidence behind every number</h1>
        <p className={classes.lead}>
          Every figure with its source and the conditions it holds for. Full signs are measured; hollow and
          broken ones are not.
        </p>
      </header>
      <EvidenceAside filter={filter} sources={sources} shown={shown} onFilter={onFilter} />
      <main id="content" tabIndex={-1} className={classes.main}>
        {filtered && (
          <p role="status" className={classes.count}>
            {count} of {library.series.length} series.{' '}
            <button type="button" className="link-button" onClick={() => onFilter({})}>
              Show all
            </button>
            {nothing && ' No evidence contains all of these words.'}
          </p>
        )}
        <div id="own" className={classes.part}>
          <Section
            title="Own measurements"
            hint={shown.own.length > 0 ? 'Plans use a copy' : undefined}
            aside={
              <Button
                leftSection={<PlusIcon size={14} />}
                renderRoot={(props: object) => <Link {...props} to="/evidence/add" />}
              >
                Add own measurements
              </Button>
            }
          >
            {shown.own.length === 0 && (
              <p className="soft">
                {filtered
                  ? 'None of your own measurements match.'
                  : 'None yet. Add operations per minute over memory overcommitment from your own load tests.'}
              </p>
            )}
            {cards(shown.own)}
          </Section>
        </div>
        {shown.topics.map(({ topic, series }) => (
          <div key={topic} id={`topic-${topic}`} className={classes.part}>
            <Section title={TOPICS[topic]}>{cards(series)}</Section>
          </div>
        ))}
        {shown.discrepancies.length > 0 && (
          <div id="discrepancies" className={classes.part}>
            <Section
              title="Corrections"
              hint="What is printed, what the arithmetic gives, and what Hostwise uses"
            >
              <Discrepancies discrepancies={shown.discrepancies} />
            </Section>
          </div>
        )}
        {!filtered && <Studies />}
        {shown.leftOut.length > 0 && (
          <div id="left-out" className={classes.part}>
            <Section title="Left out" hint="Printed, but not used">
              <LeftOut items={shown.leftOut} />
            </Section>
          </div>
        )}
        <p className="soft small" style={{ marginTop: 32 }}>
          Catalogue {library.version}.
        </p>
      </main>
      <UseInPlanDialog model={using} onClose={() => setUsing(null)} />
      <DeleteModelDialog model={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}
