import type { CaseEvidence, ConfigurationReadCache } from '@/api/types';
import { BASIS, basisOfKind } from '@/charts/basis';
import { ScrollRegion } from '@/components/scroll-region';
import { formatExact, formatNumber, formatShare } from '@/lib/format';

import classes from './read-cache.module.css';

interface Props {
  /** Those that have a read cache: the model answers with the flash of each. */
  configurations: readonly ConfigurationReadCache[];
}

/** What was measured without and with a cache, and what the model says of the same case. */
export function CasesTable({ configurations }: Props) {
  const cases = configurations[0]?.cases ?? [];
  return (
    <ScrollRegion className={classes.frame} label="Measured cases, table">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col" className={classes.left}>
              Measure
            </th>
            <th scope="col">Cache</th>
            <th scope="col">Data</th>
            <th scope="col">Hits</th>
            <th scope="col">Without</th>
            <th scope="col">With</th>
            <th scope="col">Gain</th>
            {configurations.map((each) => (
              <th key={each.key} scope="col">
                Model, {each.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map((each, place) => (
            <tr key={`${each.key} ${each.measure}`}>
              <th scope="row">
                {each.name}
                <div className={classes.note}>
                  {BASIS[basisOfKind(each.kind)].label}, {each.access} access
                </div>
              </th>
              <td className={classes.left}>{each.measure}</td>
              <td>{gb(each.cache_gb)}</td>
              <td>{each.database_gb === null ? '' : gb(each.database_gb)}</td>
              <td>{each.hit_share === null ? '' : formatShare(each.hit_share)}</td>
              <td>{formatExact(each.without_cache)}</td>
              <td>{formatExact(each.with_cache)}</td>
              <td>
                {formatNumber(each.improvement_ratio)}
                {'\u00a0\u00d7'}
              </td>
              {configurations.map((of) => (
                <td key={of.key}>
                  <ModelCell answer={of.cases[place]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const gb = (value: number) => `${formatExact(value)}\u00a0GB`;

function ModelCell({ answer }: { answer: CaseEvidence | undefined }) {
  if (!answer) return null;
  if (answer.model === null) {
    return (
      <em className={classes.note} title={answer.note}>
        not evaluated
      </em>
    );
  }
  return (
    <>
      {formatNumber(answer.model)}
      {answer.model_ratio !== null && (
        <div className={classes.note}>{formatShare(answer.model_ratio)} of measured</div>
      )}
    </>
  );
}
