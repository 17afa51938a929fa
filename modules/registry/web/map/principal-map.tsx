import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { principalMap } from '#modules/registry/contract/map/distribution.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';
import { ListMap } from './list-map.tsx';
import { colourOf } from './type-colours.ts';
import { useListFilter } from './use-list-filter.ts';

export default function PrincipalMap() {
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  const url = useUrlState();
  const filters = useListFilter(principal);
  return (
    <ListMap
      endpoint={principalMap}
      queryKey={resourceKey(principal)}
      filters={filters}
      dict="principal_type"
      colourOf={colourOf}
      sum="registry.distribution.sum"
      onMember={({ id }) => {
        if (mayOpen('/pri/mainFile')) openPage(`/pri/mainFile?id=${id}`);
      }}
      memberLink={({ id, name }) => <PageLink to={`/pri/mainFile?id=${id}`}>{name}</PageLink>}
      onlyKind={filters.principalUnitType ?? null}
      onKind={(kind) => url.set({ principalUnitType: kind, pageNum: null })}
      onWithout={() => url.set({ hasLocation: 'false', pageNum: null })}
    />
  );
}
