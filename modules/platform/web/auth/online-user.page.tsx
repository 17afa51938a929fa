import { LogoutOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Button,
  Card,
  Empty,
  Flex,
  Form,
  Input,
  Select,
  Space,
  Statistic,
  Table,
  type TableColumnType,
  Tag,
} from 'antd';
import { useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { RefField } from '#kit/web/fields/ref.tsx';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { portals } from '#modules/platform/contract/auth/session.ts';
import { listSessions, type OpenSession, onlineCounts } from '#modules/platform/contract/auth/sys-session.ts';
import { KickDialog } from './kick-dialog.tsx';

const every = 15_000;
const key = ['platform', 'sessions'];

interface Filters {
  readonly keyword?: string | undefined;
  readonly principalId?: number | undefined;
  readonly regionCode?: number | undefined;
  readonly portalId?: string | undefined;
  readonly clientType?: 'web' | 'app' | undefined;
}

/** Who is logged in now; looked after by the clock, which must not keep the watcher's own session alive. */
export default function OnlineUserPage() {
  const t = useT();
  const client = useQueryClient();
  const [filters, setFilters] = useState<Filters>({});
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 });
  const [chosen, setChosen] = useState<readonly OpenSession[]>([]);
  const [kicking, setKicking] = useState<readonly OpenSession[] | null>(null);
  const mayKick = useCan('sys:session:kick');
  const rows = useQuery({
    queryKey: [...key, 'list', filters, page],
    queryFn: () => callEnvelope(listSessions, { query: { ...filters, ...page }, background: true, quiet: true }),
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(mayKick, (one) => setKicking([one]));
  const total = rows.data?.total ?? 0;
  const refresh = () => void client.invalidateQueries({ queryKey: key });
  const search = (next: Filters) => {
    setFilters(next);
    setPage({ ...page, pageNum: 1 });
    setChosen([]);
  };
  return (
    <>
      <FitFrame
        search={
          <Flex vertical gap={16}>
            <Counters />
            <Search onSearch={search} />
          </Flex>
        }
        toolbar={
          <Flex justify="space-between" gap={8} wrap>
            <Space>
              {mayKick && (
                <Button
                  danger
                  icon={<LogoutOutlined />}
                  disabled={chosen.length === 0}
                  onClick={() => setKicking(chosen)}
                >
                  {t('platform.online.kick')}
                </Button>
              )}
              {chosen.length > 0 && <span>{t('platform.online.chosen', { n: chosen.length })}</span>}
            </Space>
            <Button onClick={refresh} loading={rows.isFetching}>
              {t('platform.online.refresh')}
            </Button>
          </Flex>
        }
        table={(height) =>
          rows.error ? (
            <Failed error={rows.error} onRetry={refresh} />
          ) : (
            <Table<OpenSession>
              rowKey="sessionId"
              size="middle"
              columns={columns}
              dataSource={rows.data?.data ?? []}
              loading={rows.isPending}
              pagination={false}
              scroll={{ x: 1380, ...(height && { y: height }) }}
              locale={{
                emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('platform.online.empty')} />,
              }}
              {...(mayKick && {
                rowSelection: {
                  selectedRowKeys: chosen.map((one) => one.sessionId),
                  onChange: (_, picked) => setChosen(picked),
                  getCheckboxProps: (row) => ({ disabled: row.isCurrent }),
                },
              })}
            />
          )
        }
        footer={
          <ListFooter
            total={total}
            isCapped={false}
            page={page.pageNum}
            pages={Math.max(1, Math.ceil(total / page.pageSize))}
            pageSize={page.pageSize}
            onTurn={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
            isTree={false}
          />
        }
      />
      {kicking && (
        <KickDialog
          sessions={kicking}
          onClose={() => setKicking(null)}
          onDone={() => {
            setKicking(null);
            setChosen([]);
            refresh();
          }}
        />
      )}
    </>
  );
}

function Counters() {
  const t = useT();
  const { data } = useQuery({
    queryKey: [...key, 'counts'],
    queryFn: () => call(onlineCounts, { background: true, quiet: true }),
    refetchInterval: every,
  });
  const peak = data?.peakAt
    ? `${t('platform.online.peak')} ${wallTime(data.peakAt).slice(11, 16)}`
    : t('platform.online.peak');
  return (
    <Flex gap={16} wrap>
      {[
        [t('platform.online.onlineNow'), data?.onlineUsers, t('platform.online.onlineHelp')],
        [t('platform.online.openSessions'), data?.openSessions, undefined],
        [peak, data?.peakUsers, undefined],
      ].map(([title, value, help]) => (
        <Card key={String(title)} size="small" style={{ minWidth: 180 }} title={undefined}>
          <div title={help as string | undefined}>
            <Statistic title={title} value={value ?? '-'} />
          </div>
        </Card>
      ))}
    </Flex>
  );
}

const unit = field.ref('registry.principal', { optional: true });
const region = field.region({ optional: true });

function Search({ onSearch }: { onSearch: (filters: Filters) => void }) {
  const t = useT();
  const id = useId();
  const language = useLanguage();
  const [typed, setTyped] = useState<Filters>({});
  const doors = useQuery({ queryKey: [...key, 'portals'], queryFn: () => call(portals), staleTime: 300_000 });
  const set = (change: Filters) => setTyped((old) => ({ ...old, ...change }));
  const plain = { onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };
  const item = { style: { margin: 0, minWidth: 0 } };
  return (
    <Form onFinish={() => onSearch(typed)} role="search" aria-label={t('platform.online.search')}>
      <div
        style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))', gap: 12 }}
      >
        <Form.Item label={t('platform.online.user')} htmlFor={`${id}-keyword`} {...item}>
          <Input
            id={`${id}-keyword`}
            value={typed.keyword ?? ''}
            allowClear
            maxLength={100}
            placeholder={t('platform.online.keyword')}
            onChange={(event) => set({ keyword: event.target.value || undefined })}
          />
        </Form.Item>
        <Form.Item label={t('platform.online.organization')} htmlFor={`${id}-unit`} {...item}>
          <RefField
            {...plain}
            id={`${id}-unit`}
            field={unit}
            value={typed.principalId ?? null}
            onChange={(value) => set({ principalId: value ?? undefined })}
          />
        </Form.Item>
        <Form.Item label={t('platform.online.region')} htmlFor={`${id}-region`} {...item}>
          <RegionField
            {...plain}
            id={`${id}-region`}
            field={region}
            value={typed.regionCode ?? null}
            onChange={(value) => set({ regionCode: value ?? undefined })}
          />
        </Form.Item>
        <Form.Item label={t('platform.online.portal')} htmlFor={`${id}-portal`} {...item}>
          <Select
            id={`${id}-portal`}
            value={typed.portalId ?? null}
            allowClear
            onChange={(value: string | undefined) => set({ portalId: value })}
            options={(doors.data ?? []).map((one) => ({
              value: one.portalId,
              label: one.title[language] || one.title.zh_CN,
            }))}
          />
        </Form.Item>
        <Form.Item label={t('platform.online.client')} htmlFor={`${id}-client`} {...item}>
          <Select
            id={`${id}-client`}
            value={typed.clientType ?? null}
            allowClear
            onChange={(value: 'web' | 'app' | undefined) => set({ clientType: value })}
            options={(['web', 'app'] as const).map((value) => ({ value, label: t.any(`platform.online.${value}`) }))}
          />
        </Form.Item>
        <Space>
          <Button type="primary" htmlType="submit">
            {t('platform.online.search')}
          </Button>
          <Button
            onClick={() => {
              setTyped({});
              onSearch({});
            }}
          >
            {t('platform.online.reset')}
          </Button>
        </Space>
      </div>
    </Form>
  );
}

function useColumns(mayKick: boolean, onKick: (one: OpenSession) => void): TableColumnType<OpenSession>[] {
  const title = useTexts('platform.online');
  const columns: TableColumnType<OpenSession>[] = [
    {
      title: title('user'),
      key: 'user',
      width: 220,
      fixed: 'left',
      render: (_, row) => (
        <Space size={6}>
          <span>
            {row.nickname} <small style={{ opacity: 0.7 }}>{row.username}</small>
          </span>
          {row.isCurrent && <Tag color="processing">{title('current')}</Tag>}
        </Space>
      ),
    },
    { title: title('organization'), dataIndex: 'organizationName', width: 200, ellipsis: true },
    { title: title('portal'), dataIndex: 'portalTitle', width: 180, ellipsis: true },
    { title: title('address'), dataIndex: 'ip', width: 130 },
    {
      title: title('client'),
      dataIndex: 'clientType',
      width: 90,
      render: (type: string) => title(type === 'app' ? 'app' : 'web'),
    },
    {
      title: title('device'),
      key: 'device',
      width: 150,
      render: (_, row) => [row.browser, row.os].filter((one) => one && one !== '-').join(' · ') || '-',
    },
    { title: title('since'), dataIndex: 'createdAt', width: 165, render: (at: string) => wallTime(at) },
    { title: title('lastActive'), dataIndex: 'lastActiveAt', width: 165, render: (at: string) => wallTime(at) },
    { title: title('page'), dataIndex: 'currentPath', width: 180, ellipsis: true, render: (path) => path ?? '-' },
  ];
  if (!mayKick) return columns;
  return [
    ...columns,
    {
      title: title('action'),
      key: 'action',
      width: 110,
      fixed: 'right',
      render: (_, row) =>
        row.isCurrent ? (
          '-'
        ) : (
          <Button type="link" size="small" danger onClick={() => onKick(row)} style={{ paddingInline: 0 }}>
            {title('kick')}
          </Button>
        ),
    },
  ];
}
