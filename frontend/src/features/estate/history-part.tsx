import { Button, FileButton } from '@mantine/core';

import type { EstateGlance, History } from '@/api/types';
import { formatExact, formatNumber } from '@/lib/format';

import { useDropped } from './dropped-files';
import classes from './estate.module.css';

interface Props {
  history: History | null;
  glance: EstateGlance;
  onFiles: (files: readonly File[]) => void;
  onWithout: () => void;
}

/** What the VMs did over time: the peak of all of them together, beside the sum of their own. */
export function HistoryPart({ history, glance, onFiles, onWithout }: Props) {
  const { busy } = useDropped();
  return (
    <>
      {history ? (
        <Loads history={history} />
      ) : (
        <p className="soft">
          {glance.missing.length > 0
            ? 'VCF Operations, esxtop, Prometheus and the samples of hostwise collect say what this export cannot: use over time, I/O, and how much of the peaks coincides.'
            : 'History over time says how much of the peaks coincides.'}
        </p>
      )}
      <div className={classes.actions}>
        <FileButton
          multiple
          accept=".csv,.json,.zip,.txt,.xlsx"
          inputProps={{ 'aria-label': 'Performance history' }}
          onChange={onFiles}
        >
          {(props) => (
            <Button {...props} size="sm" loading={busy !== null}>
              {history ? 'Another history' : 'Add performance history'}
            </Button>
          )}
        </FileButton>
        {history && (
          <Button size="sm" variant="subtle" onClick={onWithout}>
            Go on without it
          </Button>
        )}
      </div>
    </>
  );
}

function Loads({ history }: { history: History }) {
  const { period, percentile, scope } = history;
  const days = period && formatNumber(period.days_covered);
  const every = period && formatNumber(period.interval_seconds / 60);
  return (
    <>
      <p>
        {history.source.file}: {history.source.label}
        {period && `, ${days ?? ''} days, every ${every ?? ''} minutes`}.
        {percentile != null && ` Peaks are the ${formatExact(percentile)}th percentile over time.`}
      </p>
      <table className={classes.groups}>
        <thead>
          <tr>
            <th scope="col">All VMs</th>
            <th scope="col">Mean</th>
            <th scope="col">Peak together</th>
            <th scope="col">Sum of their own peaks</th>
            <th scope="col">Diversity factor</th>
          </tr>
        </thead>
        <tbody>
          {scope.map(
            ({
              counter,
              label,
              unit,
              mean,
              coincident_peak: peak,
              sum_of_peaks: sum,
              diversity_factor: factor,
            }) => (
              <tr key={counter}>
                <th scope="row" className={classes.capital}>
                  {label}, {unit}
                </th>
                <td data-label="mean">{shown(mean)}</td>
                <td data-label="peak together">{shown(peak)}</td>
                <td className={classes.sum}>{shown(sum)}</td>
                <td data-label="diversity">{shown(factor)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </>
  );
}

const shown = (value: number | null | undefined) => (value == null ? '\u2013' : formatNumber(value));
