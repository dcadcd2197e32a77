import type { Finding, Missing, Result } from '@/api/types';
import { Marker } from '@/components/marker';
import { usePlanActions } from '@/components/plan-actions';
import { Section } from '@/components/section';

import classes from './findings-list.module.css';

const ORDER = { error: 0, warning: 1, info: 2 } as const;
const WORD = { error: 'Error', warning: 'Warning', info: 'Note' } as const;

/** What a reader should know about the result, with the way to each cure. */
export function Findings({ result }: { result: Result }) {
  const sorted = [...result.findings].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  if (sorted.length === 0) return null;
  return (
    <Section title="Findings" hint={String(sorted.length)}>
      <ul className={classes.list}>
        {sorted.map((finding, index) => (
          <FindingItem
            key={`${finding.code}-${String(index)}`}
            finding={finding}
            place={result.configurations.findIndex((each) => each.key === finding.configuration)}
          />
        ))}
      </ul>
    </Section>
  );
}

function FindingItem({ finding, place }: { finding: Finding; place: number }) {
  const { focusField, explain } = usePlanActions();
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
        {pointer && (
          <button type="button" className="link-button" onClick={() => focusField(pointer)}>
            fix
          </button>
        )}
        {configuration && quantity && (
          <button type="button" className="link-button" onClick={() => explain(configuration, quantity)}>
            why
          </button>
        )}
      </span>
    </li>
  );
}

/** What is not evaluated, and the field that would cure it. */
export function MissingList({ missing }: { missing: readonly Missing[] }) {
  const { focusField } = usePlanActions();
  if (missing.length === 0) return null;
  return (
    <Section title="Not evaluated" hint="What is missing, and what is left out for want of it">
      <ul className={classes.list}>
        {missing.map((each) => (
          <li key={each.pointer} className={classes.item} data-severity="missing">
            <button
              type="button"
              className={`link-button ${classes.field}`}
              onClick={() => focusField(each.pointer)}
            >
              {each.label}
            </button>
            <span className="soft">leaves out {each.leaves_out.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
