import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Flex, Form, Input, Select, Table, Tag } from 'antd';
import { field } from '#kit/contract/field.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { listOrganisations, type OrganisationRow } from '#modules/platform/contract/role/access.ts';

const names = ['keyword', 'type', 'level', 'status', 'regionCode', 'pageNum', 'pageSize'] as const;
const nothing = () => {};

/** Organisations as the administrators of accounts see them; whoever keeps them does so in the registry. */
export default function OrganizationInfoPage() {
  const t = useT();
  const language = useLanguage();
  const url = useUrlState();
  const types = useDict('principal_type').options.filter((one) => one.dictValue !== 'household');
  const statuses = useDict('principal_status').options;
  const sent = Object.fromEntries(names.map((name) => [name, url.get(name)]).filter(([, value]) => value));
  const query = useQuery({
    queryKey: ['platform.organisations', sent, language],
    queryFn: () => callEnvelope(listOrganisations, { query: sent, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const seesUsers = useCan('sys:user:list');
  const seesDepts = useCan('sys:dept:list');
  const seesPrincipals = useCan('pri:principal:list');
  const total = query.data?.total ?? 0;
  const page = Number(url.get('pageNum')) || 1;
  const pageSize = Number(url.get('pageSize')) || 20;
  const say = useTexts('platform.org');
  const set = (name: string, value: string | number | null | undefined) =>
    url.set({ [name]: value === null || value === undefined ? null : String(value), pageNum: null });
  return (
    <FitFrame
      search={
        <Form role="search" aria-label={t('kit.search')}>
          <Flex gap={8} wrap>
            <Input.Search
              key={url.get('keyword') ?? ''}
              defaultValue={url.get('keyword') ?? ''}
              allowClear
              aria-label={say('name')}
              placeholder={say('name')}
              onSearch={(text) => set('keyword', text || null)}
              style={{ flex: '1 1 220px' }}
            />
            <div style={{ flex: '1 1 220px' }}>
              <RegionField
                id="org-region"
                field={field.region({ optional: true })}
                value={Number(url.get('regionCode')) || null}
                onChange={(code) => set('regionCode', code)}
                onBlur={nothing}
                disabled={false}
                invalid={false}
                describedBy={undefined}
              />
            </div>
            <Select
              mode="multiple"
              maxTagCount="responsive"
              allowClear
              aria-label={say('type')}
              placeholder={say('type')}
              value={url.get('type')?.split(',') ?? []}
              onChange={(chosen) => set('type', chosen.join(',') || null)}
              options={types.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
              style={{ flex: '1 1 180px' }}
            />
            <Select
              allowClear
              aria-label={say('status')}
              placeholder={say('status')}
              value={url.get('status')}
              onChange={(chosen?: string) => set('status', chosen)}
              options={statuses.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
              style={{ flex: '1 1 140px' }}
            />
          </Flex>
        </Form>
      }
      toolbar={null}
      table={(height) =>
        query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Table<OrganisationRow>
            rowKey="id"
            size="middle"
            loading={query.isFetching}
            pagination={false}
            dataSource={query.data?.data ?? []}
            scroll={{ x: 1320, ...(height !== undefined && total > 0 && { y: height }) }}
            columns={[
              {
                title: say('name'),
                width: 250,
                fixed: 'start',
                ellipsis: true,
                render: (_, row) =>
                  seesPrincipals ? (
                    <PageLink to={`/pri/principal/info?open=detail:${row.id}`}>{row.name}</PageLink>
                  ) : (
                    row.name
                  ),
              },
              { title: say('type'), dataIndex: 'typeName', width: 140, ellipsis: true },
              { title: say('level'), dataIndex: 'level', width: 72, align: 'end' },
              { title: say('region'), dataIndex: 'regionName', width: 210, ellipsis: true },
              {
                title: say('parent'),
                dataIndex: 'parentName',
                width: 210,
                ellipsis: true,
                render: (name) => name ?? '-',
              },
              { title: say('contact'), dataIndex: 'contactName', width: 110, ellipsis: true },
              { title: say('phone'), dataIndex: 'contactPhone', width: 130, render: (text) => text ?? '-' },
              {
                title: say('users'),
                width: 80,
                align: 'end',
                render: (_, row) =>
                  seesUsers && row.users > 0 ? (
                    <PageLink to={`/system/user?principalId=${row.id}`}>{row.users}</PageLink>
                  ) : (
                    row.users
                  ),
              },
              {
                title: say('departments'),
                width: 120,
                align: 'end',
                render: (_, row) =>
                  seesDepts && row.departments > 0 ? (
                    <PageLink to={`/system/department?principalId=${row.id}`}>{row.departments}</PageLink>
                  ) : (
                    row.departments
                  ),
              },
              {
                title: say('status'),
                width: 96,
                render: (_, row) => <Tag color={row.status === 'active' ? 'green' : 'default'}>{row.statusName}</Tag>,
              },
            ]}
          />
        )
      }
      footer={
        <ListFooter
          total={total}
          isCapped={false}
          page={page}
          pages={Math.max(1, Math.ceil(total / pageSize))}
          pageSize={pageSize}
          onTurn={(next, size) =>
            url.set({
              pageNum: size === pageSize && next > 1 ? String(next) : null,
              pageSize: size === 20 ? null : String(size),
            })
          }
          isTree={false}
        />
      }
    />
  );
}
