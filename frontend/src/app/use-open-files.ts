import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

import { holdFiles } from '@/features/estate/dropped-files';
import { keepImported } from '@/plan/imported-plans';
import { openable, readPlanFile } from '@/features/plan-transfer/plan-file';
import { canBeOpened } from '@/plan/openable';

/** Opens what was dropped or chosen: a plan as a plan, whatever else as an export of an estate. */
export function useOpenFiles() {
  const navigate = useNavigate();
  return useCallback(
    (files: readonly File[]) => {
      const open = async () => {
        const [first] = files;
        if (files.length === 1 && first?.name.toLowerCase().endsWith('.json')) {
          const reading = readPlanFile(await first.text());
          if ('document' in reading && canBeOpened(reading.document)) {
            const key = keepImported(openable(reading.document, []));
            return navigate({ to: '/plans/imported/$key', params: { key } });
          }
        }
        holdFiles(files);
        return navigate({ to: '/estate' });
      };
      void open();
    },
    [navigate],
  );
}
