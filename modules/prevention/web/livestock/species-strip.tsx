import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
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
  const figure = (species: string | null, label: string, n: number) => (
    <Button
      key={label}
      type={species === (chosen ?? null) ? 'primary' : 'text'}
      ghost={species === (chosen ?? null)}
      aria-pressed={species === (chosen ?? null)}
      onClick={() => onSpecies(species)}
    >
      <Typography.Text type="secondary">{label}</Typography.Text>
      <b style={{ fontVariantNumeric: 'tabular-nums' }}>{n.toLocaleString('en')}</b>
    </Button>
  );
  return (
    <Flex gap={4} wrap style={{ minHeight: 32 }} aria-live="polite">
      {data && figure(null, t('prevention.livestock.inStock'), total)}
      {[...sums].sort(([, a], [, b]) => b - a).map(([species, n]) => figure(species, nameOf(species), n))}
    </Flex>
  );
}
