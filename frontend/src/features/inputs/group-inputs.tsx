import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';

import { FORMS } from '@/plan/forms.gen';
import { Disclosure } from '@/components/disclosure';
import { PlusIcon, TrashIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { formatListed } from '@/lib/format';
import {
  duplicateGroup,
  insertElement,
  measuredFields,
  removeElement,
  takeMeasured,
} from '@/plan/plan-edits';

import { AllGroupsInputs } from './all-groups-inputs';
import { fieldsOf } from './forms';
import { found, searchedBy, useInputs } from './inputs-context';
import classes from './inputs-panel.module.css';
import { PartFields } from './part-fields';
import type { OpenSections } from './use-open-sections';

const GROUPS = '/workload/groups';

/** A group that was added as a copy of the one before it, and what it did not take over. */
interface Copy {
  of: string;
  place: number;
  left: string[];
}

/** The VM groups: add, edit, remove. */
export function GroupInputs({ sections }: { sections: OpenSections }) {
  const { plan, words, change } = useInputs();
  const groups = plan.workload.groups;

  const [copy, setCopy] = useState<Copy | null>(null);
  const add = () => {
    const last = groups.at(-1);
    const left = last ? measuredFields(plan, `${GROUPS}/${String(groups.length - 1)}`, FORMS.group) : [];
    setCopy(
      last && left.length > 0
        ? { of: last.name, place: groups.length, left: left.map((spec) => spec.label) }
        : null,
    );
    sections.toggle(`group-${String(groups.length)}`, true);
    change(GROUPS, (before) => {
      const count = before.workload.groups.length;
      const bare = { name: `group ${String(count + 1)}`, count: 1, vcpu: 2, memory_gib: 8 };
      return count > 0
        ? duplicateGroup(before, count - 1, FORMS.group)
        : insertElement(before, GROUPS, 0, bare);
    });
  };
  const take = ({ place }: Copy) => {
    const [from, to] = [place - 1, place].map((each) => `${GROUPS}/${String(each)}`) as [string, string];
    change(GROUPS, (before) => takeMeasured(before, from, to, FORMS.group));
    setCopy(null);
  };
  const remove = (index: number) => {
    setCopy(null);
    change(GROUPS, (before) => removeElement(before, GROUPS, index));
  };

  return (
    <>
      <AllGroupsInputs sections={sections} />
      {groups.map((group, index) => {
        const section = `group-${String(index)}`;
        const searched = words.length > 0;
        if (
          searched &&
          !fieldsOf(FORMS.group).some((spec) => found(words, ...searchedBy(spec), group.name, 'workload'))
        ) {
          return null;
        }
        return (
          <Disclosure
            key={section}
            level={4}
            title={group.name || 'unnamed group'}
            summary={
              typeof group.count === 'number'
                ? `${formatListed(group.count)} ${group.count === 1 ? 'VM' : 'VMs'}`
                : undefined
            }
            open={searched || sections.isOpen(section)}
            onToggle={(open) => sections.toggle(section, open)}
            actions={
              groups.length > 1 && (
                <ActionIcon aria-label={`Remove ${group.name}`} onClick={() => remove(index)}>
                  <TrashIcon />
                </ActionIcon>
              )
            }
          >
            {copy?.place === index && (
              <div className={classes.copied}>
                <CopyNotice copy={copy} onTake={() => take(copy)} onDismiss={() => setCopy(null)} />
              </div>
            )}
            {FORMS.group.map((part) => (
              <PartFields
                key={part.title}
                part={part}
                root={`${GROUPS}/${String(index)}`}
                owner={section}
                context={`${group.name} workload`}
                sections={sections}
              />
            ))}
          </Disclosure>
        );
      })}
      {words.length === 0 && (
        <Button leftSection={<PlusIcon size={12} />} variant="subtle" size="compact-sm" onClick={add}>
          Add VM group
        </Button>
      )}
    </>
  );
}

interface CopyNoticeProps {
  copy: Copy;
  onTake: () => void;
  onDismiss: () => void;
}

/** Says what a copy of a group did not take over, and takes it over where that is meant. */
function CopyNotice({ copy, onTake, onDismiss }: CopyNoticeProps) {
  return (
    <Notice
      tone="info"
      title={`Size as ${copy.of}.`}
      actions={
        <>
          <Button size="compact-sm" onClick={onTake}>
            Copy them too
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={onDismiss}>
            Leave empty
          </Button>
        </>
      }
    >
      Not copied, since measured on other VMs: {copy.left.join(', ')}.
    </Notice>
  );
}
