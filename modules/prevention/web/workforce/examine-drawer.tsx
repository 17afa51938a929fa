import { useQuery } from '@tanstack/react-query';
import { Button, Col, Drawer, Flex, Row, Space, Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type ExamineVillage,
  examineMap,
  type StaffExamine,
  staffExamine,
} from '#modules/prevention/contract/workforce/staff-examine.ts';
import { VillageMap } from './village-map.tsx';

interface Props {
  readonly row: StaffExamine;
  onDecide(name: 'approve' | 'reject'): void;
  onClose(): void;
}

/** Left what is asked and the papers, right where: who has those villages now. */
export function ExamineDrawer({ row, onDecide, onClose }: Props) {
  const language = useLanguage();
  const text = useTexts('prevention.examinePage');
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(staffExamine), 'map', row.id, row.version, language],
    queryFn: () => call(examineMap, { query: { id: row.id }, quiet: true }),
  });
  const asked = (row.villageCodes ?? []) as number[];
  const isMine = (one: ExamineVillage) => one.staffId !== null && one.staffId === row.staffId;
  const shown = (data ?? []).filter((one) => one.asked || isMine(one));
  const sum = (of: (one: ExamineVillage) => number) =>
    shown.filter((one) => one.asked).reduce((n, one) => n + of(one), 0);
  const files = [...(row.photoId ? [row.photoId] : []), ...((row.certificates ?? []) as number[])];
  const fate = (one: ExamineVillage) => {
    if (row.status !== 'pending') return one.staffName ?? <Tag color="red">{text('nobody')}</Tag>;
    if (row.kind === 'leave')
      return row.successorName ? text('takesOver', { name: row.personName }) : <Tag color="red">{text('nobody')}</Tag>;
    if (!one.asked) return <Tag color="orange">{text('gone')}</Tag>;
    if (isMine(one)) return text('stays');
    return one.staffName ? (
      <Tag color="gold">{text('takesOver', { name: one.staffName })}</Tag>
    ) : (
      <Tag color="green">{text('fillsGap')}</Tag>
    );
  };
  return (
    <Drawer
      open
      size="min(1180px, 100vw)"
      title={`${row.docNo} · ${row.kindName ?? ''}`}
      onClose={onClose}
      footer={
        row._can.includes('approve') && (
          <Flex justify="space-between" align="center" gap={8} wrap>
            <Typography.Text type="secondary">{text('decisionHint')}</Typography.Text>
            <Space>
              <Button danger onClick={() => onDecide('reject')}>
                {text('reject')}
              </Button>
              <Button type="primary" onClick={() => onDecide('approve')}>
                {text('approve')}
              </Button>
            </Space>
          </Flex>
        )
      }
    >
      <Row gutter={[24, 16]}>
        <Col xs={24} lg={12}>
          <div data-record>
            <DetailView resource={staffExamine} row={row as never} />
          </div>
          <Typography.Title level={5} style={{ marginBlockStart: 16 }}>
            {text('files')}
          </Typography.Title>
          {files.length > 0 ? (
            <AttachmentsField bizType="prevention.staffExamine" value={files} />
          ) : (
            <Typography.Text type="secondary">{text('noFiles')}</Typography.Text>
          )}
        </Col>
        <Col xs={24} lg={12}>
          <Typography.Title level={5} style={{ marginBlockStart: 4 }}>
            {text('map')}
          </Typography.Title>
          {error ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <Waiting />
          ) : (
            <Flex vertical gap={12}>
              <VillageMap villages={data} chosen={asked} />
              <Typography.Text>
                {text('summary', {
                  villages: asked.length,
                  households: sum((one) => one.households),
                  head: sum((one) => one.head).toLocaleString('en'),
                })}
              </Typography.Text>
              <Table<ExamineVillage>
                size="small"
                rowKey="code"
                pagination={false}
                dataSource={shown}
                scroll={{ x: 460 }}
                columns={[
                  { key: 'name', title: text('village'), dataIndex: 'name' },
                  { key: 'households', title: text('households'), dataIndex: 'households', align: 'end', width: 96 },
                  { key: 'head', title: text('head'), dataIndex: 'head', align: 'end', width: 80 },
                  { key: 'fate', title: text('now'), render: (_, one) => fate(one) },
                ]}
              />
            </Flex>
          )}
        </Col>
      </Row>
    </Drawer>
  );
}
