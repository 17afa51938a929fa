import { EnvironmentOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Tag, Typography } from 'antd';
import { lazy, Suspense } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { coldKinds, type DepotRow, depotResource, depotTotals } from '#modules/depot/contract/store/depot.ts';
import { Celsius } from './celsius.tsx';
import { StoreForm } from './store-form.tsx';

const StoreMap = lazy(() => import('./store-map.tsx'));

/** Stores, who keeps them and how cold they are. */
export default function StorePage() {
  const text = useTexts('depot.storePage');
  const url = useUrlState();
  const { openPage } = usePage();
  const { user } = useSession();
  const has = useMayOpen();
  const isMap = url.get('map') === '1';
  const leads = (row: DepotRow) =>
    [
      { key: 'stock', path: '/pri/depot/stock', to: `/pri/depot/stock?depotId=${row.id}`, isFit: true },
      {
        key: 'temperature',
        path: '/pri/depot/temperature',
        to: `/pri/depot/temperature?depotId=${row.id}`,
        isFit: coldKinds.includes(row.kind),
      },
      { key: 'count', path: '/pri/depot/inventory', to: `/pri/depot/inventory?depotId=${row.id}`, isFit: true },
    ].filter((one) => one.isFit && has(one.path));
  return (
    <>
      {isMap && (
        <Suspense fallback={<Waiting />}>
          <StoreMap />
        </Suspense>
      )}
      <ResourcePage
        resource={depotResource}
        cells={{
          lastCelsius: (row) => <Celsius celsius={row.lastCelsius} min={row.tempMin} max={row.tempMax} />,
          expiringCount: (row) =>
            row.expiringCount > 0 ? (
              <Typography.Text type="warning">
                {has('/pri/depot/stock') ? (
                  <PageLink to={`/pri/depot/stock?depotId=${row.id}&daysLeftTo=30`}>{row.expiringCount}</PageLink>
                ) : (
                  row.expiringCount
                )}
              </Typography.Text>
            ) : (
              <span>0</span>
            ),
          stockValue: (row) => (
            <span>
              {row.stockValue === null ? '-' : row.stockValue.toLocaleString('en', { minimumFractionDigits: 2 })}
            </span>
          ),
        }}
        actions={(row) => leads(row).map(({ key, to }) => ({ key, label: text.any(key), run: () => openPage(to) }))}
        extra={(list) => (
          <>
            <Button
              icon={<EnvironmentOutlined />}
              type={isMap ? 'primary' : 'default'}
              ghost={isMap}
              aria-pressed={isMap}
              onClick={() => url.set({ map: isMap ? null : '1' }, { replace: true })}
            >
              {text('map')}
            </Button>
            <Totals list={list} />
          </>
        )}
        form={{
          initial: { principalId: user.principalId },
          body: (form, formId) => <StoreForm form={form} formId={formId} />,
        }}
      />
    </>
  );
}

/** How many of each kind; a kind filters the list. */
function Totals({ list }: { readonly list: ResourceList }) {
  const t = useT();
  const { options } = useDict('depot_kind');
  const { data = [] } = useQuery({
    queryKey: [...resourceKey(depotResource), 'totals'],
    queryFn: () => call(depotTotals, { quiet: true }),
  });
  const label = (kind: string) => options.find((one) => one.dictValue === kind)?.dictLabel ?? kind;
  const sum = (of: 'n' | 'out') => data.reduce((all, one) => all + one[of], 0);
  return (
    <Flex gap={4} align="center" wrap>
      <Typography.Text type="secondary">{t('depot.storePage.total', { n: sum('n') })}</Typography.Text>
      {data.map(({ kind, n }) => (
        <Tag.CheckableTag
          key={kind}
          checked={list.filters.kind === kind}
          onChange={(isOn) => list.search({ ...list.filters, kind: isOn ? kind : '' })}
        >
          {t('depot.storePage.kindTotal', { kind: label(kind), n })}
        </Tag.CheckableTag>
      ))}
      {sum('out') > 0 && <Tag color="error">{t('depot.storePage.out', { n: sum('out') })}</Tag>}
    </Flex>
  );
}
