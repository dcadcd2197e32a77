import type { Calibrations } from '@/api/types';
import { ScrollRegion } from '@/components/scroll-region';
import { formatExact, formatNumber, formatShare } from '@/lib/format';

import classes from './read-cache.module.css';

/** The latency that explains each case, and whether one explains them all. */
export function CalibrationAnswer({ calibrations }: { calibrations: Calibrations }) {
  const { cases, joint, validity, source } = calibrations;
  const ms = (value: number | null) => (value === null ? '' : `${formatNumber(value)}\u00a0ms`);
  return (
    <div className={classes.answer} data-testid="calibration">
      <p>
        <span className={classes.verdict} data-verdict={joint.accepted ? 'usable' : 'refused'}>
          {joint.accepted ? 'one latency for all' : 'one latency for all refused'}
        </span>{' '}
        {joint.reason}
      </p>
      <ScrollRegion className={classes.frame} label="Calibration, table">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">Measured</th>
              <th scope="col">Its own flash latency</th>
              <th scope="col">Model with that</th>
              <th scope="col">Model with {ms(joint.best_ms) || 'one for all'}</th>
              <th scope="col">Miss</th>
            </tr>
          </thead>
          <tbody>
            {cases.map((each) => (
              <tr key={each.name}>
                <th scope="row">
                  {each.name}
                  {each.reason && <div className={classes.note}>{each.reason}</div>}
                </th>
                <td>{`${formatExact(each.measured_ms)}\u00a0ms`}</td>
                <td data-value={each.service_ms ?? ''}>
                  {each.service_ms === null ? <span className="soft">none</span> : ms(each.service_ms)}
                </td>
                <td>{ms(each.model_ms)}</td>
                <td>{ms(each.joint_model_ms)}</td>
                <td>{each.joint_error_share === null ? '' : formatShare(each.joint_error_share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="soft small">
        {validity} {source.citation}
        {source.locator && `, ${source.locator}`}.
      </p>
    </div>
  );
}
