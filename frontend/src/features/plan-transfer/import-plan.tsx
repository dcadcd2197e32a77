import { Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import { ApiError } from '@/api/client';
import type { Plan } from '@/api/types';

import { ImportDialog, type Rejection } from './import-dialog';
import { keepImported } from '@/plan/imported-plans';
import { openable, readPlanFile } from './plan-file';
import { checkPlan } from './queries';

interface Props {
  /** The plan was read and stands under this key, not saved yet. */
  onImported: (key: string) => void;
}

/** Reads a plan from a JSON file. The API says whether it is one; what is wrong can be corrected on the plan's page. */
export function ImportPlan({ onImported }: Props) {
  const reset = useRef<() => void>(null);
  const open = (plan: Plan) => onImported(keepImported(plan));
  const reading = useMutation({
    mutationFn: read,
    onSuccess: (outcome) => 'plan' in outcome && open(outcome.plan),
    // The same file may be chosen again once it is corrected.
    onSettled: () => reset.current?.(),
  });
  const rejection =
    reading.data && 'rejection' in reading.data
      ? reading.data.rejection
      : reading.error
        ? { file: '', document: null, message: reading.error.message, problems: [] }
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
        onOpen={({ document, problems }) => document !== null && open(openable(document, problems))}
      />
    </>
  );
}

async function read(file: File): Promise<{ plan: Plan } | { rejection: Rejection }> {
  const reading = readPlanFile(await file.text());
  if ('problem' in reading) {
    return { rejection: { file: file.name, document: null, message: reading.problem, problems: [] } };
  }
  const { document } = reading;
  try {
    await checkPlan(document as unknown as Plan);
    return { plan: openable(document, []) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return {
      rejection: { file: file.name, document, message: error.problem.detail, problems: error.fields },
    };
  }
}
