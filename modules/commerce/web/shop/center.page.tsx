import { Tabs } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Pool } from './pool.tsx';
import { Shop } from './shop.tsx';

/** 商品中心: the shop, and for operators what could be in it. */
export default function CenterPage() {
  const text = useTexts('commerce.shopPage');
  const { actions } = useSession();
  const { search, setSearch } = usePage();
  if (!actions.has('selection:commodity:pool')) return <Shop />;
  return (
    <Tabs
      activeKey={search.get('tab') ?? 'shop'}
      onChange={(tab) => setSearch(new URLSearchParams({ tab }), { replace: true })}
      items={[
        { key: 'shop', label: text('shop'), children: <Shop /> },
        { key: 'pool', label: text('pool'), children: <Pool /> },
      ]}
    />
  );
}
