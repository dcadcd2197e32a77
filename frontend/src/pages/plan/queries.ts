import { queryOptions } from '@tanstack/react-query';

import { CACHE_BRIEFLY } from '@/api/caching';
import { unwrap } from '@/api/client';
import { FORMS } from '@/plan/forms.gen';
import { evaluate, provenance } from '@/api/generated/sdk.gen';
import { COMPARED_QUANTITIES, SHOWN_PARTS, WHOLE_PARTS } from '@/api/headline';
import type { Plan } from '@/api/types';
import { standingIn } from '@/plan/stand-ins';

const WITH_ROWS = ['rows', ...COMPARED_QUANTITIES].join();

/** The answer to a plan, with what the comparison shows; `whole`: with all quantities and the cash flow by month. */
export const evaluationQuery = (plan: Plan, reference: string | undefined, whole = false) =>
  queryOptions({
    queryKey: ['evaluate', plan, reference ?? null, whole],
    queryFn: async ({ signal }) => {
      const query = { ...(reference && { reference }), include: whole ? WHOLE_PARTS : SHOWN_PARTS };
      return { whole, result: await unwrap(evaluate({ body: plan, query, signal })) };
    },
    ...CACHE_BRIEFLY,
  });

/** The rows of the comparison and the cases of failed hosts, which are folded: as long again as the answer. */
export const rowsQuery = (plan: Plan, reference: string | undefined) =>
  queryOptions({
    queryKey: ['rows', plan, reference ?? null],
    queryFn: ({ signal }) =>
      unwrap(
        evaluate({ body: plan, query: { ...(reference && { reference }), include: WITH_ROWS }, signal }),
      ),
    ...CACHE_BRIEFLY,
  });

const STAND_INS = standingIn(FORMS.configuration);

/**
 * Where the values of fields come from, and what stands in for absent ones: of all fields it is five times as long as
 * the comparison, so only those are asked about that are on the screen. `null`: all.
 */
export const provenanceQuery = (plan: Plan, pointers: readonly string[] | null) =>
  queryOptions({
    queryKey: ['provenance', plan, pointers],
    queryFn: ({ signal }) =>
      unwrap(
        provenance({ body: { plan, pointers: pointers && [...pointers], quantities: STAND_INS }, signal }),
      ),
    ...CACHE_BRIEFLY,
  });
