import { Button, Flex, Input, Table, Tag, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { ActionButtons } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type SysUser, sysUser } from '#modules/platform/contract/account/sys-user.ts';
import { type RoleTagRow, RoleTags, UserFace } from '../user-face.tsx';
import { AuthoriseDialog } from './authorise-dialog.tsx';

const hour = 3_600_000;

/** Accounts that wait, the oldest first. */
export default function UserAuthorizationPage() {
  const t = useT();
  const { openPage } = usePage();
  const list = useWaiting();
  const transition = useResourceTransition(sysUser);
  const [asked, setAsked] = useState<readonly SysUser[] | null>(null);
  const say = useTexts('platform.userAuth');
  const selected = list.selected as unknown as readonly SysUser[];
  const label = useTexts('platform.sysUser');
  const waitOf = (row: SysUser) => Math.floor((Date.now() - Date.parse(row.createTime)) / hour);
  return (
    <>
      <FitFrame
        search={
          <Input.Search
            key={list.filters.keyword ?? ''}
            defaultValue={list.filters.keyword ?? ''}
            allowClear
            enterButton={t('kit.search')}
            aria-label={t('kit.keyword')}
            placeholder={[label('username'), label('nickname'), label('realName')].join(' / ')}
            onSearch={(keyword) => list.search({ ...list.filters, keyword })}
            style={{ maxWidth: 420 }}
          />
        }
        toolbar={
          <Flex gap={8} align="center">
            <Button type="primary" disabled={selected.length === 0} onClick={() => setAsked(selected)}>
              {say('batch')}
            </Button>
            {selected.length > 0 && <Typography.Text>{t('kit.selected', { n: selected.length })}</Typography.Text>}
          </Flex>
        }
        table={(height) =>
          list.error ? (
            <Failed error={list.error} onRetry={list.refresh} />
          ) : (
            <Table<SysUser>
              rowKey="id"
              size="middle"
              loading={list.loading}
              pagination={false}
              dataSource={list.rows as unknown as SysUser[]}
              scroll={{ x: 1200, ...(height !== undefined && list.rows.length > 0 && { y: height }) }}
              rowSelection={{
                selectedRowKeys: selected.map((row) => row.id),
                onChange: (_, rows) => list.select(rows as unknown as Row[]),
              }}
              locale={{ emptyText: say('empty') }}
              columns={[
                {
                  title: label('username'),
                  width: 160,
                  render: (_, row) => (
                    <Flex gap={8} align="center">
                      <UserFace row={row} />
                      <Button
                        type="link"
                        size="small"
                        onClick={() => openPage(`/system/user/details?id=${row.id}`)}
                        style={{ padding: 0 }}
                      >
                        {row.username}
                      </Button>
                    </Flex>
                  ),
                },
                { title: label('nickname'), dataIndex: 'nickname', width: 110 },
                { title: label('organizationName'), dataIndex: 'organizationName', width: 220, ellipsis: true },
                {
                  title: say('wishedRoles'),
                  width: 190,
                  render: (_, row) => <RoleTags roles={row.roles as RoleTagRow[]} />,
                },
                {
                  title: say('waiting'),
                  width: 120,
                  render: (_, row) => (
                    <Tag
                      color={waitOf(row) >= 48 ? 'red' : waitOf(row) >= 24 ? 'orange' : 'default'}
                      title={wallTime(row.createTime)}
                    >
                      {say('hours', { n: waitOf(row) })}
                    </Tag>
                  ),
                },
                { title: say('askedBy'), dataIndex: 'createdByName', width: 100, render: (name) => name ?? '-' },
                {
                  title: label('regionCodes'),
                  width: 150,
                  render: (_, row) =>
                    (row.regionCodes as number[]).length > 0
                      ? t('platform.userEdit.chosen', { n: (row.regionCodes as number[]).length })
                      : t('platform.userDetail.unitRegions'),
                },
                {
                  title: t('kit.actions'),
                  width: 140,
                  fixed: 'end',
                  render: (_, row) => (
                    <ActionButtons
                      isNarrow={false}
                      actions={[
                        { key: 'authorise', label: say('authorise'), run: () => setAsked([row]) },
                        {
                          key: 'reject',
                          label: say('reject'),
                          danger: true,
                          run: () => transition.ask('reject', [row as unknown as Row]),
                        },
                      ]}
                    />
                  ),
                },
              ]}
            />
          )
        }
        footer={<ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
      />
      {asked && (
        <AuthoriseDialog
          rows={asked}
          onClose={() => {
            setAsked(null);
            list.select([]);
          }}
        />
      )}
      <TransitionDialog transition={transition} />
    </>
  );
}

/** Whatever else the address says, only those who wait; the longest wait first. */
function useWaiting() {
  const url = useUrlState();
  const isSet = url.get('status') === 'pending' && url.get('sort') === 'createTime:asc';
  useEffect(() => {
    if (!isSet) url.set({ status: 'pending', sort: 'createTime:asc' }, { replace: true });
  });
  return useResourceList(sysUser);
}
