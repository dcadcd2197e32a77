import { useNavigate } from '@tanstack/react-router';

import type { Plan } from '@/api/types';
import { CatalogueFilters } from '@/features/catalogue/catalogue-filters';
import type { CatalogueControls } from '@/features/search/new-choice';
import { SearchPanel, type SearchState } from '@/features/search/search-panel';
import { keepImported } from '@/plan/imported-plans';

interface Props {
  plan: Plan;
  /** Key of the configuration that is varied, as the address has it. */
  configuration: string | undefined;
  search: SearchState;
  onConfiguration: (key: string) => void;
  onSearch: (search: SearchState) => void;
  onChange: (topic: string, change: (plan: Plan) => Plan) => void;
}

/** The controls of the catalogue's own page; words are no filter of a search. */
const controls: CatalogueControls = (table, where, onWhere) => (
  <CatalogueFilters
    table={table}
    search={{ where }}
    words={false}
    onSearch={(search) => onWhere(search.where ?? {})}
  />
);

/** The search for the best configuration, with the filters of the catalogue. */
export default function SearchView({ plan, configuration, ...rest }: Props) {
  const known = plan.configurations.find((each) => each.key === configuration) ?? plan.configurations[0];
  const navigate = useNavigate();
  const open = (apart: Plan) =>
    void navigate({ to: '/plans/imported/$key', params: { key: keepImported(apart) }, search: {} });
  return known ? (
    <SearchPanel plan={plan} configuration={known.key} controls={controls} onOpen={open} {...rest} />
  ) : null;
}
