import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { Disclosure } from '@/components/disclosure';
import { TrashIcon } from '@/components/icons';
import { fieldId } from '@/plan/field-id';
import { editField, removeElement } from '@/plan/plan-edits';

import { found, useInputs } from './inputs-context';
import classes from './inputs-panel.module.css';
import type { OpenSections } from './use-open-sections';

const MODELS = '/opm_models';

/** What the search finds the own models by. */
export const MODELS_WORDS = 'own operations models, measured operations per minute';

/** The operations models that the plan brings along; they are entered in the library and copied here. */
export function OwnModels({ sections }: { sections: OpenSections }) {
  const { plan, words, change } = useInputs();
  const models = plan.opm_models ?? [];
  const searched = words.length > 0;
  if (searched && !found(words, MODELS_WORDS, ...models.map((each) => each.name))) return null;
  return (
    <Disclosure
      level={4}
      title="Own operations models"
      summary={models.length > 0 ? String(models.length) : 'none'}
      open={searched || sections.isOpen('models')}
      onToggle={(open) => sections.toggle('models', open)}
    >
      <div className={classes.folded} data-field={MODELS}>
        <ul className={classes.models}>
          {models.map((model, index) => (
            <li key={model.key}>
              <span>{model.name}</span>
              <ActionIcon
                aria-label={`Remove ${model.name}`}
                onClick={() =>
                  change(MODELS, (before) =>
                    models.length > 1
                      ? removeElement(before, MODELS, index)
                      : editField(before, MODELS, undefined),
                  )
                }
              >
                <TrashIcon />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Link id={fieldId(MODELS)} to="/evidence/$part" params={{ part: 'own' }}>
          Enter own measurements and add them to this plan
        </Link>
      </div>
    </Disclosure>
  );
}
