import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';

import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { formatExact } from '@/lib/format';

import classes from './drop-outcome.module.css';
import { answered, estateName, type Question, unsay, useDropped, wait } from './dropped-files';
import { VmMappingForm } from './mapping-form';
import { addEstate, mapColumns, namesOf, replaceEstate, takePast, type Ways } from './take-files';

/**
 * What becomes of files that were dropped: what is read, what waits for what, and what a person has to decide. A page
 * of a plan asks about the prices of a quote itself, and that of an audit takes it.
 */
export function DropOutcome({ ways, offersQuote }: { ways: Ways; offersQuote: boolean }) {
  const { busy, said, waiting, questions, estate } = useDropped();
  const [question] = questions;
  const quote = offersQuote ? null : waiting.quote;
  return (
    <>
      <div className={classes.notices} data-testid="drop-outcome">
        {waiting.past && (
          <Notice
            tone="info"
            title={`${namesOf(waiting.past.files)} is performance history.`}
            actions={<Leave onClick={() => wait({ past: null })} />}
          >
            It is kept: now drop the list of the VMs.
          </Notice>
        )}
        {waiting.drives.length > 0 && (
          <Notice
            tone="info"
            title={`${namesOf(waiting.drives)}: the health of drives.`}
            actions={<Leave onClick={() => wait({ drives: [] })} />}
          >
            It is kept: now drop the list of the VMs.
          </Notice>
        )}
        {quote && (
          <Notice
            tone="info"
            title={`${quote.name} is a quote or a price list.`}
            actions={
              <>
                <Button size="compact-sm" variant="filled" onClick={ways.auditQuote}>
                  Audit it
                </Button>
                <Leave onClick={() => wait({ quote: null })} />
              </>
            }
          >
            Its prices belong to a plan. It is kept:{' '}
            {estate ? 'size this estate, or open a plan' : 'open a plan'}, and they are asked about there.
          </Notice>
        )}
        {said.map((each) => (
          <Notice
            key={each.text}
            tone={each.tone}
            actions={
              <>
                {each.back && (
                  <Button
                    size="compact-sm"
                    onClick={() => {
                      unsay(each);
                      each.back?.run();
                    }}
                  >
                    {each.back.label}
                  </Button>
                )}
                <CloseButton size="sm" aria-label="Close this message" onClick={() => unsay(each)} />
              </>
            }
          >
            {each.text}
          </Notice>
        ))}
        {busy !== null && <Notice tone="info">{busy}</Notice>}
      </div>
      {question && <Asked question={question} ways={ways} busy={busy !== null} />}
    </>
  );
}

const Leave = ({ onClick }: { onClick: () => void }) => (
  <Button size="compact-sm" onClick={onClick}>
    Do not keep it
  </Button>
);

interface AskedProps<Q extends Question = Question> {
  question: Q;
  ways: Ways;
  busy: boolean;
}

function Asked({ question, ways, busy }: AskedProps) {
  switch (question.kind) {
    case 'columns':
      return (
        <Dialog
          opened
          onClose={() => answered(question)}
          title="Which column is what?"
          actions={<Button onClick={() => answered(question)}>Leave it out</Button>}
        >
          <p className="soft">{namesOf(question.files)}</p>
          <VmMappingForm
            columns={question.columns}
            busy={busy}
            onMapping={(mapping) => void mapColumns(question, mapping, ways)}
          />
        </Dialog>
      );
    case 'estate':
      return <AnotherEstate question={question} ways={ways} busy={busy} />;
    case 'history':
      return <AnotherHistory question={question} busy={busy} />;
  }
}

function AnotherEstate({ question, ways, busy }: AskedProps<Extract<Question, { kind: 'estate' }>>) {
  const { estate, nameless } = useDropped();
  if (!estate) return null;
  const open = estateName(estate.nameless ?? estate.reading);
  const added = nameless ? 'the new one' : estateName(question.reading);
  return (
    <AddOrReplace
      title="Add it to the estate that is open?"
      keep={['Keep what is open', () => answered(question)]}
      replace={['Open it instead', () => void replaceEstate(question, ways)]}
      add={['Add it', () => void addEstate(question, ways)]}
      busy={busy}
    >
      <p>
        <strong>{open}</strong> is open, with {vms(estate.reading)}. You bring <strong>{added}</strong>, with{' '}
        {vms(question.reading)}.
      </p>
      <p className="soft small">
        Added, it counts as another vCenter does: a VM that both have counts once, and what you chose stays.
        Opened instead, one click leads back.
      </p>
    </AddOrReplace>
  );
}

function AnotherHistory({
  question,
  busy,
}: Omit<AskedProps<Extract<Question, { kind: 'history' }>>, 'ways'>) {
  const { estate, waiting } = useDropped();
  const now = estate ? estate.history : waiting.past;
  return (
    <AddOrReplace
      title="Add it to the history that is there?"
      keep={['Keep what is there', () => answered(question)]}
      replace={['Take it instead', () => void takePast(question, false)]}
      add={['Read both together', () => void takePast(question, true)]}
      busy={busy}
    >
      <p>
        <strong>{namesOf(now?.files ?? [])}</strong> is there. You bring{' '}
        <strong>{namesOf(question.past.files)}</strong>, which is performance history, too.
      </p>
      <p className="soft small">Files that one product wrote are read together.</p>
    </AddOrReplace>
  );
}

/** A button and what it does. */
type Way = readonly [label: string, run: () => void];

interface AddOrReplaceProps {
  title: string;
  keep: Way;
  replace: Way;
  add: Way;
  busy: boolean;
  children: ReactNode;
}

/** What is new is added to what is there, unless a person says otherwise; closing the question keeps what is there. */
function AddOrReplace({ title, keep, replace, add, busy, children }: AddOrReplaceProps) {
  return (
    <Dialog
      opened
      onClose={keep[1]}
      title={title}
      actions={
        <>
          <Button onClick={keep[1]}>{keep[0]}</Button>
          <Button loading={busy} onClick={replace[1]}>
            {replace[0]}
          </Button>
          <Button variant="filled" data-autofocus loading={busy} onClick={add[1]}>
            {add[0]}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

function vms({ inventory }: { inventory: { vms: { name: readonly string[] } } }): string {
  const count = inventory.vms.name.length;
  return count === 1 ? '1 VM' : `${formatExact(count)} VMs`;
}
