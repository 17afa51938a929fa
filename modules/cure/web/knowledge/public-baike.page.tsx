import { ArrowLeftOutlined, LikeOutlined, QrcodeOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Collapse,
  Empty,
  Flex,
  Input,
  Modal,
  Pagination,
  QRCode,
  Skeleton,
  Tag,
  Typography,
  theme,
} from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx';
import { paper } from '#kit/web/ui/palette.ts';
import {
  baikePageSize,
  publicBaikeArticle,
  publicBaikeHelpful,
  publicBaikeList,
  publicNotices,
} from '#modules/cure/contract/knowledge/public-baike.ts';
import { NoticeBody } from '#modules/platform/web/index.ts';
import s from './baike.module.css';

const path = '/knowledge/baike';
type Article = DataOf<typeof publicBaikeList>['rows'][number];

function useText() {
  const t = useT();
  return (key: string, args?: Record<string, string | number>) => t.any(`cure.baike.${key}`, args);
}

/** 热门百科: the published articles, for readers without a login, on a phone first. */
export default function KnowledgeBaikePage() {
  const text = useText();
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const tenant = Number(search.get('t')) || null;
  const title = text('title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={s.page}>
      <header className={s.head}>
        <Typography.Text strong>{title}</Typography.Text>
        <Flex gap={8} align="center">
          <Button size="small" href={`#/tonglLogin?from=${encodeURIComponent('/cure/consult/ask')}`}>
            {text('expert')}
          </Button>
          <LanguageSwitch />
        </Flex>
      </header>
      {id === null ? <List tenant={tenant} /> : <Reading id={id} tenant={tenant} />}
    </main>
  );
}

/** The address of the page with some of its words changed; an empty one goes. */
function useAddress() {
  const { search } = usePage();
  return (change: Record<string, string | number | null>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, String(value));
    }
    return next;
  };
}

function List({ tenant }: { readonly tenant: number | null }) {
  const text = useText();
  const language = useLanguage();
  const { search, setSearch } = usePage();
  const address = useAddress();
  const [q, category] = [search.get('q') ?? '', search.get('category') ?? ''];
  const page = Math.max(1, Number(search.get('page')) || 1);
  const { data, error, isFetching } = useQuery({
    queryKey: ['cure.baike', tenant, q, category, page, language],
    queryFn: () =>
      call(publicBaikeList, {
        query: { page, ...(tenant && { t: tenant }), ...(q && { q }), ...(category && { category }) },
        quiet: true,
      }),
    retry: false,
    staleTime: 60_000,
    placeholderData: (old) => old,
  });
  const choose = (value: string) => setSearch(address({ category: value, page: null }));
  const all = data?.categories.reduce((sum, one) => sum + one.n, 0) ?? 0;
  const chips = [{ value: '', label: text('all'), n: all }, ...(data?.categories ?? [])];
  return (
    <>
      <Input.Search
        key={q}
        size="large"
        allowClear
        defaultValue={q}
        maxLength={50}
        loading={isFetching}
        placeholder={text('find')}
        aria-label={text('find')}
        onSearch={(value) => setSearch(address({ q: value.trim(), page: null }))}
      />
      {all > 0 && (
        <nav className={s.chips}>
          {chips.map(({ value, label, n }) => (
            <Button
              key={value}
              shape="round"
              type={value === category ? 'primary' : 'default'}
              aria-pressed={value === category}
              onClick={() => choose(value)}
            >
              {label} {n}
            </Button>
          ))}
        </nav>
      )}
      {data?.meant && <Typography.Text type="secondary">{text('meant', { word: data.meant })}</Typography.Text>}
      {!q && !category && page === 1 && <Notices tenant={tenant} />}
      {!q && !category && page === 1 && data && data.hot.length > 3 && (
        <section className={s.hot} aria-label={text('hotTen')}>
          <Typography.Text strong>{text('hotTen')}</Typography.Text>
          <ol>
            {data.hot.map((one) => (
              <li key={one.id}>
                <a href={`#${path}?${address({ id: one.id })}`}>{one.title}</a>
              </li>
            ))}
          </ol>
        </section>
      )}
      {error && <Alert type="warning" showIcon title={error.message} style={{ marginBlock: 12 }} />}
      {!data && isFetching && <Skeleton active style={{ marginBlockStart: 16 }} />}
      {data?.rows.length === 0 && (
        <Empty description={text(q || category ? 'none' : 'noneYet')} style={{ marginBlockStart: 48 }}>
          {(q || category) && (
            <Button onClick={() => setSearch(address({ q: null, category: null, page: null }))}>{text('again')}</Button>
          )}
        </Empty>
      )}
      <ul className={s.list} aria-busy={isFetching}>
        {data?.rows.map((row) => (
          <li key={row.id}>
            <Card row={row} href={`#${path}?${address({ id: row.id })}`} />
          </li>
        ))}
      </ul>
      {data && data.total > baikePageSize && (
        <div className={s.pager}>
          <Pagination
            current={page}
            pageSize={baikePageSize}
            total={data.total}
            showSizeChanger={false}
            size="small"
            onChange={(next) => {
              setSearch(address({ page: next === 1 ? null : next }));
              scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
    </>
  );
}

function Card({ row, href }: { readonly row: Article; readonly href: string }) {
  const text = useText();
  return (
    <a className={s.card} href={href} data-record>
      {row.coverUrl && <img src={row.coverUrl} alt="" loading="lazy" />}
      <div className={s.words}>
        <h2>{row.title}</h2>
        <Marks row={row} />
        <p>{row.summary}</p>
        <Meta row={row} text={text} />
      </div>
    </a>
  );
}

function Marks({ row }: { readonly row: Pick<Article, 'hot' | 'categoryName' | 'speciesName'> }): ReactNode {
  const text = useText();
  return (
    <Flex gap={4} wrap>
      {row.hot && <Tag color="volcano">{text('hot')}</Tag>}
      <Tag>{row.categoryName}</Tag>
      {row.speciesName && <Tag>{row.speciesName}</Tag>}
    </Flex>
  );
}

function Meta({
  row,
  text,
}: {
  readonly row: Pick<Article, 'source' | 'publishedAt' | 'views'>;
  readonly text: ReturnType<typeof useText>;
}): ReactNode {
  return (
    <div className={s.meta}>
      {row.source && <span>{text('source', { name: row.source })}</span>}
      {row.publishedAt && <span>{row.publishedAt}</span>}
      <span>{text('read', { n: row.views })}</span>
    </div>
  );
}

function Reading({ id, tenant }: { readonly id: number; readonly tenant: number | null }) {
  const text = useText();
  const language = useLanguage();
  const { token } = theme.useToken();
  const address = useAddress();
  const [isShared, setShared] = useState(false);
  const { data, error, isPending } = useQuery({
    queryKey: ['cure.baike', 'article', id, tenant, language],
    queryFn: () => call(publicBaikeArticle, { params: { id }, query: tenant ? { t: tenant } : {}, quiet: true }),
    retry: false,
    staleTime: 60_000,
  });
  const link = `${location.origin}/#${path}?${new URLSearchParams({ ...(tenant && { t: String(tenant) }), id: String(id) })}`;
  const isGone = error instanceof ApiError && error.code === 404;
  return (
    <>
      <Flex justify="space-between" gap={8} style={{ marginBlockEnd: 12 }}>
        <Button href={`#${path}?${address({ id: null })}`} icon={<ArrowLeftOutlined aria-hidden />}>
          {text('back')}
        </Button>
        {data && (
          <Button icon={<QrcodeOutlined aria-hidden />} onClick={() => setShared(true)}>
            {text('share')}
          </Button>
        )}
      </Flex>
      {isPending && <Skeleton active />}
      {isGone && <Empty description={text('gone')} style={{ marginBlockStart: 48 }} />}
      {error && !isGone && <Alert type="warning" showIcon title={error.message} />}
      {data && (
        <article className={s.article} data-record>
          {data.coverUrl && <img src={data.coverUrl} alt="" />}
          <h1>{data.title}</h1>
          <Marks row={data} />
          <div style={{ marginBlock: 8, borderBlockEnd: `1px solid ${token.colorSplit}`, paddingBlockEnd: 12 }}>
            <Meta row={data} text={text} />
          </div>
          <NoticeBody html={data.content} />
          {data.canVote && <Votes id={id} tenant={tenant} helpful={data.helpful} />}
          {data.related.length > 0 && (
            <section className={s.hot} aria-label={text('related')}>
              <Typography.Text strong>{text('related')}</Typography.Text>
              <ul>
                {data.related.map((one) => (
                  <li key={one.id}>
                    <a href={`#${path}?${address({ id: one.id })}`}>{one.title}</a>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </article>
      )}
      {isShared && data && (
        <Modal open footer={null} width={320} title={data.title} onCancel={() => setShared(false)}>
          <Flex vertical align="center" gap={12}>
            <QRCode value={link} size={200} type="svg" color={paper.black} bgColor={paper.white} />
            <Typography.Text type="secondary">{text('shareHint')}</Typography.Text>
            <Typography.Text copyable={{ tooltips: false }} style={{ wordBreak: 'break-all' }}>
              {link}
            </Typography.Text>
          </Flex>
        </Modal>
      )}
    </>
  );
}

function Notices({ tenant }: { readonly tenant: number | null }) {
  const text = useText();
  const language = useLanguage();
  const { data = [] } = useQuery({
    queryKey: ['cure.baike', 'notices', tenant, language],
    queryFn: () => call(publicNotices, { query: tenant ? { t: tenant } : {}, quiet: true }),
    enabled: tenant !== null,
    retry: false,
    staleTime: 60_000,
  });
  if (data.length === 0) return null;
  return (
    <section className={s.hot} aria-label={text('notices')}>
      <Typography.Text strong>{text('notices')}</Typography.Text>
      <Collapse
        ghost
        size="small"
        items={data.slice(0, 4).map((one) => ({
          key: one.id,
          label: (
            <span>
              <Tag {...(one.color && { color: one.color })}>{one.type}</Tag>
              {one.title}
            </span>
          ),
          children: <Typography.Paragraph style={{ whiteSpace: 'pre-line' }}>{one.content}</Typography.Paragraph>,
        }))}
      />
    </section>
  );
}

function Votes({
  id,
  tenant,
  helpful,
}: {
  readonly id: number;
  readonly tenant: number | null;
  readonly helpful: number;
}) {
  const text = useText();
  const [said, setSaid] = useState<string | null>(null);
  const vote = async (isHelpful: boolean) => {
    const body = { id, helpful: isHelpful, ...(tenant && { t: tenant }) };
    const { counted } = await call(publicBaikeHelpful, { body, quiet: true });
    setSaid(text(counted ? 'thanks' : 'voted'));
  };
  return (
    <Flex gap={8} align="center" style={{ marginBlock: 16 }} wrap>
      <Button
        icon={<LikeOutlined aria-hidden />}
        disabled={said !== null}
        onClick={() => void vote(true).catch(() => {})}
      >
        {text('helpful')} {helpful}
      </Button>
      <Button disabled={said !== null} onClick={() => void vote(false).catch(() => {})}>
        {text('notHelpful')}
      </Button>
      {said && <Typography.Text type="secondary">{said}</Typography.Text>}
    </Flex>
  );
}
