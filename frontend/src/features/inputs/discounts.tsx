import { FORMS } from '@/plan/forms.gen';

import { FoldedParts } from './folded-parts';
import { fieldsOf } from './forms';
import type { OpenSections } from './use-open-sections';

const FIELDS = fieldsOf(FORMS.discount);

/** What the search finds the discounts by. */
export const DISCOUNTS_WORDS = 'discounts of vendors, off list prices of licences';

/** Discounts on list prices of licences, one for each vendor. */
export function Discounts({ sections }: { sections: OpenSections }) {
  return (
    <FoldedParts
      title="Discounts of vendors"
      searchedBy={DISCOUNTS_WORDS}
      level={4}
      section="economics-discounts"
      sections={sections}
      pointer="/economics/discounts"
      one="Discount"
      several="discount"
      fields={FIELDS}
      beginning={{ vendor: 'Broadcom', share: 0 }}
      most={20}
    />
  );
}
