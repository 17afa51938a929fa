import { ArrowLeftOutlined, PaperClipOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Divider, Flex, Grid, Input, Result, Space, Tag, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type OpenedNotice, openNotice, receiptNotice } from '#modules/platform/contract/notice/messages.ts';
import { NoticeBody } from './notice-body.tsx';

export const inboxKey = ['platform.inbox'] as const;

/** One notice, whole. Drawing it is reading it. */
export function NoticePane({ noticeId, onBack }: { readonly noticeId: number; onBack(): void }) {
  const language = useLanguage();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['platform.openedNotice', noticeId, language],
    queryFn: () => call(openNotice, { body: { noticeId }, quiet: true }),
    // Links of its pictures and files live for minutes.
    staleTime: 300_000,
    retry: false,
  });
  const isOpened = query.isSuccess;
  useEffect(() => {
    if (isOpened) void client.invalidateQueries({ queryKey: inboxKey });
  }, [isOpened, client]);
  const { error } = query;
  // Withdrawn, or never one's own: said in words, and nothing to try again.
  if (error instanceof ApiError && (error.bizCode === 'notice.withdrawn' || error.code === 404))
    return <Result status="info" title={error.message} />;
  if (error) return <Failed error={error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  return <Opened notice={query.data} onBack={onBack} onReceipted={() => void query.refetch()} />;
}

interface Props {
  readonly notice: OpenedNotice;
  onBack(): void;
  onReceipted(): void;
}

function Opened({ notice, onBack, onReceipted }: Props) {
  const t = useT();
  const isNarrow = Grid.useBreakpoint().md !== true;
  const levels = useDict('notice_level').options;
  return (
    <article>
      {isNarrow && <Button type="text" icon={<ArrowLeftOutlined />} onClick={onBack} aria-label={t('kit.close')} />}
      <Typography.Title data-record level={3} style={{ marginTop: 0, fontSize: 20 }}>
        {notice.title}
      </Typography.Title>
      <Space size={[12, 4]} wrap>
        <Typography.Text type="secondary">{wallTime(notice.noticeDate)}</Typography.Text>
        {notice.sender && (
          <Typography.Text data-record type="secondary">
            {notice.sender}
          </Typography.Text>
        )}
        {notice.level !== 'normal' && (
          <Tag color={notice.level === 'urgent' ? 'error' : 'warning'}>
            {levels.find((one) => one.dictValue === notice.level)?.dictLabel ?? notice.level}
          </Tag>
        )}
        {notice.animalNumber && <Typography.Text copyable>{notice.animalNumber}</Typography.Text>}
      </Space>
      <Divider style={{ marginBlock: 12 }} />
      <NoticeBody html={notice.content} />
      {notice.attachments.length > 0 && (
        <Flex vertical gap={4} style={{ marginTop: 16 }}>
          {notice.attachments.map(({ fileId, fileName, size, url }) => (
            <Typography.Link key={fileId} href={url} target="_blank">
              <PaperClipOutlined aria-hidden /> {`${fileName} (${Math.max(1, Math.round(size / 1024))} KB)`}
            </Typography.Link>
          ))}
        </Flex>
      )}
      {notice.linkPath && (
        <p>
          <PageLink to={notice.linkPath}>{t('platform.inbox.openLink')}</PageLink>
        </p>
      )}
      {notice.needReceipt && <Receipt notice={notice} onReceipted={onReceipted} />}
    </article>
  );
}

function Receipt({ notice, onReceipted }: Omit<Props, 'onBack'>) {
  const text = useTexts('platform.inbox');
  const client = useQueryClient();
  const [words, setWords] = useState('');
  const send = useMutation({
    mutationFn: () => call(receiptNotice, { body: { noticeReceiverId: notice.noticeReceiverId, receiptText: words } }),
    onSuccess: () => {
      notify('success', text('receipted'));
      onReceipted();
      void client.invalidateQueries({ queryKey: inboxKey });
      void client.invalidateQueries({ queryKey: ['bell'] });
    },
  });
  if (notice.receiptTime)
    return (
      <Alert
        type="success"
        showIcon
        style={{ marginTop: 16 }}
        title={text('receiptedAt', { time: wallTime(notice.receiptTime) })}
        {...(notice.receiptText && { description: notice.receiptText })}
      />
    );
  const isLate = notice.receiptBefore !== null && Date.parse(notice.receiptBefore) < Date.now();
  return (
    <Flex vertical gap={8} style={{ marginTop: 16 }}>
      <Alert
        type={isLate ? 'error' : 'warning'}
        showIcon
        title={
          notice.receiptBefore ? text('receiptBefore', { time: wallTime(notice.receiptBefore) }) : text('receiptAsked')
        }
      />
      <Input.TextArea
        value={words}
        onChange={(event) => setWords(event.target.value)}
        maxLength={500}
        rows={2}
        placeholder={text('receiptHint')}
        aria-label={text('receiptHint')}
      />
      <Button type="primary" loading={send.isPending} onClick={() => send.mutate()} style={{ alignSelf: 'start' }}>
        {text('receipt')}
      </Button>
    </Flex>
  );
}
