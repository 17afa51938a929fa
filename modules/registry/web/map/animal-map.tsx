import { Button } from 'antd';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { animalMap } from '#modules/registry/contract/map/distribution.ts';
import { ListMap } from './list-map.tsx';
import { speciesColour } from './type-colours.ts';
import { useListFilter } from './use-list-filter.ts';

/** Animals stand where their holder is; a holder chosen narrows the list to what it has. */
export default function AnimalMap() {
  const url = useUrlState();
  const filters = useListFilter(animal);
  const narrow = (id: number) => url.set({ principalId: String(id), pageNum: null });
  return (
    <ListMap
      endpoint={animalMap}
      queryKey={resourceKey(animal)}
      filters={filters}
      dict="species"
      colourOf={speciesColour}
      sum="registry.distribution.heads"
      onMember={({ id }) => narrow(id)}
      memberLink={({ id, name }) => (
        <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => narrow(id)}>
          {name}
        </Button>
      )}
      onlyKind={filters.species ?? null}
      onKind={(kind) => url.set({ species: kind, pageNum: null })}
    />
  );
}
