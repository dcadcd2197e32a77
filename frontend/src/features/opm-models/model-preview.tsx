import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo, useState } from 'react';

import { ApiError, errorText } from '@/api/client';
import type { FieldProblem, OpmCurves, OpmModel } from '@/api/types';
import { LazyBoundary } from '@/components/lazy-boundary';
import { Notice } from '@/components/notice';
import { formatListed } from '@/lib/format';

import { type ModelForm, previewOf } from './model-form';
import classes from './model-page.module.css';
import { opmPreviewQuery } from './queries';

const EvidenceCurves = lazy(() => import('@/charts/evidence-curves'));

export interface Preview {
  curves: OpmCurves | undefined;
  error: Error | null;
  problems: readonly FieldProblem[];
}

const PAUSE_MS = 250;
const NONE: FieldProblem[] = [];
const NOTHING: OpmModel = { key: 'preview', name: 'Preview', points: [] };

/** The curve of the points as they are entered, after a short pause; the last good one stays meanwhile. */
export function usePreview(form: ModelForm): Preview {
  const { points, measure, kind, baseline_opm_per_vm } = form;
  const model = useMemo(
    () => previewOf({ ...form, points, measure, kind, baseline_opm_per_vm }),
    // oxlint-disable-next-line react/exhaustive-deps -- words of the model draw nothing
    [points, measure, kind, baseline_opm_per_vm],
  );
  const [settled] = useDebouncedValue(model, PAUSE_MS);
  const query = useQuery({ ...opmPreviewQuery(settled ?? NOTHING), enabled: settled !== null });
  const [last, setLast] = useState<OpmCurves>();
  if (query.data && query.data !== last) setLast(query.data);
  return {
    curves: settled === null ? undefined : (query.data ?? last),
    error: query.error,
    problems: query.error instanceof ApiError ? query.error.fields : NONE,
  };
}

export function ModelPreview({ preview }: { preview: Preview }) {
  const { curves, error, problems } = preview;
  return (
    <div className={classes.preview}>
      {error && (
        <Notice tone="error" title="No curve.">
          {problems.length > 0 ? problems.map((each) => each.message).join(' ') : errorText(error)}
        </Notice>
      )}
      {curves ? (
        <>
          <LazyBoundary fallback={<div style={{ minHeight: 400 }} />}>
            <EvidenceCurves title="Preview" curves={curves} height={300} />
          </LazyBoundary>
          <ul className={classes.remarks}>
            {curves.curves.map((curve) => (
              <li key={curve.medium}>
                <strong>{curve.label}:</strong>{' '}
                {curve.single_point
                  ? 'only one ratio, so no curve. A second ratio makes a line.'
                  : `measured from ${formatListed(curve.measured_from)} to ${formatListed(curve.measured_to)} : 1.`}
              </li>
            ))}
          </ul>
          {curves.curves.some((each) => !each.single_point) && (
            <p className="soft small">{curves.extrapolation_rule}</p>
          )}
        </>
      ) : (
        <p className="soft">
          The curve appears here with the first complete point: medium, overcommit ratio and{' '}
          {'operations per minute or share'}.
        </p>
      )}
    </div>
  );
}
