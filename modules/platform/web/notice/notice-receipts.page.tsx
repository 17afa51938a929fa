import { BellOutlined, DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Col, Empty, Flex, Row, Space, Statistic, Tag, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { download } from '#kit/web/api/download.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { exportReceipts, noticeReceipts, nudge } from '#modules/platform/contract/notice/notice-content.ts';
import { MissingTable } from '../common/missing-table.tsx';
import { ReceiptTree } from './receipt-tree.tsx';

const ReceiptPaper = lazy(() => import('./receipt-paper.tsx'));
const boardKey = ['platform.noticeReceipts'];
type Board = DataOf<typeof noticeReceipts>;

/** How far a notice got, region by region, and who is still missing. */
export default function NoticeReceiptsPage() {
  const t = useT();
  const noticeId = Number(useUrlState().get('noticeId')) || null;
  if (noticeId === null)
    return (
      <Card>
        <Empty description={t('platform.noticeReceipts.choose')}>
          <PageLink to="/anm/notice/content">{t('platform.noticeReceipts.back')}</PageLink>
        </Empty>
      </Card>
    );
  return <ReceiptBoard key={noticeId} noticeId={noticeId} />;
}

function ReceiptBoard({ noticeId }: { readonly noticeId: number }) {
  const t = useT();
  const text = useTexts('platform.noticeReceipts');
  const url = useUrlState();
  const language = useLanguage();
  const client = useQueryClient();
  const { modal } = App.useApp();
  const mayNudge = useCan('sys:notice:content:publish');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isPrinting, setPrinting] = useState(false);
  const regionCode = Number(url.get('regionCode')) || undefined;
  const pageNum = Number(url.get('pageNum')) || 1;
  const pageSize = 20;
  const whole = useQuery({
    queryKey: [...boardKey, noticeId, 'whole', language],
    queryFn: () => call(noticeReceipts, { query: { noticeId, pageSize: 1 }, quiet: true }),
  });
  const part = useQuery({
    queryKey: [...boardKey, noticeId, 'part', regionCode, pageNum, language],
    queryFn: () =>
      call(noticeReceipts, { query: { noticeId, pageNum, pageSize, ...(regionCode && { regionCode }) }, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const reminding = useMutation({
    mutationFn: (who: { idArr?: number[]; regionCode?: number }) => call(nudge, { body: { noticeId, ...who } }),
    onSuccess: ({ sent, skipped }) => {
      notify('success', text('nudgeDone', { sent, skipped }));
      setChosen([]);
      void client.invalidateQueries({ queryKey: boardKey });
    },
  });
  const exporting = useMutation({ mutationFn: () => download(exportReceipts, { body: { noticeId } }) });
  if (whole.error) return <Failed error={whole.error} onRetry={() => void whole.refetch()} />;
  if (!whole.data) return <Waiting />;
  const { notice, sum, regions } = whole.data;
  const missingTotal = part.data?.missingTotal ?? 0;
  const ask = (n: number, who: { idArr?: number[]; regionCode?: number }) =>
    modal.confirm({
      title: text('nudge'),
      content: text('nudgeAsk', { n }),
      onOk: () => reminding.mutateAsync(who).catch(() => {}),
    });
  const canNudge = mayNudge && notice.status === 'published' && missingTotal > 0;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" gap={12} wrap>
          <div>
            <Typography.Title data-record level={4} style={{ margin: 0 }}>
              {notice.title}
            </Typography.Title>
            <Space size={[12, 4]} wrap style={{ marginTop: 4 }}>
              <Typography.Text type="secondary">{notice.docNo}</Typography.Text>
              {notice.publishedAt && (
                <span>{text('published', { time: wallTime(notice.publishedAt).slice(0, 16) })}</span>
              )}
              {notice.receiptBefore && (
                <span>{text('before', { time: wallTime(notice.receiptBefore).slice(0, 16) })}</span>
              )}
              {notice.status === 'withdrawn' && <Tag color="warning">{text('withdrawn')}</Tag>}
            </Space>
          </div>
          <Space wrap>
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              {t('sheet.export')}
            </Button>
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
              {t('print.print')}
            </Button>
          </Space>
        </Flex>
        <Row gutter={[16, 8]} style={{ marginTop: 12 }}>
          {figures(whole.data).map(({ key, value, suffix }) => (
            <Col key={key} xs={12} sm={8} lg={4}>
              <Statistic title={text.any(key)} value={value} {...(suffix && { suffix })} />
            </Col>
          ))}
        </Row>
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={11}>
          <Card size="small" title={text('board')}>
            <ReceiptTree
              noticeId={noticeId}
              regions={regions}
              needReceipt={notice.needReceipt}
              selected={regionCode}
              onSelect={(code) => url.set({ regionCode: code ? String(code) : null, pageNum: null })}
            />
          </Card>
        </Col>
        <Col xs={24} xl={13}>
          <Card
            size="small"
            title={`${text('missing')} (${missingTotal})`}
            extra={
              canNudge && (
                <Button
                  type="primary"
                  size="small"
                  icon={<BellOutlined aria-hidden />}
                  loading={reminding.isPending}
                  onClick={() =>
                    void ask(
                      chosen.length || missingTotal,
                      chosen.length > 0 ? { idArr: [...chosen] } : regionCode ? { regionCode } : {},
                    )
                  }
                >
                  {text(chosen.length > 0 ? 'nudgeChosen' : regionCode ? 'nudgeRegion' : 'nudgeAll')}
                </Button>
              )
            }
          >
            <MissingTable
              rows={part.data?.missing ?? []}
              total={missingTotal}
              loading={part.isFetching}
              page={pageNum}
              pageSize={pageSize}
              onTurn={(page) => url.set({ pageNum: page === 1 ? null : String(page) })}
              chosen={chosen}
              onChoose={canNudge ? setChosen : undefined}
            />
          </Card>
        </Col>
      </Row>
      {isPrinting && (
        <Suspense fallback={null}>
          <ReceiptPaper
            noticeId={noticeId}
            notice={notice}
            sum={sum}
            regions={regions}
            onDone={() => setPrinting(false)}
          />
        </Suspense>
      )}
    </Flex>
  );
}

function figures({ sum, notice }: Board): { key: string; value: number; suffix?: string }[] {
  const rate = (n: number) => (sum.receivers === 0 ? 0 : Math.round((1000 * n) / sum.receivers) / 10);
  return [
    { key: 'receivers', value: sum.receivers },
    { key: 'read', value: sum.read },
    { key: 'readRate', value: rate(sum.read), suffix: '%' },
    ...(notice.needReceipt
      ? [
          { key: 'receipted', value: sum.receipted },
          { key: 'receiptRate', value: rate(sum.receipted), suffix: '%' },
          { key: 'late', value: sum.late },
        ]
      : []),
  ];
}
