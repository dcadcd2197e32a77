import { FORMS } from '@/plan/forms.gen';

import { fieldsOf } from './forms';
import { found, useInputs } from './inputs-context';
import { PartList } from './part-list';

const FIELDS = fieldsOf(FORMS.rate);
const RATES = '/economics/exchange_rates';

/** What the search finds the rates by. */
export const RATES_WORDS = 'exchange rates, currency of catalogue prices';

/** Today's year, as that of the page: nobody plans over New Year's Eve. */
const YEAR = String(new Date().getFullYear());

/** The rates by which catalogue prices in other currencies are converted. */
export function ExchangeRates() {
  const { plan, words } = useInputs();
  if (words.length > 0 && !found(words, RATES_WORDS)) return null;
  // Most prices of the catalogue are in dollars; a plan in dollars needs those of other currencies.
  const currency =
    plan.economics?.currency === undefined || plan.economics.currency === 'USD' ? 'EUR' : 'USD';
  const date = plan.economics?.priced_on ?? YEAR;
  // The rate itself is left to be entered: any number here would convert prices wrongly.
  return (
    <PartList
      pointer={RATES}
      one="Exchange rate"
      several="exchange rate"
      fields={FIELDS}
      beginning={{ currency, date }}
      most={50}
    />
  );
}
