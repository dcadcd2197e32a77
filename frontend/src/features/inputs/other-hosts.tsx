import { FORMS } from '@/plan/forms.gen';

import { FoldedParts } from './folded-parts';
import { fieldsOf } from './forms';
import type { OpenSections } from './use-open-sections';

const FIELDS = fieldsOf(FORMS.model);

/** What the search finds the other models by. */
export const MODELS_OF_HOSTS_WORDS = 'hosts of other models: existing, kept, older, mixed, removed';

interface Props {
  /** Pointer of the configuration. */
  root: string;
  /** Name of its section. */
  owner: string;
  sections: OpenSections;
}

/** Hosts of other models in the same cluster: those that are there already, and those that are bought with it. */
export function OtherHosts({ root, owner, sections }: Props) {
  return (
    <FoldedParts
      title="Hosts of other models"
      searchedBy={MODELS_OF_HOSTS_WORDS}
      level={5}
      section={`${owner}-other-hosts`}
      sections={sections}
      pointer={`${root}/other_host_models`}
      one="Host model"
      several="hosts of another model"
      fields={FIELDS}
      beginning={{ model: 'Existing hosts', hosts: 4 }}
      most={8}
    />
  );
}
