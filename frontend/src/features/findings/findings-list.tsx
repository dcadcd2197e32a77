import { VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';

import type { Finding } from '@/api/types';
import { capital } from '@/lib/format';

import { FieldLink } from '@/components/field-links';
import classes from './findings-list.module.css';
import { Figure } from '@/components/figure';
import { Marker } from '@/components/marker';
import { usePlanActions } from '@/plan/plan-actions';
import { Section } from '@/components/section';
import { Sentence, sentenceText, withoutName } from '@/components/sentence';

const ORDER = { error: 0, warning: 1, info: 2 } as const;
const WORD = { error: 'Error', warning: 'Warning', info: 'Note' } as const;

interface Named {
  key: string;
  name: string;
}

interface Props {
  findings: readonly Finding[];
  /** In the order of the plan. */
  configurations: readonly Named[];
}

/** Findings under a heading that counts them; nothing where there are none. */
export function FindingsSection({ title = 'Findings', ...list }: Props & { title?: string }) {
  const count = findingRows(list.findings, list.configurations).length;
  return count === 0 ? null : (
    <Section title={title} hint={String(count)}>
      <FindingsList {...list} />
    </Section>
  );
}

/** Findings, the most severe first, with links to the fields that resolve them. */
export function FindingsList({ findings, configurations }: Props) {
  return (
    <ul className={classes.list}>
      {findingRows(findings, configurations).map((row, index) => (
        <FindingItem key={`${row.code}-${String(index)}`} row={row} />
      ))}
    </ul>
  );
}

interface Row extends Pick<Finding, 'code' | 'severity'> {
  message: string;
  found: { finding: Finding; place: number; name: string }[];
}

/** What is said of several configurations in the same words is one row, without their names: marks stand for them. */
export function findingRows(findings: readonly Finding[], configurations: readonly Named[]): Row[] {
  const rows = new Map<string, Row>();
  for (const finding of findings) {
    const { code, severity } = finding;
    const place = configurations.findIndex((each) => each.key === finding.configuration);
    const name = configurations[place]?.name ?? '';
    const own = place >= 0 ? withoutName(finding.parts) : finding.parts;
    const key = JSON.stringify([code, severity, sentenceText(own)]);
    const row = rows.get(key) ?? { code, severity, message: capital(sentenceText(own)), found: [] };
    rows.set(key, { ...row, found: [...row.found, { finding, place, name }] });
  }
  return [...rows.values()].toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}

function FindingItem({ row: { severity, message, found } }: { row: Row }) {
  const { readOnly, apply } = usePlanActions();
  const remedy = found[0]?.finding.remedy;
  const several = found.length > 1;
  return (
    <li className={classes.item} data-severity={severity}>
      <span className={classes.severity}>{WORD[severity]}</span>
      <span className={classes.message}>
        {found.map((each, index) => (
          <Fragment key={index}>
            {each.place >= 0 && <Marker index={each.place} size={10} />}
            {several && (
              <VisuallyHidden component="span">
                {each.name}
                {index < found.length - 1 ? ',' : ':'}
              </VisuallyHidden>
            )}{' '}
          </Fragment>
        ))}
        {several || !found[0] ? message : <Sentence parts={found[0].finding.parts} />}
      </span>
      <span>
        {remedy && apply && !readOnly && (
          <button type="button" className="link-button" onClick={() => apply(remedy)}>
            {remedy.label}
          </button>
        )}
        {found.map(({ finding, place, name }, index) => (
          <span key={index} className={classes.links} title={several ? name : undefined}>
            {several && place >= 0 && <Marker index={place} size={10} />}
            {several && <VisuallyHidden component="span">{name}: </VisuallyHidden>}
            {finding.pointer && !readOnly && <FieldLink pointer={finding.pointer}>fix</FieldLink>}
            {finding.configuration && finding.quantity && (
              <Figure
                configuration={finding.configuration}
                quantity={finding.quantity}
                label={several ? `${name}: ${message}` : finding.message}
              />
            )}
          </span>
        ))}
      </span>
    </li>
  );
}
