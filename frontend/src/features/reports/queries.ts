import { type NamedFile, unwrapFile } from '@/api/client';
import {
  reportKept as getReportOfKept,
  reportPlan as postReport,
  reportShared as getReportOfShared,
} from '@/api/generated/sdk.gen';
import type { Plan, ReportPlanData } from '@/api/types';
import { today } from '@/lib/today';

type Format = NonNullable<NonNullable<ReportPlanData['query']>['format']>;

/** What a report is to be: its format, and whether a PDF ends with all inputs and formulas. */
export interface ReportKind {
  format: Format;
  appendix?: boolean;
}

/** Makes a report; it takes seconds and can be cancelled. */
export type MakeReport = (kind: ReportKind, signal: AbortSignal) => Promise<NamedFile>;

// The file as the server sends it.
const AS_FILE = { parseAs: 'blob' } as const;

/** The report of a plan that is not saved as it stands: it says so, with the date of today. */
export const reportPlan =
  (plan: Plan, reference: string | undefined): MakeReport =>
  (kind, signal) =>
    unwrapFile(
      postReport({
        ...AS_FILE,
        body: { plan, reference: reference ?? null, made_on: today() },
        query: kind,
        signal,
      }),
    );

/** The report of a saved revision, with its number and date. */
export const reportKept =
  (id: string, revision: number, reference: string | undefined): MakeReport =>
  (kind, signal) =>
    unwrapFile(
      getReportOfKept({
        ...AS_FILE,
        path: { plan_id: id },
        query: { ...kind, revision, ...(reference !== undefined && { reference }) },
        signal,
      }),
    );

export const reportShared =
  (token: string, reference: string | undefined): MakeReport =>
  (kind, signal) =>
    unwrapFile(
      getReportOfShared({
        ...AS_FILE,
        path: { token },
        query: { ...kind, ...(reference !== undefined && { reference }) },
        signal,
      }),
    );
