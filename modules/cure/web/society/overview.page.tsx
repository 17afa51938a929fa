import { useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, Row, Statistic, Table } from 'antd';
import { formatCents } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type SocietyFigures, societyOverview } from '#modules/cure/contract/society/overview.ts';
import { wholePercent } from './whole-percent.ts';

const figures = ['members', 'units', 'persons', 'grace', 'joined', 'left', 'posts', 'vacant'] as const;

/** 会员总览: each society in numbers; whoever watches over them sees no member. */
export default function OverviewPage() {
  const text = useTexts('cure.overview');
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.society.overview', language],
    queryFn: () => call(societyOverview, { quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  return (
    <Flex vertical gap={12}>
      {data.map((one) => (
        <SocietyPart key={one.id} one={one} />
      ))}
    </Flex>
  );
}

function SocietyPart({ one }: { readonly one: SocietyFigures }) {
  const text = useTexts('cure.overview');
  const { options } = useDict('member_kind');
  const kind = (value: string) => options.find((item) => item.dictValue === value)?.dictLabel ?? value;
  const share = one.dueCents > 0 ? `${wholePercent(one.receivedCents, one.dueCents)} %` : '-';
  return (
    <Card size="small" title={one.name} data-record>
      <Row gutter={[12, 12]}>
        {figures.map((name) => (
          <Col key={name} xs={12} sm={6} lg={3}>
            <Statistic title={text(name)} value={one[name]} />
          </Col>
        ))}
        <Col xs={24} sm={8}>
          <Statistic title={text('due')} value={formatCents(one.dueCents)} suffix={text('yuan')} />
        </Col>
        <Col xs={24} sm={8}>
          <Statistic title={text('received')} value={formatCents(one.receivedCents)} suffix={text('yuan')} />
        </Col>
        <Col xs={24} sm={8}>
          <Statistic title={text('share')} value={share} />
        </Col>
      </Row>
      <Table
        size="small"
        style={{ marginBlockStart: 12 }}
        pagination={false}
        rowKey="name"
        dataSource={[...one.levels]}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text('level'), dataIndex: 'name' },
          { title: text('kind'), dataIndex: 'kind', render: kind },
          { title: text('fee'), dataIndex: 'feeCents', align: 'right', render: (cents: number) => formatCents(cents) },
          { title: text('members'), dataIndex: 'members', align: 'right' },
        ]}
      />
    </Card>
  );
}
