import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Button,
  Card,
  Col,
  Empty,
  Flex,
  Input,
  Pagination,
  Row,
  Segmented,
  Select,
  Space,
  Statistic,
  Switch,
  Table,
  Tag,
  Typography,
} from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  changeShowFlag,
  type Enterprise,
  enterpriseList,
  enterpriseTotals,
  enterpriseTypes,
} from '#modules/registry/contract/principal/enterprise.ts';
import { MapSwitch } from '../../map/map-switch.tsx';
import { ProfileDrawer } from './profile-drawer.tsx';

const EnterpriseMap = lazy(() => import('../../map/enterprise-map.tsx'));

const key = ['registry.enterprise'];
const size = 20;

/** Enterprises that may show themselves, with what they say and whether they do. */
export default function CloudEnterprisePage() {
  const t = useT();
  const text = useTexts('registry.enterprise');
  const url = useUrlState();
  const language = useLanguage();
  const client = useQueryClient();
  const mayEdit = useCan('pri:enterprise:edit');
  const mayShow = useCan('pri:enterprise:show');
  const [edited, setEdited] = useState<number | null>(null);
  const types = useDict('principal_type').options.filter((one) =>
    (enterpriseTypes as readonly string[]).includes(one.dictValue),
  );
  const grades = useDict('leading_grade').options;
  const page = Number(url.get('pageNum')) || 1;
  const filters = {
    ...(url.get('keyword') && { keyword: url.get('keyword') ?? '' }),
    ...(url.get('types') && { types: url.get('types') ?? '' }),
    ...(url.get('leadingGrade') && { leadingGrade: url.get('leadingGrade') ?? '' }),
    ...(url.get('showFlag') && { showFlag: url.get('showFlag') as '0' | '1' }),
  };
  const list = useQuery({
    queryKey: [...key, 'list', filters, page, language],
    queryFn: () => callEnvelope(enterpriseList, { query: { ...filters, pageNum: page, pageSize: size }, quiet: true }),
    placeholderData: (before) => before,
  });
  const totals = useQuery({
    queryKey: [...key, 'totals', filters],
    queryFn: () => call(enterpriseTotals, { query: filters, quiet: true }),
  });
  const changed = () => client.invalidateQueries({ queryKey: key });
  const set = (changes: Record<string, string | null>) => url.set({ pageNum: null, ...changes });
  const rows = list.data?.data ?? [];
  const show = async (row: Enterprise, on: boolean) => {
    await call(changeShowFlag, { query: { id: row.id, showFlag: on ? '1' : '0' } }).catch(() => null);
    await changed();
  };
  const flag = (row: Enterprise) => (
    <Switch
      size="small"
      aria-label={text('showFlag')}
      checked={row.showFlag === 1}
      disabled={!mayShow || !row.hasProfile}
      onChange={(on) => void show(row, on)}
    />
  );
  const edit = (row: Enterprise) =>
    mayEdit && (
      <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => setEdited(row.id)}>
        {row.hasProfile ? text('edit') : text('fill')}
      </Button>
    );
  const isCards = url.get('view') === 'cards';
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" gap={16} wrap>
          <Flex gap={8} wrap>
            <Input.Search
              key={url.get('keyword') ?? ''}
              defaultValue={url.get('keyword') ?? ''}
              allowClear
              placeholder={text('keyword')}
              aria-label={text('keyword')}
              style={{ width: 220 }}
              onSearch={(keyword) => set({ keyword: keyword || null })}
            />
            <Select
              mode="multiple"
              allowClear
              maxTagCount="responsive"
              placeholder={text('types')}
              aria-label={text('types')}
              style={{ width: 220 }}
              value={url.get('types')?.split(',').filter(Boolean) ?? []}
              onChange={(next: string[]) => set({ types: next.join(',') || null })}
              options={types.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
            />
            <Select
              allowClear
              placeholder={text('leadingGrade')}
              aria-label={text('leadingGrade')}
              style={{ width: 160 }}
              value={url.get('leadingGrade')}
              onChange={(next?: string) => set({ leadingGrade: next ?? null })}
              options={grades.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
            />
            <Segmented
              value={url.get('showFlag') ?? ''}
              onChange={(next) => set({ showFlag: next || null })}
              options={[
                { value: '', label: text('any') },
                { value: '1', label: text('shown') },
                { value: '0', label: text('hidden') },
              ]}
            />
          </Flex>
          <Space>
            <MapSwitch />
            <Segmented
              value={isCards ? 'cards' : 'table'}
              onChange={(next) => url.set({ view: next === 'cards' ? 'cards' : null })}
              options={[
                { value: 'table', label: text('asTable') },
                { value: 'cards', label: text('asCards') },
              ]}
            />
          </Space>
        </Flex>
      </Card>
      {totals.data && (
        <Card size="small">
          <Space size={48} wrap>
            <Statistic title={text('shownOfAll')} value={`${totals.data.shown} / ${totals.data.all}`} />
            <Statistic title={text('designCapacity')} value={totals.data.capacity} />
            <Statistic title={text('stockHead')} value={totals.data.stock} />
          </Space>
        </Card>
      )}
      {url.get('map') === '1' && (
        <Suspense fallback={<Waiting />}>
          <EnterpriseMap queryKey={key} filters={filters} />
        </Suspense>
      )}
      <Card size="small">
        {list.error ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : isCards ? (
          rows.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />
          ) : (
            <Row gutter={[12, 12]}>
              {rows.map((row) => (
                <Col key={row.id} xs={24} sm={12} lg={8} xxl={6}>
                  <Card size="small" title={<Name row={row} />} extra={flag(row)}>
                    <Flex vertical gap={4} data-record>
                      <Space wrap>
                        <Tag>{row.principalUnitTypeName}</Tag>
                        {row.leadingGradeName && row.leadingGrade !== 'none' && (
                          <Tag color="warning">{row.leadingGradeName}</Tag>
                        )}
                      </Space>
                      <Typography.Text type="secondary">{row.countyName}</Typography.Text>
                    </Flex>
                    <Flex justify="space-between" align="end" style={{ marginTop: 8 }}>
                      <Space size={24}>
                        <Statistic title={text('designCapacity')} value={row.designCapacity ?? '-'} />
                        <Statistic title={text('stockHead')} value={row.stockHead} />
                      </Space>
                      {edit(row)}
                    </Flex>
                  </Card>
                </Col>
              ))}
            </Row>
          )
        ) : (
          <Table<Enterprise>
            size="small"
            rowKey="id"
            loading={list.isFetching}
            dataSource={rows}
            pagination={false}
            scroll={{ x: 1180 }}
            columns={[
              { title: text('name'), width: 240, render: (_, row) => <Name row={row} /> },
              { title: text('type'), dataIndex: 'principalUnitTypeName', width: 130 },
              { title: text('county'), dataIndex: 'countyName', width: 150 },
              { title: text('leadingGrade'), width: 120, render: (_, row) => row.leadingGradeName ?? '-' },
              {
                title: text('designCapacity'),
                dataIndex: 'designCapacity',
                align: 'right',
                width: 120,
                render: (n) => n ?? '-',
              },
              { title: text('stockHead'), dataIndex: 'stockHead', align: 'right', width: 100 },
              {
                title: text('annualOutput'),
                dataIndex: 'annualOutput',
                align: 'right',
                width: 120,
                render: (n) => n ?? '-',
              },
              { title: text('showFlag'), width: 110, render: (_, row) => flag(row) },
              { title: t('kit.actions'), width: 110, fixed: 'end', render: (_, row) => edit(row) },
            ]}
          />
        )}
        <Flex justify="end" style={{ marginTop: 12 }}>
          <Pagination
            size="small"
            current={page}
            pageSize={size}
            total={list.data?.total ?? 0}
            showSizeChanger={false}
            hideOnSinglePage
            onChange={(next) => url.set({ pageNum: String(next) })}
          />
        </Flex>
      </Card>
      {edited !== null && (
        <ProfileDrawer
          id={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            void changed();
          }}
        />
      )}
    </Flex>
  );
}

const Name = ({ row }: { readonly row: Enterprise }) => (
  <span data-record>
    <PageLink to={`/pri/mainFile?id=${row.id}`}>{row.principalUnitName}</PageLink>
  </span>
);
