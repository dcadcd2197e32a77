import { useQuery } from '@tanstack/react-query';

import type { Check } from '@/api/types';
import { FoldedSection } from '@/components/folded-section';
import { usePlanActions } from '@/plan/plan-actions';
import { ScrollRegion } from '@/components/scroll-region';
import { formatFull, formatNumber, formatShare } from '@/lib/format';

import { checksQuery } from './queries';
import classes from './source-checks.module.css';

interface Props {
  sample: string;
  /** Keys of the plan's configurations: only their numbers can be explained. */
  configurations: readonly string[];
}

/** What the sample's source prints beside what the model says. */
export function SourceChecks({ sample, configurations }: Props) {
  const { data } = useQuery(checksQuery(sample));
  if (!data || data.length === 0) return null;
  return (
    <FoldedSection
      name="checks"
      title="Published figures and the model's"
      hint="for the original sample, without your changes"
    >
      <ScrollRegion label="Source and model, table">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Claim</th>
              <th scope="col" className="number">
                Printed
              </th>
              <th scope="col" className="number">
                Computed
              </th>
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            {data.map((check, index) => (
              <CheckRow
                key={`${check.claim}-${String(index)}`}
                check={check}
                configurations={configurations}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </FoldedSection>
  );
}

function CheckRow({ check, configurations }: { check: Check; configurations: readonly string[] }) {
  const { explain } = usePlanActions();
  const { configuration, quantity, computed } = check;
  const text = computed === null ? 'not evaluated' : computedText(check, computed);
  return (
    <tr>
      <th scope="row">
        {check.claim}
        <div className={classes.note}>{check.locator}</div>
        {check.note && <div className={classes.note}>{check.note}</div>}
      </th>
      <td className="number">{check.printed}</td>
      <td className="number" title={computed === null ? undefined : formatFull(computed)}>
        {configuration && configurations.includes(configuration) ? (
          <button
            type="button"
            className={classes.value}
            aria-label={`${check.claim}: ${text}. Why?`}
            onClick={() => explain(configuration, quantity)}
          >
            {text}
          </button>
        ) : (
          text
        )}
      </td>
      <td>
        <span className={classes.verdict} data-verdict={check.verdict}>
          {check.verdict}
        </span>
      </td>
    </tr>
  );
}

/** The model's number the way the source writes its own: percent beside percent. */
function computedText({ printed, unit }: Check, computed: number): string {
  if (unit === '' && printed.includes('%')) return formatShare(computed);
  return `${formatNumber(computed)} ${unit}`.trim();
}
