import type { LeftOutItem } from '@/api/types';

import { CitationLink } from './citation-link';
import classes from './discrepancies.module.css';

/** What was printed and is not kept, and why. */
export function LeftOut({ items }: { items: readonly LeftOutItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.key} id={item.key} className={classes.item} tabIndex={-1}>
          <h3 className={classes.about}>{item.quantity}</h3>
          <dl className={classes.figures}>
            <div>
              <dt>Printed</dt>
              <dd>{item.printed}</dd>
            </div>
          </dl>
          <div className={classes.words}>
            <p>{item.reason}</p>
            <p className="soft small">
              {item.citations.map((each) => (
                <CitationLink key={each.citation} citation={each} locator={item.locator} />
              ))}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
