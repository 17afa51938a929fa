import { useQuery } from '@tanstack/react-query';
import { Descriptions, Empty, Flex, Table, Typography } from 'antd';
import { formatCents } from '#kit/contract/money.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type Calc, calcPort } from './calc-port.ts';

interface Props {
  /** `module.resource`. */
  readonly entity: string;
  readonly id: number;
}

/** How the sums of a record came about: a line of arithmetic each, as it was when it was computed. */
export default function CalcView({ entity, id }: Props) {
  const text = useTexts('calc');
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['calc', entity, id, language],
    queryFn: async () => (await calcPort.current?.(entity, id)) ?? [],
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Waiting />;
  if (query.data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('none')} />;
  return (
    <Flex vertical gap={16}>
      {query.data.map((one, at) => (
        <One key={one.id} calc={one} isOld={query.data.findIndex((other) => other.kindName === one.kindName) !== at} />
      ))}
    </Flex>
  );
}

function One({ calc, isOld }: { readonly calc: Calc; readonly isOld: boolean }) {
  const text = useTexts('calc');
  return (
    <div style={isOld ? { opacity: 0.6 } : undefined}>
      <Flex justify="space-between" align="baseline" wrap gap={8}>
        <Typography.Text strong>{isOld ? text('earlier', { name: calc.kindName }) : calc.kindName}</Typography.Text>
        <Typography.Text strong style={{ fontVariantNumeric: 'tabular-nums' }}>
          ¥{formatCents(calc.cents)}
        </Typography.Text>
      </Flex>
      <Table
        size="small"
        rowKey={({ name, how }) => `${name} ${how}`}
        pagination={false}
        scroll={{ x: 'max-content' }}
        style={{ marginBlock: 8 }}
        dataSource={[...calc.steps]}
        columns={[
          { key: 'name', title: text('step'), dataIndex: 'name' },
          { key: 'how', title: text('how'), dataIndex: 'how' },
          { key: 'cents', title: text('result'), align: 'end', render: (_, step) => formatCents(step.cents) },
        ]}
      />
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'at', label: text('at'), children: wallTime(calc.madeAt) },
          { key: 'rule', label: text('rule'), children: text('ruleOf', { rule: calc.ruleRef, n: calc.engine }) },
        ]}
      />
    </div>
  );
}
