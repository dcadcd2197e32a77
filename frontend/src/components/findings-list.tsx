import type { Finding } from '@/api/types';

import { FieldLink } from './field-links';
import classes from './findings-list.module.css';
import { Marker } from './marker';
import { usePlanActions } from './plan-actions';

const ORDER = { error: 0, warning: 1, info: 2 } as const;
const WORD = { error: 'Error', warning: 'Warning', info: 'Note' } as const;

interface Props {
  findings: readonly Finding[];
  /** Keys of the configurations, in the order of the plan. */
  configurations: readonly string[];
}

/** Findings, the most severe first, with links to the fields that resolve them. */
export function FindingsList({ findings, configurations }: Props) {
  const sorted = [...findings].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  return (
    <ul className={classes.list}>
      {sorted.map((finding, index) => (
        <FindingItem
          key={`${finding.code}-${String(index)}`}
          finding={finding}
          place={configurations.findIndex((each) => each === finding.configuration)}
        />
      ))}
    </ul>
  );
}

function FindingItem({ finding, place }: { finding: Finding; place: number }) {
  const { explain, readOnly } = usePlanActions();
  const { pointer, configuration, quantity } = finding;
  return (
    <li className={classes.item} data-severity={finding.severity}>
      <span className={classes.severity}>{WORD[finding.severity]}</span>
      <span className={classes.message}>
        {place >= 0 && (
          <>
            <Marker index={place} size={10} />{' '}
          </>
        )}
        {finding.message}
      </span>
      <span className={classes.links}>
        {pointer && !readOnly && <FieldLink pointer={pointer}>fix</FieldLink>}
        {configuration && quantity && (
          <button type="button" className="link-button" onClick={() => explain(configuration, quantity)}>
            why
          </button>
        )}
      </span>
    </li>
  );
}
