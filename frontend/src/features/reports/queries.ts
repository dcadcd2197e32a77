import { type NamedFile, unwrapFile } from '@/api/client';
import {
  reportKept as getReportOfKept,
  reportKeptForCustomer as postReportOfKept,
  reportPlan as postReport,
  reportShared as getReportOfShared,
  reportSharedForCustomer as postReportOfShared,
} from '@/api/generated/sdk.gen';
import type { Plan, ReportCover, ReportPlanData } from '@/api/types';
import { today } from '@/lib/today';

type Format = NonNullable<NonNullable<ReportPlanData['query']>['format']>;

/** What a report is to be: its format, whether a PDF ends with all inputs and formulas, and whom it is for. */
export interface ReportKind {
  format: Format;
  appendix?: boolean;
  cover?: ReportCover;
}

/** Makes a report; it takes seconds and can be cancelled. */
export type MakeReport = (kind: ReportKind, signal: AbortSignal) => Promise<NamedFile>;

// The file as the server sends it.
const AS_FILE = { parseAs: 'blob' } as const;

/** The report of a plan that is not saved as it stands: it says so, with the date of today. */
export const reportPlan =
  (plan: Plan, reference: string | undefined): MakeReport =>
  ({ cover, ...kind }, signal) =>
    unwrapFile(
      postReport({
        ...AS_FILE,
        body: { plan, reference: reference ?? null, made_on: today(), cover: cover ?? null },
        query: kind,
        signal,
      }),
    );

/** The report of a saved revision, with its number and date. */
export const reportKept =
  (id: string, revision: number, reference: string | undefined): MakeReport =>
  ({ cover, ...kind }, signal) => {
    const asked = {
      ...AS_FILE,
      path: { plan_id: id },
      query: { ...kind, revision, ...(reference !== undefined && { reference }) },
      signal,
    };
    return unwrapFile(cover ? postReportOfKept({ ...asked, body: { cover } }) : getReportOfKept(asked));
  };

export const reportShared =
  (token: string, reference: string | undefined): MakeReport =>
  ({ cover, ...kind }, signal) => {
    const asked = {
      ...AS_FILE,
      path: { token },
      query: { ...kind, ...(reference !== undefined && { reference }) },
      signal,
    };
    return unwrapFile(cover ? postReportOfShared({ ...asked, body: { cover } }) : getReportOfShared(asked));
  };
