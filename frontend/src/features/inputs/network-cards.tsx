import { FORMS } from '@/plan/forms.gen';

import { fieldsOf } from './forms';
import { PartList } from './part-list';

const FIELDS = fieldsOf(FORMS.card);
/** A card as the button adds it: of the kind that is most usual, to be changed. */
const BEGINNING = { count: 1, ports: 2, gbit_s: 25 };

/** The network cards of a host by kind: each with its number, ports, speed and price. */
export function NetworkCards({ root }: { root: string }) {
  return (
    <PartList
      pointer={`${root}/network/cards`}
      one="Network cards"
      several="network cards"
      fields={FIELDS}
      beginning={BEGINNING}
      most={8}
    />
  );
}
