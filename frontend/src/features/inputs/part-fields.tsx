import { Button } from '@mantine/core';

import { Disclosure } from '@/components/disclosure';
import { PlusIcon } from '@/components/icons';
import { fieldId } from '@/plan/field-id';
import type { Part } from '@/plan/form-types';
import { getAt } from '@/plan/json-pointer';

import { FieldList } from './field-list';
import { found, searchedBy, useInputs } from './inputs-context';
import classes from './inputs-panel.module.css';
import { NetworkCards } from './network-cards';
import type { OpenSections } from './use-open-sections';

interface Props {
  part: Part;
  /** Pointer of what the part belongs to. */
  root: string;
  /** Name of the section of what it belongs to. */
  owner: string;
  /** Words that belong to all of the fields, for the search. */
  context: string;
  sections: OpenSections;
}

/** The fields of one part: under a legend if it has a title, or folded where they rarely matter. */
export function PartFields({ part, root, owner, context, sections }: Props) {
  const { words } = useInputs();
  const named = `${context} ${part.title}`.trim();
  const content = <PartContent part={part} root={root} context={named} />;
  if (part.folded === undefined) {
    return (
      <>
        <FieldList fields={part.fields} root={root} context={named} legend={part.title} />
        {part.tail === '/network' && <NetworkCards root={root} />}
      </>
    );
  }
  const searched = words.length > 0;
  if (searched && !part.fields.some((spec) => found(words, ...searchedBy(spec), named))) return null;
  const section = `${owner}-${part.folded}`;
  return (
    <Disclosure
      level={root === '' ? 4 : 5}
      title={part.title}
      open={searched || sections.isOpen(section)}
      onToggle={(open) => sections.toggle(section, open)}
    >
      <div className={classes.folded}>{content}</div>
    </Disclosure>
  );
}

function PartContent({ part, root, context }: { part: Part; root: string; context: string }) {
  const { plan, edit } = useInputs();
  const pointer = root + part.tail;
  const present = getAt(plan, pointer) !== undefined;
  const { adding } = part;
  if (adding && !present) {
    return (
      <Button
        id={fieldId(pointer)}
        leftSection={<PlusIcon size={12} />}
        variant="subtle"
        size="compact-sm"
        onClick={() => edit(pointer, adding.value)}
      >
        {adding.label}
      </Button>
    );
  }
  // Without the field that a whole part hangs on, the others would belong to nothing.
  const key = part.fields.find((spec) => spec.whole !== undefined);
  const fields = key && getAt(plan, root + key.tail) === undefined ? [key] : part.fields;
  return (
    <>
      <FieldList fields={fields} root={root} context={context} />
      {adding && (
        <Button variant="subtle" size="compact-sm" onClick={() => edit(pointer, undefined)}>
          Remove the {part.title.toLowerCase()}
        </Button>
      )}
    </>
  );
}
