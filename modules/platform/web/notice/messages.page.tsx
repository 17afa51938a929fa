import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, Button, Card, Empty, Flex, Form, Input, Pagination, Select, Tabs, Tag } from 'antd';
import { useState } from 'react';
import type { BodyInput } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { DateRange } from '#kit/web/ui/range-inputs.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useFitHeight } from '#kit/web/ui/use-fit-height.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { listNotices, type Notice, noticeTypes, readAllNotices } from '#modules/platform/contract/notice/messages.ts';
import s from './notice.module.css';
import { inboxKey, NoticePane } from './notice-pane.tsx';

const pageSize = 20;

/** Everything the reader was told: by type, newest first, with the chosen one beside the list. */
export default function MessagesPage() {
  const t = useT();
  const text = useTexts('platform.inbox');
  const url = useUrlState();
  const language = useLanguage();
  const client = useQueryClient();
  const { frame, body: inside, frameHeight } = useFitHeight();
  const types = useDict('notice_type').options;
  const type = noticeTypes.find((one) => one === url.get('type')) ?? 'notice';
  const page = Number(url.get('pageNum')) || 1;
  const open = Number(url.get('noticeId')) || null;
  const value = (name: string) => url.get(name) ?? undefined;
  const state = value('isRead');
  const body: BodyInput<typeof listNotices> = {
    page,
    pageSize,
    type,
    ...(state && { isRead: state === '0' ? 0 : 1 }),
    ...(value('level') && { level: value('level') }),
    ...(value('keyword') && { keyword: value('keyword') }),
    ...(value('dateFrom') && { dateFrom: value('dateFrom') }),
    ...(value('dateTo') && { dateTo: value('dateTo') }),
  };
  const query = useQuery({
    queryKey: [...inboxKey, 'list', body, language],
    queryFn: () => call(listNotices, { body, quiet: true }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: inboxKey });
  usePush('notices', useRefresh(refresh));
  const readAll = useMutation({
    mutationFn: () => call(readAllNotices, { body: { type } }),
    onSuccess: ({ receiptsDue: n }) => {
      if (n > 0) notify('info', t('shell.bell.receiptsDue', { n }));
      else notify('success', t('shell.bell.allRead'));
      void refresh();
    },
  });
  const unread = query.data?.unread;
  const labelOf = (one: string) => types.find((row) => row.dictValue === one)?.dictLabel ?? one;
  return (
    <div ref={frame} style={{ height: frameHeight, display: 'flex', flexDirection: 'column', gap: 12 }}>
      <Card size="small" styles={{ body: { paddingBlock: 0 } }}>
        <Tabs
          tabBarStyle={{ marginBottom: 0 }}
          activeKey={type}
          onChange={(key) => url.set({ type: key, pageNum: null, noticeId: null })}
          items={noticeTypes.map((one) => ({
            key: one,
            label: (
              <Badge count={unread?.[one] ?? 0} size="small" offset={[10, -2]}>
                {labelOf(one)}
              </Badge>
            ),
          }))}
          tabBarExtraContent={
            <Button
              size="small"
              disabled={!unread?.[type]}
              loading={readAll.isPending}
              onClick={() => readAll.mutate()}
            >
              {text('readAll')}
            </Button>
          }
        />
      </Card>
      <Filters key={type} />
      <Card
        size="small"
        style={{ flex: 1, minHeight: 0 }}
        styles={{ body: { height: '100%', display: 'flex', flexDirection: 'column' } }}
      >
        {query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <Waiting />
        ) : (
          <div ref={inside} className={s.split} data-open={open !== null}>
            <Flex vertical gap={8} style={{ minHeight: 0 }}>
              {query.data.list.length === 0 ? (
                <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shell.bell.noNotices')} />
              ) : (
                <ul className={s.list} style={{ flex: 1 }} data-record>
                  {query.data.list.map((one) => (
                    <li key={one.noticeReceiverId}>
                      <NoticeItem
                        notice={one}
                        isOpen={one.noticeId === open}
                        onOpen={() => url.set({ noticeId: String(one.noticeId) })}
                      />
                    </li>
                  ))}
                </ul>
              )}
              {query.data.total > pageSize && (
                <Pagination
                  simple
                  showSizeChanger={false}
                  size="small"
                  current={page}
                  pageSize={pageSize}
                  total={query.data.total}
                  onChange={(to) => url.set({ pageNum: to === 1 ? null : String(to) })}
                />
              )}
            </Flex>
            <div className={s.pane}>
              {open ? (
                <NoticePane key={open} noticeId={open} onBack={() => url.set({ noticeId: null })} />
              ) : (
                <Empty
                  image={Empty.PRESENTED_IMAGE_SIMPLE}
                  description={text('chooseOne')}
                  style={{ paddingTop: 64 }}
                />
              )}
            </div>
          </div>
        )}
      </Card>
    </div>
  );
}

function NoticeItem({ notice, isOpen, onOpen }: { readonly notice: Notice; readonly isOpen: boolean; onOpen(): void }) {
  const t = useT();
  const levels = useDict('notice_level').options;
  const waits = notice.needReceipt && !notice.receiptTime;
  return (
    <button type="button" className={s.item} aria-current={isOpen} data-unread={notice.isRead === 0} onClick={onOpen}>
      <Flex gap={6} align="baseline">
        {notice.isRead === 0 && <Badge status="error" />}
        <strong style={{ flex: 1, minWidth: 0 }}>{notice.title}</strong>
      </Flex>
      <span className={s.meta}>
        <time dateTime={notice.noticeDate}>{wallTime(notice.noticeDate).slice(0, 16)}</time>
        {notice.sender && <span>{notice.sender}</span>}
        {notice.animalNumber && <span>{notice.animalNumber}</span>}
        {notice.level !== 'normal' && (
          <Tag color={notice.level === 'urgent' ? 'error' : 'warning'} style={{ margin: 0 }}>
            {levels.find((one) => one.dictValue === notice.level)?.dictLabel ?? notice.level}
          </Tag>
        )}
        {waits && (
          <Tag color="processing" style={{ margin: 0 }}>
            {t('platform.inbox.waits')}
          </Tag>
        )}
      </span>
    </button>
  );
}

const names = ['isRead', 'level', 'keyword', 'dateFrom', 'dateTo'] as const;

function Filters() {
  const t = useT();
  const url = useUrlState();
  const levels = useDict('notice_level').options.map((one) => ({ value: one.dictValue, label: one.dictLabel }));
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(names.map((name) => [name, url.get(name) ?? ''])),
  );
  const set = (changes: Record<string, string>) => setTyped((old) => ({ ...old, ...changes }));
  const search = (values: Record<string, string>) =>
    url.set({ ...Object.fromEntries(names.map((name) => [name, values[name] || null])), pageNum: null });
  return (
    <Card size="small">
      <Form onFinish={() => search(typed)} role="search" aria-label={t('kit.search')}>
        <Flex gap={12} wrap align="center">
          <Input
            value={typed.keyword ?? ''}
            onChange={(event) => set({ keyword: event.target.value })}
            placeholder={t('platform.inbox.keyword')}
            aria-label={t('kit.keyword')}
            allowClear
            maxLength={100}
            style={{ width: 240 }}
          />
          <Select
            value={typed.isRead || null}
            onChange={(next?: string) => set({ isRead: next ?? '' })}
            aria-label={t('platform.inbox.state')}
            placeholder={t('platform.inbox.state')}
            allowClear
            options={[
              { value: '0', label: t('platform.inbox.unread') },
              { value: '1', label: t('platform.inbox.read') },
            ]}
            style={{ width: 130 }}
          />
          <Select
            value={typed.level || null}
            onChange={(next?: string) => set({ level: next ?? '' })}
            aria-label={t('platform.sysNotice.level')}
            placeholder={t('platform.sysNotice.level')}
            allowClear
            options={levels}
            style={{ width: 130 }}
          />
          <div style={{ width: 250 }}>
            <DateRange
              id="inbox-date"
              value={[typed.dateFrom ?? '', typed.dateTo ?? '']}
              onChange={([dateFrom, dateTo]) => set({ dateFrom, dateTo })}
            />
          </div>
          <Button type="primary" htmlType="submit">
            {t('kit.search')}
          </Button>
          <Button
            onClick={() => {
              setTyped({});
              search({});
            }}
          >
            {t('kit.reset')}
          </Button>
        </Flex>
      </Form>
    </Card>
  );
}
