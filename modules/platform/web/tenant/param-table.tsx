import { EditOutlined, HistoryOutlined, UndoOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  App,
  Button,
  Empty,
  Flex,
  Input,
  InputNumber,
  Modal,
  Select,
  Space,
  Switch,
  Table,
  Tag,
  Timeline,
  Tooltip,
  Typography,
} from 'antd';
import { useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { editParam, listParams, type ParamRow, paramHistory } from '#modules/platform/contract/params.ts';

const key = ['platform.params'];
const text = (row: ParamRow, value: string, yes: string, no: string) =>
  row.valueType === 'bool'
    ? value === 'true'
      ? yes
      : no
    : (row.choices.find((one) => one.value === value)?.label ?? value);

interface Props {
  readonly keyword?: string | undefined;
  readonly owner?: ParamRow['owner'] | undefined;
  /** Another tenant's, for the operator. */
  readonly tenantNo?: number | undefined;
}

/** Parameters, changed where they stand; each with its range, where its value comes from, and its past. */
export function ParamTable({ keyword, owner, tenantNo }: Props) {
  const t = useT();
  const say = (one: string, args?: Record<string, string | number>) => t.any(`platform.paramPage.${one}`, args);
  const client = useQueryClient();
  const language = useLanguage();
  const { modal } = App.useApp();
  const [editing, setEditing] = useState<string | null>(null);
  const [past, setPast] = useState<ParamRow | null>(null);
  const query = useQuery({
    queryKey: [...key, keyword, owner, tenantNo, language],
    queryFn: () =>
      call(listParams, {
        query: { ...(keyword && { keyword }), ...(owner && { owner }), ...(tenantNo !== undefined && { tenantNo }) },
        quiet: true,
      }),
    placeholderData: (before) => before,
  });
  const saving = useMutation({
    mutationFn: ({ row, value }: { row: ParamRow; value: string | null }) =>
      call(editParam, {
        body: {
          paramKey: row.paramKey,
          paramValue: value,
          version: row.version,
          ...(tenantNo !== undefined && { tenantNo }),
        },
        quiet: true,
      }),
    onSuccess: () => {
      notify('success', t('ok.saved'));
      setEditing(null);
    },
    onError: (error) =>
      notify('error', error instanceof ApiError ? (error.errors[0]?.msg ?? error.message) : t('error.network')),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const show = (row: ParamRow, value: string) => text(row, value, t('kit.yes'), t('kit.no'));
  const restore = (row: ParamRow) =>
    modal.confirm({
      title: say('restoreAsk', { name: row.paramName, value: show(row, row.defaultValue) }),
      onOk: () => saving.mutateAsync({ row, value: null }).catch(() => {}),
    });
  return (
    <>
      <Table<ParamRow>
        rowKey="paramKey"
        size="small"
        loading={query.isFetching && !query.data}
        dataSource={query.data ?? []}
        pagination={false}
        scroll={{ x: 1060 }}
        columns={[
          {
            title: say('name'),
            width: 220,
            render: (_, row) => (
              <Flex vertical>
                <span>{row.paramName}</span>
                <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                  {row.paramKey}
                </Typography.Text>
              </Flex>
            ),
          },
          {
            title: say('value'),
            width: 200,
            render: (_, row) =>
              editing === row.paramKey ? (
                <Editor
                  row={row}
                  busy={saving.isPending}
                  onCancel={() => setEditing(null)}
                  onSave={(value) => saving.mutate({ row, value })}
                />
              ) : (
                <Space>
                  <Typography.Text strong={row.source === 'tenant'}>
                    {show(row, row.paramValue)} {row.unit}
                  </Typography.Text>
                  {row.mayEdit && (
                    <Tooltip title={say('edit')}>
                      <Button
                        type="text"
                        size="small"
                        icon={<EditOutlined />}
                        aria-label={`${say('edit')} ${row.paramName}`}
                        onClick={() => setEditing(row.paramKey)}
                      />
                    </Tooltip>
                  )}
                </Space>
              ),
          },
          { title: say('default'), width: 100, render: (_, row) => show(row, row.defaultValue) },
          {
            title: say('range'),
            width: 130,
            render: (_, row) =>
              row.min !== null
                ? `${row.min.toLocaleString()} – ${row.max?.toLocaleString()}`
                : row.choices.map((one) => one.label).join(' / ') || '–',
          },
          {
            title: say('source'),
            width: 90,
            render: (_, row) => (
              <Tag color={row.source === 'tenant' ? 'processing' : 'default'}>{say(`from_${row.source}`)}</Tag>
            ),
          },
          { title: say('owner'), width: 120, render: (_, row) => t.any(`platform.wizard.${row.owner}`) },
          {
            title: say('changed'),
            width: 130,
            render: (_, row) =>
              row.changedBy ? `${row.changedBy} ${wallTime(row.changedAt ?? '').slice(0, 16)}` : '–',
          },
          {
            title: t('kit.actions'),
            width: 80,
            fixed: 'end',
            render: (_, row) => (
              <Space size={0}>
                <Tooltip title={say('history')}>
                  <Button
                    type="text"
                    size="small"
                    icon={<HistoryOutlined />}
                    aria-label={`${say('history')} ${row.paramName}`}
                    onClick={() => setPast(row)}
                  />
                </Tooltip>
                {row.mayEdit && row.version > 0 && (
                  <Tooltip title={say('restore')}>
                    <Button
                      type="text"
                      size="small"
                      icon={<UndoOutlined />}
                      aria-label={`${say('restore')} ${row.paramName}`}
                      onClick={() => restore(row)}
                    />
                  </Tooltip>
                )}
              </Space>
            ),
          },
        ]}
      />
      {past && <Past row={past} onClose={() => setPast(null)} />}
    </>
  );
}

interface EditorProps {
  readonly row: ParamRow;
  readonly busy: boolean;
  onSave(value: string): void;
  onCancel(): void;
}

function Editor({ row, busy, onSave, onCancel }: EditorProps) {
  const t = useT();
  const [value, setValue] = useState(row.paramValue);
  const number = Number(value);
  const isWrong =
    row.valueType === 'int' && (!/^-?\d+$/.test(value) || number < (row.min ?? number) || number > (row.max ?? number));
  const save = () => !isWrong && onSave(value);
  const common = { autoFocus: true, 'aria-label': row.paramName, size: 'small' as const };
  return (
    <Space size={4} wrap>
      {row.valueType === 'int' && (
        <InputNumber
          {...common}
          value={number}
          style={{ width: 110 }}
          {...(isWrong && { status: 'error' as const })}
          onChange={(next) => setValue(String(next ?? ''))}
          onPressEnter={save}
        />
      )}
      {row.valueType === 'bool' && (
        <Switch checked={value === 'true'} aria-label={row.paramName} onChange={(next) => setValue(String(next))} />
      )}
      {row.valueType === 'choice' && (
        <Select {...common} value={value} options={row.choices} onChange={setValue} style={{ width: 150 }} />
      )}
      {row.valueType === 'list' && (
        <Input
          {...common}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onPressEnter={save}
          style={{ width: 200 }}
        />
      )}
      <Button size="small" type="primary" loading={busy} disabled={isWrong} onClick={save}>
        {t('kit.save')}
      </Button>
      <Button size="small" onClick={onCancel}>
        {t('kit.cancel')}
      </Button>
    </Space>
  );
}

function Past({ row, onClose }: { readonly row: ParamRow; onClose(): void }) {
  const t = useT();
  const query = useQuery({
    queryKey: [...key, 'history', row.paramKey],
    queryFn: () => call(paramHistory, { query: { paramKey: row.paramKey }, quiet: true }),
  });
  const show = (value: string | null) => (value === null ? '–' : text(row, value, t('kit.yes'), t('kit.no')));
  return (
    <Modal open title={`${t.any('platform.paramPage.history')} · ${row.paramName}`} footer={null} onCancel={onClose}>
      {query.isPending && <Waiting />}
      {query.data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('history.none')} />}
      <Timeline
        style={{ paddingBlockStart: 12 }}
        items={(query.data ?? []).map((one) => ({
          key: one.id,
          content: (
            <span data-record>
              {wallTime(one.at)} {one.who}: {show(one.before)} → {show(one.after)}
            </span>
          ),
        }))}
      />
    </Modal>
  );
}
