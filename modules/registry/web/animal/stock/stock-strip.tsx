import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { stockCount } from '#modules/registry/contract/animal/animal-life.ts';
import { useLabel } from '../names.tsx';

interface Props {
  readonly regionCode: string | undefined;
  readonly stage: string | undefined;
  onStage(stage: string | null): void;
}

const order = ['calf', 'heifer', 'cow', 'steer', 'bull', 'lamb', 'eweLamb', 'ewe', 'wether', 'ram'];

/** Heads in stock by stage, from the figures kept for every region; a click narrows the list to that stage. */
export function StockStrip({ regionCode, stage, onStage }: Props) {
  const t = useT();
  const nameOf = useLabel('stage');
  const { data } = useQuery({
    queryKey: [...resourceKey(animal), 'stock', regionCode],
    queryFn: () =>
      call(stockCount, { query: regionCode ? { regionCode: Number(regionCode) } : {}, quiet: true, background: true }),
  });
  const sums = new Map<string, number>();
  for (const one of data ?? []) sums.set(one.stage, (sums.get(one.stage) ?? 0) + one.n);
  const total = [...sums.values()].reduce((sum, n) => sum + n, 0);
  const figure = (key: string, label: string, n: number) => {
    const isChosen = key === (stage ?? '');
    return {
      key,
      label,
      value: n.toLocaleString(),
      isChosen,
      onClick: () => onStage(isChosen || key === '' ? null : key),
    };
  };
  const stages = order.filter((key) => sums.has(key)).map((key) => figure(key, nameOf(key), sums.get(key) ?? 0));
  return <FigureStrip figures={data ? [figure('', t('registry.animalPage.inStock'), total), ...stages] : []} />;
}
