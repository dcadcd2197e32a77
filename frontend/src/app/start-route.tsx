import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

import type { Plan } from '@/api/types';
import { ImportEstate } from '@/features/estate/import-estate';
import { ImportPlan } from '@/features/plan-transfer/import-plan';
import { addScenarios } from '@/features/scenarios/kept-scenarios';
import type { OpenedAt } from '@/features/start/six-numbers';
import { draftKey } from '@/plan/drafts';
import { keepImported } from '@/plan/imported-plans';
import { StartPage } from '@/pages/start/start-page';

import { useOpenFiles } from './use-open-files';

export function StartRoute() {
  const navigate = useNavigate();
  const openFiles = useOpenFiles();
  const open = useCallback(
    (key: string, at?: OpenedAt) =>
      void navigate({ to: '/plans/imported/$key', params: { key }, search: { ...at } }),
    [navigate],
  );
  const onOpen = useCallback((plan: Plan, at?: OpenedAt) => open(keepImported(plan), at), [open]);
  return (
    <StartPage
      importPlan={
        <ImportPlan
          onImported={(key, scenarios) => {
            addScenarios(draftKey({ kind: 'imported', key }), scenarios);
            open(key);
          }}
        />
      }
      importEstate={<ImportEstate onFiles={openFiles} />}
      onOpen={onOpen}
    />
  );
}
