import { type NamedFile, unwrapFile } from '@/api/client';
import {
  reportKept as getReportOfKept,
  reportPlan as postReport,
  reportShared as getReportOfShared,
} from '@/api/generated/sdk.gen';
import type { Plan, ReportPlanData } from '@/api/types';

export type ReportFormat = NonNullable<NonNullable<ReportPlanData['query']>['format']>;

/** Makes a report in a format; it takes seconds and can be cancelled. */
export type MakeReport = (format: ReportFormat, signal: AbortSignal) => Promise<NamedFile>;

// The file as the server sends it.
const AS_FILE = { parseAs: 'blob' } as const;

export const reportPlan =
  (plan: Plan, reference: string | undefined): MakeReport =>
  (format, signal) =>
    unwrapFile(
      postReport({ ...AS_FILE, body: { plan, reference: reference ?? null }, query: { format }, signal }),
    );

/** The report of a saved revision, with its number and date. */
export const reportKept =
  (id: string, revision: number, reference: string | undefined): MakeReport =>
  (format, signal) =>
    unwrapFile(
      getReportOfKept({
        ...AS_FILE,
        path: { plan_id: id },
        query: { format, revision, ...(reference !== undefined && { reference }) },
        signal,
      }),
    );

export const reportShared =
  (token: string, reference: string | undefined): MakeReport =>
  (format, signal) =>
    unwrapFile(
      getReportOfShared({
        ...AS_FILE,
        path: { token },
        query: { format, ...(reference !== undefined && { reference }) },
        signal,
      }),
    );
