import { ActionIcon, Button } from '@mantine/core';

import { PlusIcon, TrashIcon } from '@/components/icons';
import { fieldId } from '@/plan/field-id';
import type { FieldSpec } from '@/plan/form-types';
import type { JsonObject } from '@/lib/json';
import { getAt } from '@/plan/json-pointer';
import { clearField, insertElement, removeElement } from '@/plan/plan-edits';

import { FieldRow } from './field-row';
import { useInputs } from './inputs-context';
import classes from './part-list.module.css';

interface Props {
  pointer: string;
  /** Name of one part and of several; parts have no name of their own, a place is what they are known by. */
  one: string;
  several: string;
  fields: readonly FieldSpec[];
  /** A part as the button adds it. */
  beginning: JsonObject;
  most: number;
}

/** Parts of the plan of one kind, each with its fields: they are added at the end, and none is left empty. */
export function PartList({ pointer, one, several, fields, beginning, most }: Props) {
  const { plan, problems, edit, change } = useInputs();
  const parts = (getAt(plan, pointer) ?? []) as object[];
  const problem = problems.get(pointer)?.map((each) => each.message);
  const add = () => {
    if (parts.length === 0) edit(pointer, [beginning]);
    else change(pointer, (before) => insertElement(before, pointer, parts.length, { ...beginning }));
  };
  const remove = (index: number) =>
    change(pointer, (before) =>
      parts.length === 1 ? clearField(before, pointer) : removeElement(before, pointer, index),
    );
  return (
    <div data-field={pointer}>
      {parts.map((_, index) => {
        const name = `${one} ${String(index + 1)}`;
        return (
          <fieldset key={index} className={classes.part}>
            <legend>
              {name}
              <ActionIcon aria-label={`Remove ${name.toLowerCase()}`} onClick={() => remove(index)}>
                <TrashIcon />
              </ActionIcon>
            </legend>
            {fields.map((spec) => (
              <FieldRow key={spec.tail} spec={spec} root={`${pointer}/${String(index)}`} />
            ))}
          </fieldset>
        );
      })}
      {problem && <p role="alert">{problem.join(' ')}</p>}
      {parts.length < most && (
        <Button
          id={fieldId(pointer)}
          leftSection={<PlusIcon size={12} />}
          variant="subtle"
          size="compact-sm"
          onClick={add}
        >
          Add {several}
        </Button>
      )}
    </div>
  );
}
