import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Switch, Table, Typography, theme } from 'antd';
import { useEffect, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type CategoryLeaf,
  type CategoryNode,
  saveTenantCategories,
  tenantCategories,
} from '#modules/platform/contract/reference/commodity/tenant-commodity-category.ts';
import { DragHandle, type DropPlace, RowDrag, reordered } from '../../common/row-drag.tsx';

const queryKey = ['platform.tenantCategory'];
type Row = CategoryLeaf & { children?: CategoryLeaf[] };

const flat = (tree: readonly CategoryNode[]): CategoryLeaf[] =>
  tree.flatMap(({ children, ...one }) => [one, ...children]);
const saved = ({ categoryId, alias, visible, orderNum }: CategoryLeaf) => ({ categoryId, alias, visible, orderNum });
const isSame = (a: CategoryLeaf, b: CategoryLeaf) => JSON.stringify(saved(a)) === JSON.stringify(saved(b));

/** Every row through `change`, on both levels. */
const mapped = (tree: readonly CategoryNode[], change: (row: CategoryLeaf) => Partial<CategoryLeaf>): CategoryNode[] =>
  tree.map((node) => ({
    ...node,
    ...change(node),
    children: node.children.map((one) => ({ ...one, ...change(one) })),
  }));

/** Puts brothers into the order they were dragged to; a row stays on its level, below its parent. */
function moved(tree: readonly CategoryNode[], from: number, to: number, place: DropPlace): CategoryNode[] {
  const order = <R extends CategoryLeaf>(rows: readonly R[]): R[] => {
    const ids = rows.map((row) => row.categoryId);
    if (!ids.includes(from) || !ids.includes(to)) return [...rows];
    return reordered(ids, from, to, place).map((id, index) => ({
      ...(rows.find((row) => row.categoryId === id) as R),
      orderNum: (index + 1) * 10,
    }));
  };
  return order(tree).map((node) => ({ ...node, children: order(node.children) }));
}

/** What the tenant makes of the common tree of goods. */
export default function TenantCategoryPage() {
  const t = useT();
  const text = useTexts('platform.tenantCategory');
  const { token } = theme.useToken();
  const language = useLanguage();
  const client = useQueryClient();
  const { setDirty } = usePage();
  const mayEdit = useCan('sys:category:edit');
  const query = useQuery({
    queryKey: [...queryKey, language],
    queryFn: () => call(tenantCategories, { quiet: true }),
  });
  const [draft, setDraft] = useState<CategoryNode[] | null>(null);
  const [busy, setBusy] = useState(false);
  const tree = draft ?? query.data ?? [];
  const before = new Map(flat(query.data ?? []).map((row) => [row.categoryId, row]));
  const changes = flat(tree).filter((row) => {
    const old = before.get(row.categoryId);
    return old && !isSame(row, old);
  });
  const isDirty = draft !== null && changes.length > 0;
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Waiting />;

  const set = (id: number, change: Partial<CategoryLeaf>) =>
    setDraft(mapped(tree, (row) => (row.categoryId === id ? change : {})));
  const save = async () => {
    setBusy(true);
    try {
      await call(saveTenantCategories, { body: { items: changes.map(saved) }, idempotencyKey: newKey() });
      await client.invalidateQueries({ queryKey });
      setDraft(null);
      notify('success', t('ok.saved'));
    } catch {
      // The client has said why; what was changed stays.
    } finally {
      setBusy(false);
    }
  };
  const hidden = flat(tree).filter((row) => !row.visible).length;
  return (
    <Flex
      vertical
      gap={12}
      style={{ background: token.colorBgContainer, borderRadius: token.borderRadiusLG, padding: 16 }}
    >
      <Alert type="info" showIcon title={text('hint')} />
      <Flex justify="space-between" align="center">
        <Typography.Text type="secondary">{text('hidden', { n: hidden })}</Typography.Text>
        {mayEdit && (
          <Flex gap={8}>
            <Button disabled={!isDirty} onClick={() => setDraft(null)}>
              {text('reset')}
            </Button>
            <Button type="primary" disabled={!isDirty} loading={busy} onClick={() => void save()}>
              {text('save')}
            </Button>
          </Flex>
        )}
      </Flex>
      <RowDrag onDrop={(from, to, place) => setDraft(moved(tree, from, to, place))}>
        <Table<Row>
          rowKey="categoryId"
          size="small"
          dataSource={tree as Row[]}
          pagination={false}
          scroll={{ x: 760 }}
          columns={[
            {
              title: text('name'),
              key: 'name',
              render: (_, row) => (
                <span style={{ opacity: row.visible ? 1 : 0.55 }}>
                  {mayEdit && <DragHandle id={row.categoryId} title={text('drag')} />}
                  {row.name}
                </span>
              ),
            },
            { title: text('code'), dataIndex: 'code', width: 110 },
            {
              title: text('alias'),
              key: 'alias',
              width: 240,
              render: (_, row) => (
                <Input
                  size="small"
                  disabled={!mayEdit}
                  value={row.alias ?? ''}
                  maxLength={40}
                  placeholder={text('aliasHint')}
                  aria-label={`${text('alias')} ${row.code}`}
                  onChange={(event) => set(row.categoryId, { alias: event.target.value || null })}
                />
              ),
            },
            {
              title: text('visible'),
              key: 'visible',
              width: 90,
              render: (_, row) => (
                <Switch
                  size="small"
                  disabled={!mayEdit}
                  checked={row.visible}
                  aria-label={`${text('visible')} ${row.code}`}
                  onChange={(visible) => set(row.categoryId, { visible })}
                />
              ),
            },
            {
              title: text('commodities'),
              key: 'commodities',
              width: 110,
              align: 'end',
              render: (_, row) =>
                row.children ? (
                  row.commodities
                ) : (
                  <PageLink to={`/tenant/commodityLibrary?categoryId=${row.categoryId}`}>{row.commodities}</PageLink>
                ),
            },
          ]}
        />
      </RowDrag>
    </Flex>
  );
}
