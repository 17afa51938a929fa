import { PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Badge, Button, Card, Empty, Flex, Input, Select, Tree, Typography } from 'antd';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type Grid, grid, gridMap, vacancies } from '#modules/registry/contract/grid/grid.ts';
import { GridForm } from './grid-form.tsx';
import { GridPanel } from './grid-panel.tsx';

const GridMap = lazy(async () => ({ default: (await import('./grid-map.tsx')).GridMap }));
const usualJob = 'preventionWorker';
const most = 500;

interface Node {
  readonly key: number;
  readonly title: ReactNode;
  readonly children: Node[];
}

/** Grids as a tree, with who has charge of the chosen one. */
export default function GridPage() {
  const t = useT();
  const language = useLanguage();
  const url = useUrlState();
  const mayEdit = useCan('pri:grid:edit');
  const { options: jobs } = useDict('staff_job');
  const [keyword, setKeyword] = useState('');
  const [form, setForm] = useState<{ id?: number } | null>(null);
  const job = url.get('job') ?? usualJob;
  const query = { sort: 'gridNo:asc', pageNum: '1', pageSize: String(most) };
  const list = useQuery({
    queryKey: [...resourceKey(grid), 'list', query, language],
    queryFn: () => call(callOf(grid, 'list'), { query, quiet: true }),
  });
  const { data: vacant } = useQuery({
    queryKey: [...resourceKey(grid), 'vacancies', job],
    queryFn: () => call(vacancies, { query: { job }, quiet: true }),
  });
  const map = useQuery({
    queryKey: [...resourceKey(grid), 'map', job, language],
    queryFn: () => call(gridMap, { query: { job }, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const rows = (list.data ?? []) as unknown as Grid[];
  const chosen = rows.find((one) => one.id === Number(url.get('grid'))) ?? rows[0];
  const tree = useMemo(() => {
    const text = (key: string, args?: Record<string, number>) => t.any(`registry.gridPage.${key}`, args);
    const empty = new Set(vacant?.villages.map((one) => one.gridId));
    const below = (id: number) => rows.filter((one) => one.parentId === id);
    const lacking = (one: Grid): number =>
      empty.has(one.id) ? 1 : below(one.id).reduce((sum, child) => sum + lacking(child), 0);
    const fits = (one: Grid): boolean => one.name.includes(keyword) || below(one.id).some(fits);
    const node = (one: Grid): Node => {
      const n = lacking(one);
      return {
        key: one.id,
        title: (
          <Flex gap={8} align="center" data-record>
            <Badge status={one.status === 'stopped' ? 'default' : n > 0 ? 'error' : 'success'} />
            <span>{one.name}</span>
            {n > 0 && <Typography.Text type="danger">{text('vacant', { n })}</Typography.Text>}
          </Flex>
        ),
        children: below(one.id).filter(fits).map(node),
      };
    };
    const known = new Set(rows.map((one) => one.id));
    return rows.filter((one) => (!one.parentId || !known.has(one.parentId)) && fits(one)).map(node);
  }, [rows, vacant, keyword, t]);
  const label = jobs.find((one) => one.dictValue === job)?.dictLabel ?? job;
  return (
    <Flex gap={12} align="stretch" style={{ minHeight: 'calc(100vh - 130px)' }} wrap="wrap">
      <Card
        size="small"
        style={{ flex: '0 1 360px', minWidth: 280 }}
        title={t('registry.gridPage.tree')}
        extra={
          mayEdit && (
            <Button type="primary" size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setForm({})}>
              {t('registry.gridPage.add')}
            </Button>
          )
        }
      >
        <Flex vertical gap={8}>
          {vacant && (
            <Typography.Text type="secondary">
              {t('registry.gridPage.totals', { grids: vacant.grids, n: vacant.villages.length, job: label })}
            </Typography.Text>
          )}
          <Select
            aria-label={t('registry.gridPage.job')}
            value={job}
            onChange={(next: string) => url.set({ job: next === usualJob ? null : next })}
            options={jobs.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
          <Input
            allowClear
            value={keyword}
            onChange={(event) => setKeyword(event.target.value.trim())}
            placeholder={t('kit.search')}
            aria-label={t('kit.search')}
          />
          {list.error && <Failed error={list.error} onRetry={() => void list.refetch()} />}
          {list.isPending && <Waiting />}
          {tree.length > 0 && (
            <Tree
              blockNode
              treeData={tree}
              selectedKeys={chosen ? [chosen.id] : []}
              defaultExpandedKeys={chosen?.parentId ? [chosen.parentId] : chosen ? [chosen.id] : []}
              onSelect={([key]) => key && url.set({ grid: String(key) })}
            />
          )}
        </Flex>
      </Card>
      <Flex vertical gap={12} style={{ flex: '1 1 480px', minWidth: 0 }}>
        {map.error && <Failed error={map.error} onRetry={() => void map.refetch()} />}
        {map.data && map.data.villages.length > 0 && (
          <Suspense fallback={<Waiting />}>
            <GridMap {...map.data} chosen={chosen?.villages ?? []} onGrid={(id) => url.set({ grid: String(id) })} />
          </Suspense>
        )}
        {chosen ? (
          <GridPanel
            key={chosen.id}
            grid={chosen}
            job={job}
            onEdit={() => setForm({ id: chosen.id })}
            onSplit={(id) => url.set({ grid: String(id) })}
          />
        ) : (
          !list.isPending && (
            <Card>
              <Empty description={t('registry.gridPage.choose')} />
            </Card>
          )
        )}
      </Flex>
      {form && (
        <FormDrawer
          key={form.id ?? 'new'}
          resource={grid}
          id={form.id}
          width={640}
          body={(one, formId) => <GridForm form={one} formId={formId} />}
          onSaved={(saved) => url.set({ grid: String(saved.id) })}
          onClose={() => setForm(null)}
        />
      )}
    </Flex>
  );
}
