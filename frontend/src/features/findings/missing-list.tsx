import type { Missing } from '@/api/types';
import { FieldLink } from '@/components/field-links';
import classes from './findings-list.module.css';
import { Section } from '@/components/section';

/** What is not evaluated, and the field that would cure it. */
export function MissingList({ missing }: { missing: readonly Missing[] }) {
  if (missing.length === 0) return null;
  return (
    <Section title="Not evaluated" hint="Missing inputs, and the results that need them">
      <ul className={classes.list}>
        {missing.map((each) => (
          <li key={each.pointer} className={classes.item} data-severity="missing">
            <span className={classes.field}>
              <FieldLink pointer={each.pointer}>{each.label}</FieldLink>
            </span>
            <span className="soft">{each.leaves_out.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
