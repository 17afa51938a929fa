import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Flex, Input, Select, Switch, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type PrincipalConfigRow,
  principalConfigs,
  savePrincipalConfigs,
} from '#modules/registry/contract/principal/principal-grants.ts';
import { UnitHead, useUnitId } from './unit-head.tsx';

/** How a unit works: its own word, that of a unit above it, or the standard. */
export default function PrincipalConfigPage() {
  const language = useLanguage();
  const id = useUnitId();
  // Asked for once each time it is opened: a tab shown again must not take away what was typed.
  const [visit] = useState(newKey);
  const query = useQuery({
    queryKey: ['registry.principalConfigs', id, language, visit],
    queryFn: () => call(principalConfigs, { query: id === null ? {} : { principalId: id }, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Flex vertical gap={12}>
      <UnitHead />
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <Configs key={`${id} ${query.dataUpdatedAt}`} principalId={id} stored={query.data} />
      ) : (
        <Waiting />
      )}
    </Flex>
  );
}

interface ConfigsProps {
  readonly principalId: number | null;
  readonly stored: readonly PrincipalConfigRow[];
}

function Configs({ principalId, stored }: ConfigsProps) {
  const t = useT();
  const text = useTexts('registry.principalConfig');
  const client = useQueryClient();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  /** Null: the own value goes. */
  const [changes, setChanges] = useState<Readonly<Record<string, string | null>>>({});
  const change = (code: string, value: string | null) => setChanges((old) => ({ ...old, [code]: value }));
  const saving = useMutation({
    mutationFn: () =>
      call(savePrincipalConfigs, {
        body: {
          ...(principalId !== null && { principalId }),
          configs: Object.entries(changes).map(([configCode, configValue]) => ({ configCode, configValue })),
        },
      }),
    onSuccess: () => {
      notify('success', t('ok.saved'));
      void client.invalidateQueries({ queryKey: ['registry.principalConfigs'] });
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(Object.fromEntries(error.errors.map((one) => [one.field, one.msg])));
    },
  });
  const shownOf = (row: PrincipalConfigRow) => {
    const changed = changes[row.configCode];
    return changed === undefined ? row.configValue : (changed ?? row.otherwise);
  };
  const isOwn = (row: PrincipalConfigRow) => {
    const changed = changes[row.configCode];
    return changed === undefined ? row.from === 'own' : changed !== null;
  };
  return (
    <Card
      size="small"
      title={text('_title')}
      extra={
        <Flex gap={8}>
          <Button disabled={Object.keys(changes).length === 0} onClick={() => setChanges({})}>
            {text('undo')}
          </Button>
          <Button
            type="primary"
            disabled={Object.keys(changes).length === 0}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {t('kit.save')}
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        {[...Map.groupBy(stored, (row) => row.group)].map(([group, rows]) => (
          <Table<PrincipalConfigRow>
            key={group}
            size="small"
            rowKey="configCode"
            pagination={false}
            scroll={{ x: 900 }}
            dataSource={rows}
            columns={[
              {
                title: rows[0]?.groupName,
                width: 320,
                render: (_, row) => (
                  <Flex vertical>
                    <span>{row.configName}</span>
                    <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                      {row.hint}
                    </Typography.Text>
                  </Flex>
                ),
              },
              {
                title: text('value'),
                render: (_, row) => (
                  <>
                    <ValueInput row={row} value={shownOf(row)} onChange={(value) => change(row.configCode, value)} />
                    {errors[row.configCode] && (
                      <Typography.Text type="danger">{errors[row.configCode]}</Typography.Text>
                    )}
                  </>
                ),
              },
              {
                title: text('from'),
                width: 260,
                render: (_, row) =>
                  isOwn(row) ? (
                    <Tag color="processing">{text('from_own')}</Tag>
                  ) : (
                    <Flex gap={8} align="center" wrap>
                      <Tag>{text(row.fromName ? 'from_inherited' : 'from_default')}</Tag>
                      {row.fromName}
                    </Flex>
                  ),
              },
              {
                title: '',
                width: 110,
                render: (_, row) =>
                  row.editable &&
                  isOwn(row) && (
                    <Button type="link" size="small" onClick={() => change(row.configCode, null)}>
                      {text('inherit')}
                    </Button>
                  ),
              },
            ]}
          />
        ))}
      </Flex>
    </Card>
  );
}

interface ValueProps {
  readonly row: PrincipalConfigRow;
  readonly value: string;
  onChange(value: string): void;
}

function ValueInput({ row, value, onChange }: ValueProps) {
  const t = useT();
  const common = { 'aria-label': row.configName, disabled: !row.editable };
  if (row.valueType === 'switch')
    return <Switch {...common} checked={value === '1'} onChange={(on) => onChange(on ? '1' : '0')} />;
  if (row.valueType === 'choice')
    return <Select {...common} value={value} onChange={onChange} style={{ width: 240 }} options={[...row.choices]} />;
  return (
    <Input
      {...common}
      value={value}
      maxLength={500}
      style={{ maxWidth: 460 }}
      {...(row.valueType === 'money' && { suffix: t('registry.principalConfig.yuan') })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
