import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Table } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { GrowthPoint } from '#modules/registry/contract/variety/variety.ts';

interface Line {
  readonly month: number;
  readonly male: number | null;
  readonly female: number | null;
}

interface Props {
  readonly value: readonly GrowthPoint[];
  onChange(value: GrowthPoint[]): void;
}

const linesOf = (points: readonly GrowthPoint[]): Line[] =>
  [...new Set(points.map((one) => one.month))]
    .sort((a, b) => a - b)
    .map((month) => {
      const of = (sex: string) => points.find((one) => one.month === month && one.sex === sex)?.weightKg ?? null;
      return { month, male: of('male'), female: of('female') };
    });
const pointsOf = (lines: readonly Line[]): GrowthPoint[] =>
  lines.flatMap(({ month, ...weights }) =>
    (['male', 'female'] as const).flatMap((sex) => {
      const weightKg = weights[sex];
      return weightKg === null ? [] : [{ month, sex, weightKg }];
    }),
  );

/** One line per month of age. */
export function GrowthField({ value, onChange }: Props) {
  const t = useT();
  const text = useTexts('registry.varietyPage');
  const lines = linesOf(value);
  const change = (at: number, patch: Partial<Line>) =>
    onChange(pointsOf(lines.map((line, index) => (index === at ? { ...line, ...patch } : line))));
  const next = (lines.at(-1)?.month ?? -3) + 3;
  const weight = (sex: 'male' | 'female') => ({
    key: sex,
    title: text(sex),
    width: 160,
    render: (_: unknown, line: Line, at: number) => (
      <InputNumber
        aria-label={`${text(sex)} ${line.month}`}
        min={0.1}
        max={3000}
        precision={1}
        value={line[sex]}
        onChange={(weightKg) => change(at, { [sex]: weightKg })}
        style={{ width: '100%' }}
      />
    ),
  });
  return (
    <>
      <Table<Line>
        size="small"
        rowKey="month"
        pagination={false}
        dataSource={lines}
        locale={{ emptyText: text('noCurve') }}
        columns={[
          { key: 'month', dataIndex: 'month', title: text('month'), width: 100 },
          weight('male'),
          weight('female'),
          {
            key: '_remove',
            width: 50,
            render: (_, line) => (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('kit.remove')}
                onClick={() => onChange(value.filter((one) => one.month !== line.month))}
              />
            ),
          },
        ]}
      />
      <Button
        type="dashed"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        style={{ marginTop: 8 }}
        onClick={() =>
          onChange([...value, ...(['male', 'female'] as const).map((sex) => ({ month: next, sex, weightKg: 1 }))])
        }
      >
        {text('addPoint')}
      </Button>
    </>
  );
}
