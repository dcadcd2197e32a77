import { Button } from '@mantine/core';

import type { FieldProblem } from '@/api/types';
import { Dialog } from '@/components/dialog';
import type { Json } from '@/lib/json';
import { canBeOpened } from '@/plan/openable';

import classes from './import-dialog.module.css';
import { type FileScenario, unknownFields } from './plan-file';

/** Why a file is no valid plan. */
export interface Rejection {
  file: string;
  /** Null where the file is no JSON document. */
  document: Json | null;
  scenarios: readonly FileScenario[];
  message: string;
  problems: readonly FieldProblem[];
}

interface Props {
  rejection: Rejection | null;
  onClose: () => void;
  onOpen: (rejection: Rejection) => void;
}

/** What is wrong with the file, field by field, and the way on where there is one. */
export function ImportDialog({ rejection, onClose, onOpen }: Props) {
  const document = rejection?.document ?? null;
  const correctable = document !== null && canBeOpened(document);
  const unknown = unknownFields(rejection?.problems ?? []);
  return (
    <Dialog
      opened={rejection !== null}
      onClose={onClose}
      title="The plan has errors"
      actions={
        <>
          <Button onClick={onClose} data-autofocus={!correctable || undefined}>
            Cancel
          </Button>
          {rejection && correctable && (
            <Button variant="filled" onClick={() => onOpen(rejection)} data-autofocus>
              Open and correct it
            </Button>
          )}
        </>
      }
    >
      <p>
        {rejection?.file && <strong>{rejection.file}: </strong>}
        {rejection?.message}
      </p>
      {rejection && rejection.problems.length > 0 && <Problems problems={rejection.problems} />}
      {correctable && (
        <p className="soft">
          If you open the plan, its fields show the errors. Nothing is saved.
          {unknown.length > 0 && ` Left out: ${unknown.map((each) => each.pointer).join(', ')}.`}
        </p>
      )}
    </Dialog>
  );
}

function Problems({ problems }: { problems: readonly FieldProblem[] }) {
  return (
    <ul className={classes.problems}>
      {problems.map((each) => (
        <li key={each.pointer + each.code}>
          <code>{each.pointer || '/'}</code> {[each.message, each.hint].filter(Boolean).join(' ')}
        </li>
      ))}
    </ul>
  );
}
