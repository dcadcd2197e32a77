import { useState } from 'react';

import type { DecisionRow, Notice, Saying } from '@/api/types';
import { FieldAction } from '@/components/field-links';
import { Marks } from '@/components/marks';
import { RemedyButton } from '@/components/remedy';
import { Section } from '@/components/section';
import { Sentence } from '@/components/sentence';

import classes from './findings-list.module.css';

interface Props {
  title: string;
  /** In the order in which they matter. */
  notices: readonly Notice[];
  /** The configurations that they are about. */
  rows: readonly DecisionRow[];
}

/** What the decision says besides, a line and a change for each, under a heading that counts them; nothing where there is none. */
export function NoticesSection({ title, notices, rows }: Props) {
  return notices.length === 0 ? null : (
    <Section title={title} hint={String(notices.length)}>
      <ul className={classes.list}>
        {notices.map((notice) => (
          <NoticeItem key={notice.code} notice={notice} rows={rows} />
        ))}
      </ul>
    </Section>
  );
}

function NoticeItem({ notice, rows }: Pick<Props, 'rows'> & { notice: Notice }) {
  const [all, setAll] = useState(false);
  const { said, remedy } = notice;
  const [first, ...others] = said;
  return (
    <li className={classes.item} data-severity={notice.severity}>
      <span className={classes.severity}>{notice.word}</span>
      <div className={classes.message}>
        {first && <Said saying={first} rows={rows} />}
        {others.length > 0 && (
          <>
            {' '}
            <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'show fewer' : `+ ${String(others.length)} more`}
            </button>
          </>
        )}
        {all && (
          <ul className={classes.others}>
            {others.map((saying, index) => (
              <li key={index}>
                <Said saying={saying} rows={rows} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className={classes.links}>{remedy ? <RemedyButton remedy={remedy} /> : <Fix said={said} />}</span>
    </li>
  );
}

/** A sentence, with the marks of the configurations of which it is true. */
function Said({ saying, rows }: Pick<Props, 'rows'> & { saying: Saying }) {
  return (
    <span>
      <Marks of={saying.configurations} rows={rows} />
      <Sentence parts={saying.text.parts} />
    </span>
  );
}

/** The first field that a notice is about. */
function Fix({ said }: Pick<Notice, 'said'>) {
  const pointer = said.flatMap((each) => each.pointers)[0];
  return pointer !== undefined && <FieldAction pointer={pointer}>fix</FieldAction>;
}
