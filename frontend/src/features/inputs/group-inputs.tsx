import { ActionIcon, Button } from '@mantine/core';

import { FORMS } from '@/api/generated/forms.gen';
import { Disclosure } from '@/components/disclosure';
import { PlusIcon, TrashIcon } from '@/components/icons';
import { formatFull } from '@/lib/format';
import { duplicateElement, insertElement, removeElement } from '@/lib/plan-edits';

import { fieldsOf } from './forms';
import { found, useInputs } from './inputs-context';
import { PartFields } from './part-fields';
import type { OpenSections } from './use-open-sections';

const GROUPS = '/workload/groups';

/** The VM groups: add, edit, remove. */
export function GroupInputs({ sections }: { sections: OpenSections }) {
  const { plan, words, change } = useInputs();
  const groups = plan.workload.groups;

  const add = () => {
    sections.toggle(`group-${String(groups.length)}`, true);
    change(GROUPS, (before) => {
      const count = before.workload.groups.length;
      const copied = duplicateElement(before, GROUPS, count - 1);
      const bare = { name: `group ${String(count + 1)}`, count: 1, vcpu: 2, memory_gib: 8 };
      return count > 0 ? copied : insertElement(before, GROUPS, 0, bare);
    });
  };

  return (
    <>
      {groups.map((group, index) => {
        const section = `group-${String(index)}`;
        const searched = words.length > 0;
        if (
          searched &&
          !fieldsOf(FORMS.group).some((spec) => found(words, spec.label, spec.tail, group.name, 'workload'))
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
                ? `${formatFull(group.count)} ${group.count === 1 ? 'VM' : 'VMs'}`
                : undefined
            }
            open={searched || sections.isOpen(section)}
            onToggle={(open) => sections.toggle(section, open)}
            actions={
              groups.length > 1 && (
                <ActionIcon
                  aria-label={`Remove ${group.name}`}
                  onClick={() => change(GROUPS, (before) => removeElement(before, GROUPS, index))}
                >
                  <TrashIcon />
                </ActionIcon>
              )
            }
          >
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
