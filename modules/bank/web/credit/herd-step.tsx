import { useQuery } from '@tanstack/react-query';
import { Flex, Form, InputNumber, Switch, Table, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { offerable } from '#modules/bank/contract/credit/credit.ts';
import { useLabel } from '../site/parts.ts';

interface Props {
  /** A client chooses among its own animals; a bank counts heads, single animals are shown once they are declared (R2). */
  readonly isOwn: boolean;
  readonly productId: number;
  readonly species: readonly string[];
  readonly heads: Readonly<Record<string, number>>;
  readonly animalIds: readonly number[];
  onChange(heads: Readonly<Record<string, number>>, animalIds: readonly number[]): void;
}
export function HerdStep(props: Props) {
  return props.isOwn ? <OwnHerd {...props} /> : <Heads {...props} />;
}

function Heads({ species, heads, onChange }: Props) {
  const speciesOf = useLabel('species');
  return (
    <Flex gap={12} wrap>
      {species.map((one) => (
        <Form.Item key={one} label={speciesOf(one)}>
          <InputNumber<number>
            min={0}
            max={100_000}
            precision={0}
            value={heads[one] ?? null}
            onChange={(n) => onChange({ ...heads, [one]: n ?? 0 }, [])}
          />
        </Form.Item>
      ))}
    </Flex>
  );
}

function OwnHerd({ productId, animalIds, onChange }: Props) {
  const text = useTexts('bank.applyPage');
  const stageOf = useLabel('stage');
  const [onlyFit, setOnlyFit] = useState(true);
  const { data } = useQuery({
    queryKey: ['bank', 'offer', productId],
    queryFn: () => call(offerable, { query: { productId }, quiet: true }),
  });
  const shown = (data?.animals ?? []).filter((one) => !onlyFit || one.words === '');
  const choose = (ids: readonly number[]) => {
    const heads: Record<string, number> = {};
    for (const one of data?.animals ?? [])
      if (ids.includes(one.animalId)) heads[one.species] = (heads[one.species] ?? 0) + 1;
    onChange(heads, ids);
  };
  return (
    <>
      <Flex gap={8} align="center" style={{ marginBlockEnd: 8 }}>
        <Switch checked={onlyFit} onChange={setOnlyFit} aria-label={text('onlyFit')} />
        <span>{text('onlyFit')}</span>
        <Tag color="blue">{text('chosen', { n: animalIds.length })}</Tag>
      </Flex>
      <Table
        size="small"
        rowKey="animalId"
        loading={!data}
        dataSource={shown}
        scroll={{ x: 480 }}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        rowSelection={{
          selectedRowKeys: [...animalIds],
          preserveSelectedRowKeys: true,
          getCheckboxProps: (one) => ({ disabled: one.words !== '' }),
          onChange: (keys) => choose(keys as number[]),
        }}
        columns={[
          { key: 'tag', title: text('earTag'), render: (_, one) => <span data-record>{one.earTag}</span> },
          { key: 'stage', title: text('stage'), render: (_, one) => stageOf(one.stage) },
          { key: 'pen', title: text('pen'), render: (_, one) => one.pen ?? '-' },
          { key: 'words', title: text('why'), render: (_, one) => one.words },
        ]}
      />
    </>
  );
}
