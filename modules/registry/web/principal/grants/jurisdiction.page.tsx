import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Card, Col, Empty, Flex, Row, Statistic, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useRegionPath } from '#kit/web/lookups/lookups.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type Assigned,
  assignJurisdiction,
  assignJurisdictionBySuperior,
  jurisdictionOf,
} from '#modules/registry/contract/principal/principal-grants.ts';
import { RegionTree } from './region-tree.tsx';
import { UnitHead, useUnitId } from './unit-head.tsx';

/** Which regions a unit looks after, and who loses what before anything is taken. */
export default function JurisdictionPage() {
  const id = useUnitId();
  // Asked for once each time it is opened: a tab shown again must not take away what was ticked.
  const [visit] = useState(newKey);
  const query = useQuery({
    queryKey: ['registry.jurisdictionOf', id, visit],
    queryFn: () => call(jurisdictionOf, { query: { principalId: id as number }, quiet: true }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Flex vertical gap={12}>
      <UnitHead />
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data && id !== null ? (
        <Jurisdiction key={`${id} ${query.dataUpdatedAt}`} principalId={id} held={query.data.regionCodes} />
      ) : (
        <Waiting />
      )}
    </Flex>
  );
}

function Jurisdiction({ principalId, held }: { readonly principalId: number; readonly held: readonly number[] }) {
  const t = useT();
  const text = useTexts('registry.jurisdiction');
  const client = useQueryClient();
  const { modal } = App.useApp();
  const mayAssign = useCan('pri:jurisdiction:assign');
  const maySub = useCan('pri:jurisdiction:assignSub');
  const assign = mayAssign ? assignJurisdiction : assignJurisdictionBySuperior;
  const canChange = mayAssign || maySub;
  const [codes, setCodes] = useState<readonly number[]>(held);
  const body = { principalId, regionCodes: [...codes] };
  const isChanged = codes.join() !== held.join();
  const preview = useQuery({
    queryKey: ['registry.jurisdiction.preview', principalId, codes],
    queryFn: () => call(assign, { body: { ...body, dryRun: true }, quiet: true }),
    enabled: canChange,
    placeholderData: (before) => before,
    retry: false,
  });
  const saving = useMutation({
    mutationFn: () => call(assign, { body }),
    onSuccess: () => {
      notify('success', t('ok.saved'));
      void client.invalidateQueries({ queryKey: ['registry.jurisdiction'] });
      void client.invalidateQueries({ queryKey: ['registry.jurisdictionOf'] });
    },
  });
  const effect = preview.data;
  const save = () => {
    const touched = (effect?.clipped.length ?? 0) + (effect?.userCount ?? 0) + (effect?.subAdminCount ?? 0);
    if (touched === 0) return saving.mutate();
    modal.confirm({
      title: text('askTitle'),
      content: text('ask', {
        units: effect?.clipped.length ?? 0,
        users: effect?.userCount ?? 0,
        admins: effect?.subAdminCount ?? 0,
      }),
      okButtonProps: { danger: true },
      onOk: () => saving.mutateAsync(),
    });
  };
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={10}>
        <Card size="small" title={text('tree')}>
          <RegionTree principalId={principalId} value={codes} disabled={!canChange} onChange={setCodes} />
        </Card>
      </Col>
      <Col xs={24} lg={14}>
        <Card
          size="small"
          title={text('result')}
          extra={
            canChange && (
              <Flex gap={8}>
                <Button disabled={!isChanged} onClick={() => setCodes(held)}>
                  {text('undo')}
                </Button>
                <Button
                  type="primary"
                  disabled={!isChanged || !effect || preview.isFetching || preview.isError}
                  loading={saving.isPending}
                  onClick={save}
                >
                  {t('kit.save')}
                </Button>
              </Flex>
            )
          }
        >
          <Flex vertical gap={16}>
            <Flex gap={4} wrap data-record>
              {codes.length === 0 && <Typography.Text type="secondary">{text('none')}</Typography.Text>}
              {codes.map((code) => (
                <RegionTag key={code} code={code} isNew={!held.includes(code)} />
              ))}
            </Flex>
            {effect && (
              <Row gutter={16}>
                {(['villages', 'households', 'head'] as const).map((name) => (
                  <Col key={name} span={8}>
                    <Statistic title={text(name)} value={effect.covers[name]} />
                  </Col>
                ))}
              </Row>
            )}
            {preview.error && <Alert type="error" showIcon title={preview.error.message} />}
            {isChanged && effect && !preview.error && <Losses effect={effect} />}
          </Flex>
        </Card>
      </Col>
    </Row>
  );
}

function Losses({ effect }: { readonly effect: Assigned }) {
  const text = useTexts('registry.jurisdiction');
  if (effect.clipped.length === 0 && effect.userCount === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nobodyLoses')} />;
  return (
    <Flex vertical gap={8}>
      <Alert
        type="warning"
        showIcon
        title={text('loses', {
          units: effect.clipped.length,
          users: effect.userCount,
          admins: effect.subAdminCount,
        })}
      />
      <Table
        size="small"
        rowKey="principalId"
        dataSource={effect.clipped}
        pagination={{ pageSize: 8, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { title: text('unit'), dataIndex: 'name', width: 260 },
          {
            title: text('lost'),
            render: (_, row) => row.lost.map((code) => <RegionTag key={code} code={code} isLost />),
          },
        ]}
      />
    </Flex>
  );
}

function RegionTag({
  code,
  isNew,
  isLost,
}: {
  readonly code: number;
  readonly isNew?: boolean;
  readonly isLost?: boolean;
}) {
  const path = useRegionPath(code);
  const name = path
    .slice(-2)
    .map((one) => one.name)
    .join(' ');
  return <Tag color={isLost ? 'error' : isNew ? 'success' : 'default'}>{name || code}</Tag>;
}
