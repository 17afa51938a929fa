import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { enterpriseMap } from '#modules/registry/contract/map/distribution.ts';
import { ListMap } from './list-map.tsx';
import { colourOf } from './type-colours.ts';

interface Props {
  readonly queryKey: readonly unknown[];
  readonly filters: Readonly<Record<string, string>>;
}

export default function EnterpriseMap({ queryKey, filters }: Props) {
  const { openPage } = usePage();
  const url = useUrlState();
  return (
    <ListMap
      endpoint={enterpriseMap}
      queryKey={queryKey}
      filters={filters}
      dict="principal_type"
      colourOf={colourOf}
      sum="registry.distribution.sum"
      onMember={({ id }) => openPage(`/pri/mainFile?id=${id}`)}
      memberLink={({ id, name }) => <PageLink to={`/pri/mainFile?id=${id}`}>{name}</PageLink>}
      onlyKind={filters.types ?? null}
      onKind={(kind) => url.set({ types: kind, pageNum: null })}
    />
  );
}
