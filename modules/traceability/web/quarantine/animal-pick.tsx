import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Table, Typography } from 'antd';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { DictName, EarTag } from '#modules/registry/web/index.ts';
import { declarable } from '#modules/traceability/contract/quarantine/quarantine-declaration.ts';

interface Props {
  readonly principalId: number;
  readonly species: string;
  readonly chosen: readonly number[];
  onChoose(ids: readonly number[]): void;
}

/** Tags scanned one after the other, or ticked in the herd. */
export function AnimalPick({ principalId, species, chosen, onChoose }: Props) {
  const text = useTexts('traceability.declarePage');
  const { data: herd = [], isLoading } = useQuery({
    queryKey: ['traceability.declarable', principalId, species],
    queryFn: () => call(declarable, { query: { principalId, species } }),
    enabled: species !== '',
  });
  const scan = (code: string) => {
    const hits = herd.filter((one) => one.tag === code || (code.length >= 4 && one.tag.endsWith(code)));
    const [hit] = hits;
    if (hits.length !== 1 || !hit) {
      notify('warning', text('noSuchTag', { code }));
      return false;
    }
    onChoose([...new Set([...chosen, hit.animalId])]);
    return undefined;
  };
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="center">
        <ScanInput onScan={scan} placeholder={text('scan')} aria-label={text('scan')} style={{ maxWidth: 300 }} />
        <Button onClick={() => onChoose(herd.slice(0, 500).map((one) => one.animalId))}>
          {text('all', { n: Math.min(herd.length, 500) })}
        </Button>
        {chosen.length > 0 && <Button onClick={() => onChoose([])}>{text('none')}</Button>}
        <Typography.Text strong>{text('chosen', { n: chosen.length })}</Typography.Text>
      </Flex>
      <Table<DataOf<typeof declarable>[number]>
        size="small"
        rowKey="animalId"
        loading={isLoading}
        dataSource={herd}
        virtual
        scroll={{ y: 280, x: 480 }}
        pagination={false}
        rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => onChoose(keys as number[]) }}
        columns={[
          { title: text('tag'), key: 'tag', width: 190, render: (_, one) => <EarTag tag={one.tag} /> },
          {
            title: text('stage'),
            key: 'stage',
            width: 120,
            render: (_, one) => <DictName dict="stage" value={one.stage} />,
          },
          { title: text('pen'), key: 'pen', render: (_, one) => one.pen ?? '-' },
        ]}
      />
    </Flex>
  );
}
