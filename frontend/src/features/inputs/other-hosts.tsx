import { Disclosure } from '@/components/disclosure';
import { FORMS } from '@/plan/forms.gen';
import { getAt } from '@/plan/json-pointer';

import { fieldsOf } from './forms';
import { found, useInputs } from './inputs-context';
import { PartList } from './part-list';
import type { OpenSections } from './use-open-sections';

const FIELDS = fieldsOf(FORMS.model);
const MOST_MODELS = 8;
const WORDS = 'hosts of other models: existing, kept, older, mixed, removed';

interface Props {
  /** Pointer of the configuration. */
  root: string;
  /** Name of its section. */
  owner: string;
  sections: OpenSections;
}

/** Hosts of other models in the same cluster: those that are there already, and those that are bought with it. */
export function OtherHosts({ root, owner, sections }: Props) {
  const { plan, words } = useInputs();
  if (words.length > 0 && !found(words, WORDS)) return null;
  const models = (getAt(plan, `${root}/other_hosts`) ?? []) as object[];
  const section = `${owner}-other-hosts`;
  return (
    <Disclosure
      level={5}
      title="Hosts of other models"
      summary={models.length === 0 ? 'none' : String(models.length)}
      open={words.length > 0 || sections.isOpen(section)}
      onToggle={(open) => sections.toggle(section, open)}
    >
      <PartList
        pointer={`${root}/other_hosts`}
        one="Host model"
        several="hosts of another model"
        fields={FIELDS}
        beginning={{ model: 'Existing hosts', hosts: 4 }}
        most={MOST_MODELS}
      />
    </Disclosure>
  );
}
