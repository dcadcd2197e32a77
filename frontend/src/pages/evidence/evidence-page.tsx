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
import { Blocks } from '@/components/skeleton';
import { Discrepancies } from '@/features/evidence/discrepancies';
import { EvidenceAside, PartLink } from '@/features/evidence/evidence-aside';
import {
  type EvidenceFilter,
  type Shown,
  shownOf,
  sourcesOf,
  TOPICS,
} from '@/features/evidence/evidence-filter';
import { countsOf, EVIDENCE_PARTS, type EvidencePart } from '@/features/evidence/evidence-parts';
import classes from '@/features/evidence/evidence.module.css';
import { LeftOut } from '@/features/evidence/left-out';
import { SeriesCard } from '@/features/evidence/series-card';
import { useScrollToHash } from '@/features/evidence/use-scroll-to-hash';
import { DeleteModelDialog } from '@/features/opm-models/delete-model-dialog';
import { UseInPlanDialog } from '@/features/opm-models/use-in-plan-dialog';
import { ReproductionList } from '@/features/samples/reproduction-list';

interface Props {
  part: EvidencePart;
  filter: EvidenceFilter;
  onFilter: (filter: EvidenceFilter) => void;
}

/** One page of the library of evidence: corrections of the sources, reproductions, measured data or own measurements. */
export function EvidencePage({ part, filter, onFilter }: Props) {
  const { data: library } = useSuspenseQuery(evidenceQuery);
  const shown = useMemo(() => shownOf(library, filter), [library, filter]);
  const sources = useMemo(() => sourcesOf(library), [library]);
  useScrollToHash(part);
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      <title>{`${EVIDENCE_PARTS[part]} \u2013 Evidence \u2013 Hostwise`}</title>
      <PageHeader />
      <div className={classes.page}>
        <header className={classes.head}>
          <h1 className={classes.title}>The evidence behind every number</h1>
          <p className={classes.lead}>
            Corrections of the sources, what was computed again, and every measured figure with its source and
            the conditions it holds for.
          </p>
        </header>
        <EvidenceAside part={part} filter={filter} sources={sources} shown={shown} onFilter={onFilter} />
        <main id="content" tabIndex={-1} className={classes.main}>
          {filtered && part !== 'studies' && (
            <Found part={part} library={library} filter={filter} shown={shown} onFilter={onFilter} />
          )}
          {part === 'corrections' && <Corrections shown={shown} />}
          {part === 'studies' && <Studies />}
          {part === 'data' && <MeasuredData shown={shown} />}
          {part === 'own' && <OwnMeasurements series={shown.own} filtered={filtered} />}
          <p className="soft small" style={{ marginTop: 32 }}>
            Catalogue {library.version}.
          </p>
        </main>
      </div>
    </>
  );
}

interface FoundProps extends Props {
  library: EvidenceLibrary;
  shown: Shown;
}

/** How much the filter lets through, here and on the other pages. */
function Found({ part, library, filter, shown, onFilter }: FoundProps) {
  const counts = countsOf(shown);
  const all = countsOf(shownOf(library, {}));
  const others = (Object.keys(EVIDENCE_PARTS) as EvidencePart[]).filter(
    (each) => each !== part && counts[each],
  );
  return (
    <p role="status" className={classes.count}>
      {counts[part]} of {all[part]} shown.{' '}
      <button type="button" className="link-button" onClick={() => onFilter({})}>
        Show all
      </button>
      {counts[part] === 0 && (
        <>
          {others.length === 0 && ' No evidence has all of this.'}
          {others.map((each) => (
            <span key={each}>
              {' '}
              <PartLink part={each} filter={filter}>
                {`${String(counts[each])} in ${EVIDENCE_PARTS[each]}`}
              </PartLink>
            </span>
          ))}
        </>
      )}
    </p>
  );
}

function Corrections({ shown: { discrepancies, leftOut } }: { shown: Shown }) {
  return (
    <>
      {discrepancies.length > 0 && (
        <div id="discrepancies">
          <Section
            title="Corrections"
            hint="What is printed, what the arithmetic gives, and what Hostwise uses"
          >
            <Discrepancies discrepancies={discrepancies} />
          </Section>
        </div>
      )}
      {leftOut.length > 0 && (
        <div id="left-out">
          <Section title="Left out" hint="Printed, but not used">
            <LeftOut items={leftOut} />
          </Section>
        </div>
      )}
    </>
  );
}

/** The sample plans of the studies; they are opened, not searched. */
function Studies() {
  const { data } = useQuery(samplesQuery);
  return (
    <Section title="Checked against five published studies" hint="Plans of what they describe, ready to open">
      {data ? (
        <ReproductionList samples={data.filter((each) => each.kind === 'reproduction')} />
      ) : (
        <Blocks heights={[120, 120, 120]} />
      )}
    </Section>
  );
}

function MeasuredData({ shown }: { shown: Shown }) {
  return (
    <>
      <p className="soft small">Full signs are measured; hollow and broken ones are not.</p>
      {shown.topics.map(({ topic, series }) => (
        <div key={topic} id={`topic-${topic}`}>
          <Section title={TOPICS[topic]}>
            <Cards series={series} />
          </Section>
        </div>
      ))}
    </>
  );
}

function OwnMeasurements({ series, filtered }: { series: readonly Series[]; filtered: boolean }) {
  return (
    <Section
      title="Own measurements"
      hint={series.length > 0 ? 'Plans use a copy' : undefined}
      aside={
        <Button
          leftSection={<PlusIcon size={14} />}
          renderRoot={(props: object) => <Link {...props} to="/evidence/add" />}
        >
          Add own measurements
        </Button>
      }
    >
      {series.length === 0 && (
        <p className="soft">
          {filtered
            ? 'None of your own measurements match.'
            : 'None yet. Add operations per minute over memory overcommitment from your own load tests.'}
        </p>
      )}
      <Cards series={series} />
    </Section>
  );
}

function Cards({ series }: { series: readonly Series[] }) {
  const [using, setUsing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  return (
    <div className={classes.cards}>
      {series.map((each) => (
        <SeriesCard key={each.key} series={each} onUse={setUsing} onDelete={setDeleting} />
      ))}
      <UseInPlanDialog model={using} onClose={() => setUsing(null)} />
      <DeleteModelDialog model={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}
