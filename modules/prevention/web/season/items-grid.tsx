import { Checkbox, InputNumber, Select, Table } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { SeasonInput } from '#modules/prevention/contract/season/season.ts';
import { useSeasonOptions } from '../common/use-diseases.ts';
import { useLabel } from '../common/use-label.ts';

export type Item = SeasonInput['items'][number];

interface Props {
  readonly value: readonly Item[];
  onChange(value: readonly Item[]): void;
}

/** Disease by species: ticked ones are immunised, each with its target, vaccine and planned pace. */
export function ItemsGrid({ value, onChange }: Props) {
  const t = useT();
  const text = useTexts('prevention.seasonPage');
  const species = useLabel('species');
  const { diseases, vaccines } = useSeasonOptions();
  const rows = diseases.flatMap((disease) =>
    disease.species.map((kind, at) => ({
      key: `${disease.code} ${kind}`,
      disease,
      kind,
      span: at === 0 ? disease.species.length : 0,
    })),
  );
  type Line = (typeof rows)[number];
  const itemOf = ({ disease, kind }: Line) =>
    value.find((one) => one.diseaseCode === disease.code && one.species === kind);
  const vaccinesFor = ({ disease, kind }: Line) =>
    vaccines.filter((one) => one.diseaseCodes.includes(disease.code) && one.species.includes(kind));
  const put = (line: Line, change: Partial<Item>) =>
    onChange(value.map((one) => (one === itemOf(line) ? { ...one, ...change } : one)));
  const tick = (line: Line, isOn: boolean) =>
    onChange(
      isOn
        ? [
            ...value,
            {
              diseaseCode: line.disease.code,
              species: line.kind,
              target: 100,
              defaultVaccineCode: vaccinesFor(line)[0]?.code ?? null,
              plannedCurve: value[0]?.plannedCurve ?? 'sShaped',
            },
          ]
        : value.filter((one) => one !== itemOf(line)),
    );
  return (
    <Table<Line>
      aria-label={t('prevention.preventionSeason.items')}
      size="small"
      pagination={false}
      dataSource={rows}
      scroll={{ x: 720, y: 340 }}
      columns={[
        {
          key: 'disease',
          title: text('disease'),
          width: 150,
          onCell: (line) => ({ rowSpan: line.span }),
          render: (_, line) => <span data-record>{line.disease.name}</span>,
        },
        {
          key: 'species',
          title: text('species'),
          width: 110,
          render: (_, line) => (
            <Checkbox checked={itemOf(line) !== undefined} onChange={(event) => tick(line, event.target.checked)}>
              {species(line.kind)}
            </Checkbox>
          ),
        },
        {
          key: 'target',
          title: text('target'),
          width: 120,
          render: (_, line) => {
            const item = itemOf(line);
            return (
              item && (
                <InputNumber
                  aria-label={`${line.disease.name} ${species(line.kind)} ${text('target')}`}
                  size="small"
                  min={0}
                  max={100}
                  suffix="%"
                  value={item.target}
                  onChange={(target) => put(line, { target: target ?? 100 })}
                  style={{ width: 96 }}
                />
              )
            );
          },
        },
        {
          key: 'vaccine',
          title: text('vaccine'),
          render: (_, line) => {
            const item = itemOf(line);
            return (
              item && (
                <Select<string>
                  aria-label={`${line.disease.name} ${species(line.kind)} ${text('vaccine')}`}
                  size="small"
                  allowClear
                  value={item.defaultVaccineCode ?? null}
                  placeholder={t('kit.choose')}
                  options={vaccinesFor(line).map((one) => ({ value: one.code, label: one.name }))}
                  onChange={(code?: string) => put(line, { defaultVaccineCode: code ?? null })}
                  style={{ width: '100%' }}
                />
              )
            );
          },
        },
        {
          key: 'curve',
          title: text('curve'),
          width: 130,
          render: (_, line) => {
            const item = itemOf(line);
            return (
              item && (
                <Select<Item['plannedCurve']>
                  aria-label={`${line.disease.name} ${species(line.kind)} ${text('curve')}`}
                  size="small"
                  value={item.plannedCurve}
                  options={(['sShaped', 'linear'] as const).map((one) => ({ value: one, label: text(one) }))}
                  onChange={(plannedCurve) => put(line, { plannedCurve })}
                  style={{ width: '100%' }}
                />
              )
            );
          },
        },
      ]}
    />
  );
}
