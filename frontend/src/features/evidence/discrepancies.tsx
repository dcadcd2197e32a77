import type { DiscrepancyItem, SourceDiscrepancies } from '@/api/types';

import { CitationLink } from './citation-link';
import classes from './discrepancies.module.css';

/** Corrections: what a source prints, what the arithmetic gives, and what Hostwise uses. */
export function Discrepancies({ discrepancies }: { discrepancies: readonly SourceDiscrepancies[] }) {
  return discrepancies.map(({ source, items }) => (
    <section key={source.key ?? source.citation} className={classes.source}>
      <h3>
        <CitationLink citation={source} /> <span className={classes.count}>{items.length}</span>
      </h3>
      <ul>
        {items.map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </ul>
    </section>
  ));
}

function Item({ item }: { item: DiscrepancyItem }) {
  const { key, severity, about, printed, computed, explanation, treatment, against } = item;
  return (
    <li id={key} className={classes.item} tabIndex={-1}>
      <h4 className={classes.about}>
        {about}{' '}
        <span className={classes.severity} data-severity={severity}>
          {severity}
        </span>
      </h4>
      <dl className={classes.figures}>
        <div>
          <dt>Printed</dt>
          <dd>{printed}</dd>
        </div>
        <div>
          <dt>Computed</dt>
          <dd>{computed ?? <span className="soft">not computable</span>}</dd>
        </div>
      </dl>
      <div className={classes.words}>
        <p>{explanation}</p>
        <p>
          <strong>Hostwise:</strong> {treatment}
        </p>
        {against.length > 0 && (
          <p className="soft small">
            Against:{' '}
            {against.map((each, index) => (
              <span key={each.citation}>
                {index > 0 && '; '}
                <CitationLink citation={each} />
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
