import { Progress } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { product } from '#modules/commerce/contract/selection/product.ts';

import { StateStrip, type StateTab } from '../common/state-strip.tsx';

const tabs: readonly StateTab[] = [
  { key: 'draft', filter: { status: 'draft' } },
  { key: 'onShelf', filter: { status: 'onShelf' } },
  { key: 'offShelf', filter: { status: 'offShelf' } },
  { key: 'pricePending', filter: { pricePending: 'true' }, isBad: true },
];
const formPath = '/selectionLib/productList/add';
const detailPath = '/selectionLib/productList/detail';

/** 选品列表: what is on the shelf, at which price, and how much of each subsidy is used. */
export default function ProductListPage() {
  const text = useTexts('commerce.productPage');
  const { openPage } = usePage();
  return (
    <ListPage
      resource={product}
      above={() => <StateStrip resource={product} tabs={tabs} />}
      onForm={({ id }) => openPage(id ? `${formPath}?id=${id}` : '/selectionLib/productList/commodityCenter?tab=pool')}
      onOpen={(row) => openPage(`${detailPath}?id=${row.id}`)}
      cells={{
        title: (row) => <PageLink to={`${detailPath}?id=${row.id}`}>{row.title}</PageLink>,
        subsidyUsed: (row) =>
          row.subsidyQuota === 0 ? (
            '-'
          ) : (
            <Progress
              size="small"
              percent={Math.round((100 * row.subsidyUsed) / row.subsidyQuota)}
              status={row.subsidyUsed * 10 >= row.subsidyQuota * 9 ? 'exception' : 'normal'}
              style={{ minWidth: 110 }}
            />
          ),
      }}
      actions={(row) => [
        {
          key: 'records',
          label: text('records'),
          run: () => openPage(`/selectionLib/productList/operatingRecord?objectType=product&objectId=${row.id}`),
        },
      ]}
    />
  );
}
