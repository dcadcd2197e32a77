import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';

import type { PartPrice, Plan } from '@/api/types';
import { Notice } from '@/components/notice';
import { withoutNulls } from '@/lib/json';

import { Changes } from './changes';
import { newerPricesQuery, priceBooksQuery } from './queries';
import { withPricesAndRates } from './rows';

interface Props {
  plan: Plan;
  rows: readonly PartPrice[];
  onChange: (change: (plan: Plan) => Plan) => void;
}

/** Whether a price book that the plan has taken prices from has newer ones. */
export function NewerPrices({ plan, rows, onChange }: Props) {
  const taken = new Map<string, number>();
  for (const { book } of rows) {
    if (book) taken.set(book.key, Math.min(book.revision, taken.get(book.key) ?? Infinity));
  }
  const { data } = useQuery({ ...priceBooksQuery, enabled: taken.size > 0 });
  const newer = (data?.items ?? []).filter((each) => each.revision > (taken.get(each.key) ?? Infinity));
  const answers = useQueries({
    queries: newer.map((each) => newerPricesQuery(plan, each.key, each.revision)),
  });
  return newer.map((book, place) => {
    const applied = answers[place]?.data;
    const differing = applied?.changes.filter((each) => each.before != null) ?? [];
    if (!applied || differing.length === 0) return null;
    const count = differing.length === 1 ? '1 differs' : `${String(differing.length)} differ`;
    return (
      <Notice
        key={book.key}
        tone="info"
        title={`Newer prices exist in ${book.name}: ${count}.`}
        actions={
          <Button
            size="compact-sm"
            onClick={() => {
              const { prices = [], exchange_rates: rates = [] } = withoutNulls(applied.plan.economics ?? {});
              onChange((before) => withPricesAndRates(before, prices, rates));
            }}
          >
            Take them
          </Button>
        }
      >
        <Changes changes={differing} />
      </Notice>
    );
  });
}
