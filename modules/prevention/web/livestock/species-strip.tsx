import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { stockCount } from '#modules/registry/contract/animal/animal-life.ts';
import { useLabel } from '#modules/registry/web/index.ts';

interface Props {
  readonly regionCode: string | undefined;
  readonly chosen: string | undefined;
  onSpecies(species: string | null): void;
}

/** Heads in stock by kind, from the figures kept for every region; a click narrows the list to it. */
export function SpeciesStrip({ regionCode, chosen, onSpecies }: Props) {
  const t = useT();
  const nameOf = useLabel('species');
  const { data } = useQuery({
    queryKey: [...resourceKey(animal), 'stock', regionCode],
    queryFn: () =>
      call(stockCount, { query: regionCode ? { regionCode: Number(regionCode) } : {}, quiet: true, background: true }),
  });
  const sums = new Map<string, number>();
  for (const { species, n } of data ?? []) sums.set(species, (sums.get(species) ?? 0) + n);
  const total = [...sums.values()].reduce((sum, n) => sum + n, 0);
  const figure = (species: string | null, label: string, n: number) => ({
    key: label,
    label,
    value: n.toLocaleString('en'),
    isChosen: species === (chosen ?? null),
    onClick: () => onSpecies(species),
  });
  const kinds = [...sums].sort(([, a], [, b]) => b - a).map(([species, n]) => figure(species, nameOf(species), n));
  return <FigureStrip figures={data ? [figure(null, t('prevention.livestock.inStock'), total), ...kinds] : []} />;
}
