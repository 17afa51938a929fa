import { ShoppingCartOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, Button, Checkbox, Empty, Flex, Input, Pagination, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call, callEnvelope, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { cartList, cartSave } from '#modules/commerce/contract/shop/cart.ts';
import { type ShopCard, shopCategories, shopList, shopProduct } from '#modules/commerce/contract/shop/shop.ts';
import { Photo } from '../common/photo.tsx';
import { Yuan } from '../common/yuan.tsx';
import style from './shop.module.css';

const pageSize = 24;
interface Asked {
  readonly keyword: string;
  readonly categoryId: number | null;
  readonly subsidised: boolean;
  readonly inStock: boolean;
  readonly again: boolean;
  readonly pageNum: number;
}
const nothing: Asked = { keyword: '', categoryId: null, subsidised: false, inStock: false, again: false, pageNum: 1 };

/** 商城: what the unit may buy where it is, at the price it would pay. */
export function Shop() {
  const text = useTexts('commerce.shopPage');
  const language = useLanguage();
  const { actions } = useSession();
  const [asked, setAsked] = useState(nothing);
  const ask = (more: Partial<Asked>) => setAsked({ ...asked, pageNum: 1, ...more });
  const { data, error, refetch } = useQuery({
    queryKey: ['commerce.shop', asked, language],
    queryFn: () =>
      callEnvelope(shopList, {
        query: {
          pageNum: asked.pageNum,
          pageSize,
          ...(asked.keyword && { keyword: asked.keyword }),
          ...(asked.categoryId && { categoryId: asked.categoryId }),
          ...(asked.subsidised && { subsidised: 'true' }),
          ...(asked.inStock && { inStock: 'true' }),
          ...(asked.again && { again: 'true' }),
        },
        quiet: true,
      }),
    placeholderData: (before) => before,
  });
  const mayBuy = actions.has('shop:order:place');
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap align="center">
        <Input.Search
          allowClear
          placeholder={text('search')}
          onSearch={(keyword) => ask({ keyword })}
          style={{ flex: 1, minWidth: 200, maxWidth: 420 }}
        />
        <Checkbox checked={asked.subsidised} onChange={(event) => ask({ subsidised: event.target.checked })}>
          {text('subsidised')}
        </Checkbox>
        <Checkbox checked={asked.inStock} onChange={(event) => ask({ inStock: event.target.checked })}>
          {text('inStock')}
        </Checkbox>
        {mayBuy && (
          <Checkbox checked={asked.again} onChange={(event) => ask({ again: event.target.checked })}>
            {text('again')}
          </Checkbox>
        )}
      </Flex>
      <Categories chosen={asked.categoryId} onChoose={(categoryId) => ask({ categoryId })} />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.data.length === 0 && <Empty description={text('nothing')} />}
      <div className={style.cards}>
        {(data?.data ?? []).map((one) => (
          <Card key={one.productId} one={one} mayBuy={mayBuy} />
        ))}
      </div>
      <Pagination
        align="center"
        hideOnSinglePage
        showSizeChanger={false}
        current={asked.pageNum}
        pageSize={pageSize}
        total={data?.total ?? 0}
        onChange={(pageNum) => setAsked({ ...asked, pageNum })}
      />
      {mayBuy && <CartBar />}
    </Flex>
  );
}

interface CategoriesProps {
  readonly chosen: number | null;
  onChoose(id: number | null): void;
}
function Categories({ chosen, onChoose }: CategoriesProps) {
  const text = useTexts('commerce.shopPage');
  const language = useLanguage();
  const { data = [] } = useQuery({
    queryKey: ['commerce.shopCategories', language],
    queryFn: () => call(shopCategories, { quiet: true }),
  });
  const open = data.find((one) => one.id === chosen || one.children.some((child) => child.id === chosen));
  const chip = (id: number | null, label: string, isOn: boolean) => (
    <Button
      key={id ?? 0}
      size="small"
      type={isOn ? 'primary' : 'text'}
      aria-pressed={isOn}
      onClick={() => onChoose(isOn ? null : id)}
    >
      {label}
    </Button>
  );
  return (
    <Flex vertical gap={4}>
      <div className={style.chips}>
        {chip(null, text('all'), chosen === null)}
        {data.map((one) => chip(one.id, `${one.name} ${one.n}`, open?.id === one.id))}
      </div>
      {open && (
        <div className={style.chips}>
          {open.children.map((one) => chip(one.id, `${one.name} ${one.n}`, chosen === one.id))}
        </div>
      )}
    </Flex>
  );
}

function Card({ one, mayBuy }: { readonly one: ShopCard; readonly mayBuy: boolean }) {
  const text = useTexts('commerce.shopPage');
  const { openPage } = usePage();
  const client = useQueryClient();
  const path = `/selectionLib/productList/detail?id=${one.productId}`;
  const put = async () => {
    const product = await call(shopProduct, { params: { productId: one.productId } });
    // Of several packs somebody has to choose.
    const [pack, ...more] = product.packs;
    if (!pack || more.length > 0) return openPage(path);
    await call(cartSave, {
      body: { productSkuId: pack.productSkuId, qty: pack.minQty, mode: 'add' },
      idempotencyKey: newKey(),
    });
    notify('success', text('added'));
    await client.invalidateQueries({ queryKey: ['commerce.cart'] });
  };
  return (
    <article className={style.card}>
      <button
        type="button"
        onClick={() => openPage(path)}
        style={{ all: 'unset', cursor: 'pointer', display: 'contents' }}
        aria-label={one.title}
        data-record
      >
        <Photo src={one.photo} size="100%" />
        <span className={style.title} data-record>
          {one.title}
        </span>
      </button>
      <Flex gap={6} wrap align="baseline">
        <span className={style.price}>
          <Yuan cents={one.payFrom} />
        </span>
        {one.payFrom < one.priceFrom && (
          <Typography.Text delete type="secondary">
            <Yuan cents={one.priceFrom} />
          </Typography.Text>
        )}
      </Flex>
      <Flex gap={4} wrap>
        {one.subsidised && <Tag color="success">{text('aid')}</Tag>}
        {!one.inStock && <Tag>{text('soldOut')}</Tag>}
        {one.rating !== null && <Tag>{`★ ${one.rating}`}</Tag>}
      </Flex>
      <Typography.Text type="secondary" ellipsis data-record style={{ marginTop: 'auto' }}>
        {one.supplier}
      </Typography.Text>
      {mayBuy && (
        <Button
          block
          icon={<ShoppingCartOutlined aria-hidden />}
          disabled={!one.inStock}
          onClick={() => void put().catch(() => {})}
        >
          {text('add')}
        </Button>
      )}
    </article>
  );
}

/** Always in reach of the thumb. */
export function CartBar() {
  const text = useTexts('commerce.shopPage');
  const { data } = useQuery({ queryKey: ['commerce.cart'], queryFn: () => call(cartList, { quiet: true }) });
  const n = data?.lines.length ?? 0;
  if (n === 0) return null;
  return (
    <Flex className={style.bar} justify="space-between" align="center">
      <Badge count={n} size="small">
        <ShoppingCartOutlined aria-hidden style={{ fontSize: 22 }} />
      </Badge>
      <PageLink to="/selectionLib/cart">{text('toCart', { n })}</PageLink>
    </Flex>
  );
}
