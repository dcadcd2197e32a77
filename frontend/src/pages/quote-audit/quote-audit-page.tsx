import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import { ApiError, errorText } from '@/api/client';
import type { FieldProblem, Plan, ProposalReading } from '@/api/types';
import { AnswerArea } from '@/components/answer-area';
import { Disclosure } from '@/components/disclosure';
import { Notice } from '@/components/notice';
import frame from '@/components/page-frame.module.css';
import { PageHeader } from '@/components/page-header';
import { useDropped, wait } from '@/features/estate/dropped-files';
import { AuditAnswer } from '@/features/quote-audit/audit-answer';
import { PlanChoice } from '@/features/quote-audit/plan-choice';
import { type Entered, ProposalEntry } from '@/features/quote-audit/proposal-entry';
import { auditQuery, openPlanQuery, readProposal } from '@/features/quote-audit/queries';
import { StatedFigures } from '@/features/quote-audit/stated-figures';
import { addressOfKey, type HeldAgainst, keyOfAddress, originIn } from '@/plan/held-against';
import { useDebouncedAnswer } from '@/plan/use-settled-answer';

import classes from './quote-audit-page.module.css';

interface Props {
  against: HeldAgainst;
  onAgainst: (against: HeldAgainst) => void;
}

/** A vendor's proposal is read, and held against arithmetic, the catalogue and a plan. */
export function QuoteAuditPage({ against, onAgainst }: Props) {
  const reading = useMutation({
    mutationFn: ({ content, name, mapping }: Entered) => readProposal(content, name, mapping),
  });
  const { data, mutate, reset } = reading;
  const { quote } = useDropped().waiting;
  useEffect(() => {
    if (!quote) return;
    mutate({ content: quote, name: quote.name });
    wait({ quote: null });
  }, [quote, mutate]);
  const origin = originIn(against);
  // Asked even where there is none, which is known at once.
  const plan = useQuery(openPlanQuery(origin));
  const choice = (
    <PlanChoice
      value={keyOfAddress(against)}
      name={plan.data?.name}
      error={plan.error ? `${errorText(plan.error)} Choose another.` : undefined}
      onChange={(key) => onAgainst(addressOfKey(key))}
    />
  );
  return (
    <>
      <title>{`Audit of a proposal \u2013 Hostwise`}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={frame.page}>
        {data ? (
          <Audited
            key={reading.submittedAt}
            reading={data}
            plan={plan.error ? null : plan.data}
            choice={choice}
            onAnother={reset}
          />
        ) : (
          <>
            <h1 className={frame.title}>Audit a vendor{'\u2019'}s proposal</h1>
            <p className={frame.lead}>
              Its sums, licences and prices are recomputed, and its hosts, capacity and drives held against
              your plan. You get the differences, and the questions to its sender.
            </p>
            <div className={classes.against}>{choice}</div>
            <ProposalEntry
              entered={reading.variables}
              busy={reading.isPending}
              error={reading.error}
              onEnter={mutate}
              onAnother={reset}
            />
          </>
        )}
      </main>
    </>
  );
}

interface AuditedProps {
  reading: ProposalReading;
  /** Null where the proposal is held against none; undefined while it is not there yet. */
  plan: Plan | null | undefined;
  choice: React.ReactNode;
  onAnother: () => void;
}

function Audited({ reading, plan, choice, onAnother }: AuditedProps) {
  const [proposal, setProposal] = useState(reading.proposal);
  const asked = useMemo(() => ({ proposal, plan }), [proposal, plan]);
  const answer = useDebouncedAnswer(asked, auditQuery);
  const wide = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(wide);
  const problems = answer.error instanceof ApiError ? answer.error.fields : [];
  const elsewhere = problems.filter((each) => !STATED.test(each.pointer));
  return (
    <>
      <div className={classes.head}>
        <p className="soft">Audit of {proposal.name}</p>
        <Button size="compact-sm" onClick={onAnother}>
          Audit another
        </Button>
      </div>
      <h1 className={`${frame.title ?? ''} ${classes.decision ?? ''}`} aria-live="polite">
        {answer.data?.sentence ?? (answer.error ? 'The proposal cannot be audited' : 'Auditing\u2026')}
      </h1>
      <div className={classes.columns}>
        <div className={classes.aside}>
          {choice}
          <div className={classes.stated}>
            <Disclosure title="What the proposal assumes" level={2} open={open} onToggle={setOpen}>
              <StatedFigures proposal={proposal} problems={problems} onChange={setProposal} />
            </Disclosure>
          </div>
        </div>
        <div>
          {elsewhere.length > 0 && <Mistakes problems={elsewhere} />}
          <AnswerArea answer={answer} about="this proposal">
            {(audit) => <AuditAnswer audit={audit} reading={reading} />}
          </AnswerArea>
        </div>
      </div>
    </>
  );
}

/** What has a field here says itself what is wrong with it. */
const STATED = /^\/proposal\/sides\/\d+\/stated\//;

function Mistakes({ problems }: { problems: readonly FieldProblem[] }) {
  const ofPlan = problems.some((each) => each.pointer.startsWith('/plan'));
  return (
    <Notice
      tone="error"
      title={
        ofPlan
          ? 'The plan has mistakes: correct them on its page, or choose another plan.'
          : 'The proposal has mistakes: correct them in its file.'
      }
    >
      {problems
        .slice(0, 5)
        .map(({ pointer, message }) => `${pointer}: ${message}`)
        .join(' ')}
    </Notice>
  );
}
