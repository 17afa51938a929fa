import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Flex, Input, List, Typography } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import type { SearchMatch } from '#modules/prevention/contract/home/search.ts';

const size = 20;

interface Props<Hit> {
  readonly endpoint: AnyEndpoint;
  /** Locale key below `prevention.search` of what is looked for. */
  readonly what: string;
  /** Where a hit is opened. */
  pathOf(hit: Hit): string;
  draw(hit: Hit): ReactNode;
}

/** What the header's search found: twenty a page, the only hit opened at once. */
export function Hits<Hit extends { readonly id: number }>({ endpoint, what, pathOf, draw }: Props<Hit>) {
  const text = useTexts('prevention.search');
  const language = useLanguage();
  const { openPage } = usePage();
  const url = useUrlState();
  const may = useMayOpen();
  const name = (url.get('name') ?? '').trim().slice(0, 50);
  const page = Math.max(1, Number(url.get('pageNum')) || 1);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.search', endpoint.path, name, page, language],
    queryFn: () => callEnvelope(endpoint, { query: { name, pageNum: page, pageSize: size }, quiet: true }),
    enabled: name !== '',
  });
  const hits = (data?.data ?? []) as readonly Hit[];
  const only = data?.total === 1 ? hits[0] : undefined;
  const target = only ? pathOf(only) : '';
  // Once for each search: who comes back to this tab wants to see it.
  const opened = useRef('');
  useEffect(() => {
    if (!target || opened.current === name || !may(target.split('?')[0] ?? '')) return;
    opened.current = name;
    openPage(target);
  });
  return (
    <Card size="small">
      <Flex vertical gap={12}>
        <Input.Search
          key={name}
          defaultValue={name}
          maxLength={50}
          allowClear
          enterButton
          aria-label={text.any(what)}
          placeholder={text.any(`${what}Hint`)}
          style={{ maxWidth: 420 }}
          onSearch={(next) => next.trim() && url.set({ name: next.trim(), pageNum: null })}
        />
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : name === '' ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text.any(`${what}Hint`)} />
        ) : (
          <List
            loading={isFetching}
            dataSource={[...hits]}
            rowKey="id"
            locale={{
              emptyText: (
                <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isFetching ? ' ' : text('nothing')} />
              ),
            }}
            header={
              data && (
                <Typography.Text type="secondary" aria-live="polite">
                  {text('found', { n: data.total ?? 0 })}
                </Typography.Text>
              )
            }
            pagination={
              (data?.total ?? 0) > size && {
                size: 'small',
                current: page,
                pageSize: size,
                total: Math.min(data?.total ?? 0, 10_000),
                showSizeChanger: false,
                onChange: (next: number) => url.set({ pageNum: String(next) }),
              }
            }
            renderItem={(hit) => <List.Item data-record>{draw(hit)}</List.Item>}
          />
        )}
      </Flex>
    </Card>
  );
}

interface MarkedProps {
  readonly text: string;
  readonly field: string;
  readonly match: SearchMatch;
}

/** A text of a hit, with what was looked for marked in it. */
export function Marked({ text, field, match }: MarkedProps) {
  if (match?.field !== field) return <span>{text}</span>;
  return (
    <span>
      {text.slice(0, match.from)}
      <Typography.Text mark>{text.slice(match.from, match.to)}</Typography.Text>
      {text.slice(match.to)}
    </span>
  );
}
