import { queryOptions } from '@tanstack/react-query';

import { CACHE_COMPUTED } from '@/api/caching';
import { unwrap } from '@/api/client';
import { auditQuote, readQuoteToAudit } from '@/api/generated/sdk.gen';
import { planQuery, templateQuery } from '@/api/plans';
import { sampleQuery } from '@/api/samples';
import type { Plan, Proposal, ProposalReading } from '@/api/types';
import { draftKey, type Origin, readDraft } from '@/plan/drafts';
import { readImported } from '@/plan/imported-plans';

/** What the file or text of a proposal is read as. */
export const readProposal = (
  content: Blob,
  name: string,
  mapping?: Record<string, string>,
): Promise<ProposalReading> =>
  unwrap(
    readQuoteToAudit({
      body: content,
      query: mapping ? { name, mapping: JSON.stringify(mapping) } : { name },
    }),
  );

interface Asked {
  proposal: Proposal;
  /** Null where it is held against none; undefined while it is not there yet. */
  plan: Plan | null | undefined;
}

export const auditQuery = ({ proposal, plan }: Asked) =>
  queryOptions({
    queryKey: ['quote-audit', proposal, plan],
    queryFn: ({ signal }) => unwrap(auditQuote({ body: { proposal, plan: plan ?? null }, signal })),
    enabled: plan !== undefined,
    ...CACHE_COMPUTED,
  });

/** A plan as it is open in this browser, with what is not saved of it; null where none is named. */
export const openPlanQuery = (origin: Origin | null) =>
  queryOptions({
    queryKey: ['open-plan', origin && draftKey(origin)],
    queryFn: async ({ client }): Promise<Plan | null> => {
      if (origin === null) return null;
      const draft = readDraft(draftKey(origin));
      if (draft) return draft.plan;
      switch (origin.kind) {
        case 'plan':
          return (await client.query(planQuery(origin.key))).plan;
        case 'sample':
          return client.query(sampleQuery(origin.key));
        case 'new':
          return client.query(templateQuery);
        case 'imported': {
          const plan = readImported(origin.key);
          if (!plan) throw new Error('This plan is not in this browser.');
          return plan;
        }
      }
    },
    staleTime: 0,
    retry: false,
  });
