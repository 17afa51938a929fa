import { EditOutlined, HistoryOutlined, UndoOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Empty, Flex, Modal, Space, Table, Tag, Timeline, Tooltip, Typography } from 'antd';
import { useEffect, useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { listParams, type ParamRow, paramHistory } from '#modules/platform/contract/reference/params.ts';
import { isParamWrong, ParamInput, useParamText } from './param-input.tsx';
import { paramsKey, useSaveParam } from './use-save-param.ts';

interface Props {
  readonly keyword?: string | undefined;
  readonly owner?: ParamRow['owner'] | undefined;
  /** Another tenant's, for the operator. */
  readonly tenantNo?: number | undefined;
}

/** Parameters, changed where they stand; each with its range, where its value comes from, and its past. */
export function ParamTable({ keyword, owner, tenantNo }: Props) {
  const t = useT();
  const say = useTexts('platform.paramPage');
  const language = useLanguage();
  const show = useParamText();
  const { modal } = App.useApp();
  const [editing, setEditing] = useState<string | null>(null);
  const [past, setPast] = useState<ParamRow | null>(null);
  const query = useQuery({
    queryKey: [...paramsKey, keyword, owner, tenantNo, language],
    queryFn: () =>
      call(listParams, {
        query: { ...(keyword && { keyword }), ...(owner && { owner }), ...(tenantNo !== undefined && { tenantNo }) },
        quiet: true,
      }),
    placeholderData: (before) => before,
  });
  const saving = useSaveParam({
    tenantNo,
    onSaved: () => setEditing(null),
    onFault: (fault) => notify('error', fault),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
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
  const id = useId();
  const [value, setValue] = useState(row.paramValue);
  const isWrong = isParamWrong(row, value);
  const save = () => !isWrong && onSave(value);
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return (
    <Space size={4} wrap>
      <ParamInput
        id={id}
        row={row}
        value={value}
        onChange={setValue}
        isWrong={isWrong}
        width={150}
        size="small"
        onEnter={save}
      />
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
    queryKey: [...paramsKey, 'history', row.paramKey],
    queryFn: () => call(paramHistory, { query: { paramKey: row.paramKey }, quiet: true }),
  });
  const say = useParamText();
  const show = (value: string | null) => (value === null ? '–' : say(row, value));
  return (
    <Modal open title={`${t('platform.paramPage.history')} · ${row.paramName}`} footer={null} onCancel={onClose}>
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
