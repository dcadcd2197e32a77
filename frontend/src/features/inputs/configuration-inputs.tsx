import { ActionIcon, Button, Menu } from '@mantine/core';

import type { Configuration } from '@/api/types';
import { Disclosure } from '@/components/disclosure';
import { DotsIcon, PlusIcon } from '@/components/icons';
import { Marker } from '@/components/marker';
import { fieldId } from '@/plan/field-id';
import type { Part } from '@/plan/form-types';
import { duplicateElement, removeElement } from '@/plan/plan-edits';

import classes from './inputs-panel.module.css';
import { configurationParts } from './forms';
import { found, searchedBy, useInputs } from './inputs-context';
import { CostLines, LINES_WORDS } from './cost-lines';
import { MODELS_OF_HOSTS_WORDS, OtherHosts } from './other-hosts';
import { PartFields } from './part-fields';
import type { OpenSections } from './use-open-sections';

const CONFIGURATIONS = '/configurations';
const MOST = 12;

/** What the search finds the lists of a configuration by. */
export const LISTS_WORDS = [MODELS_OF_HOSTS_WORDS, LINES_WORDS];

/** The candidate configurations: add by duplicating, rename, edit, remove. */
export function ConfigurationInputs({ sections }: { sections: OpenSections }) {
  const { plan, words, change } = useInputs();
  const configurations = plan.configurations;

  const duplicate = (index: number) => {
    sections.toggle(`configuration-${String(configurations.length)}`, true);
    change(CONFIGURATIONS, (before) => duplicateElement(before, CONFIGURATIONS, index));
  };

  return (
    <>
      {configurations.map((configuration, index) => {
        const section = `configuration-${String(index)}`;
        const parts = configurationParts(configuration).filter(
          (part) => words.length === 0 || matches(part, configuration, words),
        );
        if (parts.length === 0 && !LISTS_WORDS.some((each) => found(words, each))) return null;
        return (
          <Disclosure
            key={section}
            level={4}
            title={
              <>
                <Marker index={index} />
                {configuration.name || configuration.key}
              </>
            }
            open={words.length > 0 || sections.isOpen(section)}
            onToggle={(open) => sections.toggle(section, open)}
            actions={
              <ConfigurationMenu
                name={configuration.name}
                onDuplicate={configurations.length < MOST ? () => duplicate(index) : undefined}
                onRename={() => {
                  sections.toggle(section, true);
                  const id = fieldId(`${CONFIGURATIONS}/${String(index)}/name`);
                  setTimeout(() => document.getElementById(id)?.focus(), 250);
                }}
                onRemove={
                  configurations.length > 1
                    ? () => change(CONFIGURATIONS, (before) => removeElement(before, CONFIGURATIONS, index))
                    : undefined
                }
              />
            }
          >
            <div className={classes.indented}>
              {parts.map((part) => (
                <PartFields
                  key={part.title}
                  part={part}
                  root={`${CONFIGURATIONS}/${String(index)}`}
                  owner={section}
                  context={configuration.name}
                  sections={sections}
                />
              ))}
              <OtherHosts root={`${CONFIGURATIONS}/${String(index)}`} owner={section} sections={sections} />
              <CostLines root={`${CONFIGURATIONS}/${String(index)}`} owner={section} sections={sections} />
            </div>
          </Disclosure>
        );
      })}
      {words.length === 0 && configurations.length < MOST && (
        <Button
          leftSection={<PlusIcon size={12} />}
          variant="subtle"
          size="compact-sm"
          onClick={() => duplicate(configurations.length - 1)}
        >
          Add configuration
        </Button>
      )}
    </>
  );
}

function matches(part: Part, configuration: Configuration, words: readonly string[]): boolean {
  return part.fields.some((spec) => found(words, ...searchedBy(spec), configuration.name, part.title));
}

interface MenuProps {
  name: string;
  onDuplicate?: () => void;
  onRename: () => void;
  onRemove?: () => void;
}

function ConfigurationMenu({ name, onDuplicate, onRename, onRemove }: MenuProps) {
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${name}`}>
          <DotsIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onDuplicate && <Menu.Item onClick={onDuplicate}>Duplicate</Menu.Item>}
        <Menu.Item onClick={onRename}>Rename</Menu.Item>
        {onRemove && <Menu.Item onClick={onRemove}>Remove</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
