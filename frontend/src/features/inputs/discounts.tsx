import { Disclosure } from '@/components/disclosure';
import { FORMS } from '@/plan/forms.gen';
import { getAt } from '@/plan/json-pointer';

import { fieldsOf } from './forms';
import { found, useInputs } from './inputs-context';
import { PartList } from './part-list';
import type { OpenSections } from './use-open-sections';

const MOST_DISCOUNTS = 20;
const POINTER = '/economics/discounts';
const FIELDS = fieldsOf(FORMS.discount);

/** What the search finds the discounts by. */
export const DISCOUNTS_WORDS = 'discounts of vendors, off list prices of licences';

/** Discounts on list prices of licences, one for each vendor. */
export function Discounts({ sections }: { sections: OpenSections }) {
  const { plan, words } = useInputs();
  if (words.length > 0 && !found(words, DISCOUNTS_WORDS)) return null;
  const discounts = (getAt(plan, POINTER) ?? []) as object[];
  return (
    <Disclosure
      level={4}
      title="Discounts of vendors"
      summary={discounts.length === 0 ? 'none' : String(discounts.length)}
      open={words.length > 0 || sections.isOpen('economics-discounts')}
      onToggle={(open) => sections.toggle('economics-discounts', open)}
    >
      <PartList
        pointer={POINTER}
        one="Discount"
        several="discount"
        fields={FIELDS}
        beginning={{ vendor: 'Broadcom', share: 0 }}
        most={MOST_DISCOUNTS}
      />
    </Disclosure>
  );
}
