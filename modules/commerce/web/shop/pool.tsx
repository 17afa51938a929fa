import { useQuery } from '@tanstack/react-query';
import { App, Button, Empty, Flex, Input, Table, Tag } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { ignoreCommodity, type PoolRow, pool } from '#modules/commerce/contract/catalogue/commodity.ts';
import { Photo } from '../common/photo.tsx';
import { Yuan } from '../common/yuan.tsx';

/** 选品池: approved goods that nobody has selected yet, with what they would cost beside what similar ones do. */
export function Pool() {
  const text = useTexts('commerce.shopPage');
  const { openPage } = usePage();
  const { actions } = useSession();
  const { modal } = App.useApp();
  const [keyword, setKeyword] = useState('');
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['commerce.pool', keyword],
    queryFn: () => call(pool, { query: keyword ? { keyword } : {}, quiet: true }),
  });
  const pass = (row: PoolRow) => {
    let reason = '';
    modal.confirm({
      title: text('ignoreTitle', { title: row.title }),
      content: (
        <Input.TextArea
          aria-label={text('reason')}
          maxLength={200}
          onChange={(event) => {
            reason = event.target.value;
          }}
        />
      ),
      onOk: async () => {
        await call(ignoreCommodity, { body: { id: row.id, reason }, idempotencyKey: newKey() });
        await refetch();
      },
    });
  };
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Flex vertical gap={12}>
      <Input.Search allowClear placeholder={text('search')} onSearch={setKeyword} style={{ maxWidth: 420 }} />
      <Table<PoolRow>
        size="small"
        rowKey="id"
        loading={isPending}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        locale={{ emptyText: <Empty description={text('poolEmpty')} /> }}
        dataSource={data ?? []}
        columns={[
          { title: '', width: 56, render: (_, row) => <Photo src={row.photo} size={40} /> },
          {
            title: text('commodity'),
            render: (_, row) => <span data-record>{`${row.title} · ${row.manufacturer}`}</span>,
          },
          {
            title: text('supplier'),
            dataIndex: 'supplier',
            render: (value: string) => <span data-record>{value}</span>,
          },
          { title: text('category'), dataIndex: 'category' },
          { title: text('supplyPrice'), align: 'right', render: (_, row) => <Yuan cents={row.priceFrom} /> },
          { title: text('marketPrice'), align: 'right', render: (_, row) => <Yuan cents={row.marketFrom} /> },
          { title: text('similarPrice'), align: 'right', render: (_, row) => <Yuan cents={row.similarFrom} /> },
          {
            title: text('papers'),
            render: (_, row) => (
              <Tag color={row.paperTrouble ? 'error' : 'success'}>
                {text(row.paperTrouble ? 'paperTrouble' : 'papersOk')}
              </Tag>
            ),
          },
          {
            title: '',
            fixed: 'right',
            render: (_, row) => (
              <Flex gap={4}>
                {actions.has('selection:product:edit') && (
                  <Button
                    type="link"
                    size="small"
                    onClick={() => openPage(`/selectionLib/productList/add?commodityId=${row.id}`)}
                  >
                    {text('select')}
                  </Button>
                )}
                <Button type="link" size="small" onClick={() => pass(row)}>
                  {text('ignore')}
                </Button>
              </Flex>
            ),
          },
        ]}
      />
    </Flex>
  );
}
