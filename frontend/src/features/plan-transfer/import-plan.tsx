import { Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import { ApiError } from '@/api/client';
import type { Plan } from '@/api/types';

import { ImportDialog, type Rejection } from './import-dialog';
import { keepImported } from '@/plan/imported-plans';
import { type FileScenario, openable, readPlanFile } from './plan-file';
import { checkPlan } from './queries';

interface Props {
  /** The plan was read and stands under this key, not saved yet; the scenarios of the file go with it. */
  onImported: (key: string, scenarios: readonly FileScenario[]) => void;
}

/** Reads a plan from a JSON file. The API says whether it is one; what is wrong can be corrected on the plan's page. */
export function ImportPlan({ onImported }: Props) {
  const reset = useRef<() => void>(null);
  const open = (plan: Plan, scenarios: readonly FileScenario[]) => onImported(keepImported(plan), scenarios);
  const reading = useMutation({
    mutationFn: read,
    onSuccess: (outcome) => 'plan' in outcome && open(outcome.plan, outcome.scenarios),
    // The same file may be chosen again once it is corrected.
    onSettled: () => reset.current?.(),
  });
  const rejection =
    reading.data && 'rejection' in reading.data
      ? reading.data.rejection
      : reading.error
        ? { file: '', document: null, scenarios: [], message: reading.error.message, problems: [] }
        : null;
  return (
    <>
      <FileButton
        resetRef={reset}
        accept="application/json,.json"
        inputProps={{ 'aria-label': 'Plan file (JSON)' }}
        onChange={(file) => file && reading.mutate(file)}
      >
        {(props) => (
          <Button {...props} size="sm" loading={reading.isPending}>
            Import plan (JSON)
          </Button>
        )}
      </FileButton>
      <ImportDialog
        rejection={rejection}
        onClose={() => reading.reset()}
        onOpen={({ document, scenarios, problems }) =>
          document !== null && open(openable(document, problems), scenarios)
        }
      />
    </>
  );
}

async function read(
  file: File,
): Promise<{ plan: Plan; scenarios: readonly FileScenario[] } | { rejection: Rejection }> {
  const reading = readPlanFile(await file.text());
  if ('problem' in reading) {
    return {
      rejection: { file: file.name, document: null, scenarios: [], message: reading.problem, problems: [] },
    };
  }
  const { document, scenarios } = reading;
  try {
    await checkPlan(document as unknown as Plan);
    return { plan: openable(document, []), scenarios };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return {
      rejection: {
        file: file.name,
        document,
        scenarios,
        message: error.problem.detail,
        problems: error.fields,
      },
    };
  }
}
