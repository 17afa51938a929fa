import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Col, DatePicker, Flex, Row, Select, Switch, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { schemasBySystem } from '#modules/platform/contract/role/sys-function.ts';
import {
  editPrincipalSystems,
  type PrincipalSystemRow,
  principalSystems,
} from '#modules/registry/contract/principal/principal-grants.ts';
import { UnitHead, useUnitId } from './unit-head.tsx';

/** Which systems of the tenant's package a unit may use, which functions of each, and until when. */
export default function PrincipalSystemPage() {
  const language = useLanguage();
  const id = useUnitId();
  // Asked for once each time it is opened: a tab shown again must not take away what was ticked.
  const [visit] = useState(newKey);
  const query = useQuery({
    queryKey: ['registry.principalSystems', id, language, visit],
    queryFn: () => call(principalSystems, { query: { principalId: id as number }, quiet: true }),
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
        <Systems key={`${id} ${query.dataUpdatedAt}`} principalId={id} stored={query.data} />
      ) : (
        <Waiting />
      )}
    </Flex>
  );
}

interface SystemsProps {
  readonly principalId: number;
  readonly stored: readonly PrincipalSystemRow[];
}

function Systems({ principalId, stored }: SystemsProps) {
  const t = useT();
  const text = useTexts('registry.principalSystem');
  const language = useLanguage();
  const client = useQueryClient();
  const [rows, setRows] = useState(stored);
  const schemas = useQueries({
    queries: stored.map(({ systemId }) => ({
      queryKey: ['registry.schemasOf', systemId, language],
      queryFn: () => call(schemasBySystem, { query: { systemId }, quiet: true }),
      staleTime: 60_000,
    })),
  });
  const change = (systemId: number, part: Partial<PrincipalSystemRow>) =>
    setRows((old) => old.map((one) => (one.systemId === systemId ? { ...one, ...part } : one)));
  const given = rows.filter((one) => one.assigned);
  const isChanged = JSON.stringify(rows) !== JSON.stringify(stored);
  const inherited = stored.find((one) => one.inheritedFrom)?.inheritedFrom;
  const saving = useMutation({
    mutationFn: () =>
      call(editPrincipalSystems, {
        body: {
          principalId,
          systems: given.map(({ systemId, schemaId, expireOn }) => ({ systemId, schemaId, expireOn })),
        },
      }),
    onSuccess: () => {
      notify('success', t('ok.saved'));
      void client.invalidateQueries({ queryKey: ['registry.principalSystems'] });
    },
  });
  return (
    <Card
      size="small"
      title={text('title', { n: given.length, all: rows.length })}
      extra={
        <Flex gap={8}>
          <Button disabled={!isChanged} onClick={() => setRows(stored)}>
            {text('undo')}
          </Button>
          <Button type="primary" disabled={!isChanged} loading={saving.isPending} onClick={() => saving.mutate()}>
            {t('kit.save')}
          </Button>
        </Flex>
      }
    >
      {given.length === 0 && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 12 }}
          title={inherited ? text('inherits') : text('all')}
          {...(inherited && { description: <span data-record>{inherited}</span> })}
        />
      )}
      <Row gutter={[12, 12]}>
        {rows.map((row, at) => (
          <Col key={row.systemId} xs={24} sm={12} lg={8} xxl={6}>
            <Card
              size="small"
              title={row.systemName}
              extra={
                <Switch
                  aria-label={row.systemName}
                  checked={row.assigned}
                  disabled={!row.inPackage && !row.assigned}
                  onChange={(assigned) => change(row.systemId, { assigned, schemaId: null, expireOn: null })}
                />
              }
            >
              <Flex vertical gap={8}>
                <Flex gap={4} style={{ minHeight: 22 }}>
                  {!row.inPackage && <Tag color="error">{text('notInPackage')}</Tag>}
                  {row.inheritedFrom && <Tag>{text('inherited')}</Tag>}
                </Flex>
                <Typography.Text type="secondary">{text('schema')}</Typography.Text>
                <Select<number>
                  aria-label={text('schema')}
                  allowClear
                  disabled={!row.assigned}
                  value={row.schemaId}
                  placeholder={text('wholeSystem')}
                  onChange={(next?: number) => change(row.systemId, { schemaId: next ?? null })}
                  options={(schemas[at]?.data ?? []).map((one) => ({ value: one.schemaId, label: one.schemaName }))}
                />
                <Typography.Text type="secondary">{text('expireOn')}</Typography.Text>
                <DatePicker
                  aria-label={text('expireOn')}
                  disabled={!row.assigned}
                  value={row.expireOn ? dayjs(row.expireOn) : null}
                  placeholder={text('asTenant')}
                  onChange={(next) => change(row.systemId, { expireOn: next ? next.format('YYYY-MM-DD') : null })}
                />
              </Flex>
            </Card>
          </Col>
        ))}
      </Row>
    </Card>
  );
}
