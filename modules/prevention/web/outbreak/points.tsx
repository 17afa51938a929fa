import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type InvestigationInfo, investigationInfo } from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { AddPoints } from './add-points.tsx';
import { FillForm } from './fill-form.tsx';
import { useLabel } from './names.tsx';
import { roleColour } from './ring-map.tsx';

interface Props {
  readonly actionId: number;
  readonly status: string;
}

/** The holdings of an action, by role, and how far each has come. */
export function Points({ actionId, status }: Props) {
  const t = useT();
  const language = useLanguage();
  const roleOf = useLabel('investigation_info_role');
  const mayAdd = useCan('ant:investigation:fill');
  const [isAdding, setAdding] = useState(false);
  const [filling, setFilling] = useState<number | null>(null);
  const label = useTexts('prevention.investigationInfo');
  const text = useTexts('prevention.infoPage');
  const { data, isPending } = useQuery({
    queryKey: [...resourceKey(investigationInfo), 'of', actionId, language],
    queryFn: async () =>
      (
        await callEnvelope(callOf(investigationInfo, 'list'), {
          query: { actionId: String(actionId), pageSize: '200' },
          quiet: true,
        })
      ).data as readonly InvestigationInfo[],
  });
  const order = ['index', 'contact', 'zone', 'control'];
  const rows = [...(data ?? [])].sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role) || a.id - b.id);
  const isOpen = ['draft', 'issued', 'ongoing'].includes(status);
  return (
    <Flex vertical gap={12}>
      {mayAdd && isOpen && (
        <div>
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {text('addPoints')}
          </Button>
        </div>
      )}
      <Table<InvestigationInfo>
        aria-label={label('_title')}
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 900 }}
        columns={[
          {
            key: 'role',
            title: label('role'),
            width: 100,
            render: (_, row) => <Tag color={roleColour(row.role)}>{roleOf(row.role)}</Tag>,
          },
          {
            key: 'holder',
            title: label('principalId'),
            width: 150,
            render: (_, row) => (
              <PageLink to={`/pri/mainFile?id=${row.principalId}`}>{row.principalIdName ?? '-'}</PageLink>
            ),
          },
          {
            key: 'region',
            title: label('regionCode'),
            width: 220,
            ellipsis: true,
            render: (_, row) => row.regionCodeName,
          },
          { key: 'status', title: label('status'), width: 100, render: (_, row) => row.statusName },
          {
            key: 'ill',
            title: `${label('ill')} / ${label('dead')} / ${label('stockThen')}`,
            width: 150,
            render: (_, row) => (
              <Typography.Text
                {...(row.ill > 0 && { type: 'danger' as const })}
              >{`${row.ill} / ${row.dead} / ${row.stockThen ?? '-'}`}</Typography.Text>
            ),
          },
          { key: 'first', title: label('firstSignOn'), width: 120, render: (_, row) => row.firstSignOn ?? '-' },
          { key: 'visited', title: label('visitedOn'), width: 120, render: (_, row) => row.visitedOn ?? '-' },
          {
            key: 'by',
            title: label('investigatorNames'),
            width: 140,
            ellipsis: true,
            render: (_, row) => row.investigatorNames ?? '-',
          },
          {
            key: 'do',
            title: t('kit.actions'),
            fixed: 'end',
            width: 96,
            render: (_, row) => (
              <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setFilling(row.id)}>
                {text(mayAdd && isOpen && ['draft', 'returned'].includes(row.status) ? 'fill' : 'read')}
              </Button>
            ),
          },
        ]}
      />
      {isAdding && <AddPoints actionId={actionId} onClose={() => setAdding(false)} />}
      {filling !== null && <FillForm id={filling} onClose={() => setFilling(null)} />}
    </Flex>
  );
}
