import { InputNumber, Table } from 'antd';
import type { Prepared } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { useLabel, useWords } from '../texts.ts';
import type { Counts, VisitForm } from './form.ts';

interface Props {
  readonly prepared: Prepared;
  readonly form: VisitForm;
  onChange(change: Pick<VisitForm, 'found' | 'loose'>): void;
}

const stagesOf: Readonly<Record<string, readonly string[]>> = {
  cattle: ['calf', 'heifer', 'cow', 'steer', 'bull'],
  sheep: ['lamb', 'eweLamb', 'ewe', 'wether', 'ram'],
  goat: ['lamb', 'eweLamb', 'ewe', 'wether', 'ram'],
};

const withCount = (counts: Counts, species: string, stage: string, n: number): Counts => ({
  ...counts,
  [species]: { ...counts[species], [stage]: n },
});

/** Animals without a number: how many stand here, and how many of them had their shot. */
export function Untagged({ prepared, form, onChange }: Props) {
  const words = useWords();
  const speciesName = useLabel('species');
  const stageName = useLabel('stage');
  const kinds = new Set([
    ...prepared.stock.map((one) => one.species),
    ...(prepared.stock.length === 0 ? ['cattle', 'sheep'] : []),
  ]);
  const known = (species: string, stage: string) =>
    prepared.stock.find((one) => one.species === species)?.stages[stage] ?? 0;
  const rows = [...kinds].flatMap((species) =>
    (stagesOf[species] ?? []).map((stage) => ({ species, stage, known: known(species, stage) })),
  );
  const start = (): Counts =>
    form.found ??
    Object.fromEntries(
      [...kinds].map((species) => [
        species,
        Object.fromEntries((stagesOf[species] ?? []).map((stage) => [stage, known(species, stage)])),
      ]),
    );
  return (
    <Table
      size="small"
      rowKey={(one) => `${one.species} ${one.stage}`}
      pagination={false}
      dataSource={rows}
      columns={[
        {
          key: 'kind',
          title: words('kind'),
          render: (_, one) => `${speciesName(one.species)} · ${stageName(one.stage)}`,
        },
        { key: 'known', title: words('onBook'), width: 72, align: 'right', render: (_, one) => one.known },
        {
          key: 'found',
          title: words('found'),
          width: 96,
          render: (_, one) => (
            <InputNumber
              min={0}
              max={100_000}
              precision={0}
              style={{ width: '100%' }}
              aria-label={`${words('found')} ${speciesName(one.species)} ${stageName(one.stage)}`}
              value={form.found?.[one.species]?.[one.stage] ?? null}
              placeholder={String(one.known)}
              onChange={(n) =>
                onChange({ found: withCount(start(), one.species, one.stage, n ?? 0), loose: form.loose })
              }
            />
          ),
        },
        {
          key: 'done',
          title: words('immunised'),
          width: 96,
          render: (_, one) => (
            <InputNumber
              min={0}
              max={100_000}
              precision={0}
              style={{ width: '100%' }}
              aria-label={`${words('immunised')} ${speciesName(one.species)} ${stageName(one.stage)}`}
              value={form.loose[one.species]?.[one.stage] ?? null}
              onChange={(n) => {
                const base = start();
                const least = Math.max(base[one.species]?.[one.stage] ?? 0, n ?? 0);
                onChange({
                  found: withCount(base, one.species, one.stage, least),
                  loose: withCount(form.loose, one.species, one.stage, n ?? 0),
                });
              }}
            />
          ),
        },
      ]}
    />
  );
}
