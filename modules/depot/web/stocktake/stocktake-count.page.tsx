import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, Select, Tag, Typography } from 'antd';
import { useState } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, type Row, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type Stocktake, stocktake } from '#modules/depot/contract/stocktake/stocktake.ts';
import { CountPaper } from './count-paper.tsx';
import { Counting } from './counting.tsx';
import { Review } from './review.tsx';

/** 盘点录入: the sheet of one count, whatever stage it is at; without one, those that are under way. */
export default function StocktakeCountPage() {
  const t = useT();
  const url = useUrlState();
  const language = useLanguage();
  const mayEdit = useCan('depot:count:edit');
  const transition = useResourceTransition(stocktake);
  const [isPrinting, setPrinting] = useState(false);
  const text = useTexts('depot.countPage');
  const { data, isPending } = useQuery({
    queryKey: [...resourceKey(stocktake), 'open', language],
    queryFn: async () =>
      (
        await callEnvelope(callOf(stocktake, 'list'), {
          query: { pageSize: '100', status: 'draft,counting,counted,posted' },
          quiet: true,
        })
      ).data as readonly Stocktake[],
  });
  if (isPending) return <Waiting />;
  const open = (data ?? []).filter((one) => one.status !== 'posted');
  const wanted = Number(url.get('id'));
  const count =
    data?.find((one) => one.id === wanted) ?? (wanted ? undefined : open.find((one) => one.status === 'counting'));
  const ask = (name: string) => count && transition.ask(name, [count as unknown as Row]);
  const listed = [...open, ...(count && !open.some((one) => one.id === count.id) ? [count] : [])];
  const verbs = (['start', 'approve', 'back', 'cancel'] as const).filter((name) => count?._can.includes(name));
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} align="center" wrap>
          <Select<number>
            aria-label={text('choose')}
            value={count?.id ?? null}
            placeholder={text('choose')}
            options={listed.map((one) => ({
              value: one.id,
              label: `${one.docNo} · ${one.depotIdName ?? ''} · ${one.statusName ?? ''}`,
            }))}
            onChange={(id) => url.set({ id: String(id) })}
            style={{ flex: '1 1 320px', maxWidth: 560 }}
          />
          {count && (
            <>
              {count.blind && <Tag color="processing">{t('depot.stocktake.blind')}</Tag>}
              <Typography.Text type="secondary" data-record>
                {count.counterNames}
              </Typography.Text>
              <span style={{ flex: 1 }} />
              {count.status !== 'draft' && (
                <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
                  {t('depot.stocktakePage.sheet')}
                </Button>
              )}
              {verbs.map((name) => (
                <Button
                  key={name}
                  type={name === 'start' || name === 'approve' ? 'primary' : 'default'}
                  danger={name === 'cancel'}
                  onClick={() => ask(name)}
                >
                  {t.any(`depot.stocktake._${name}`)}
                </Button>
              ))}
            </>
          )}
        </Flex>
      </Card>
      {!count && (
        <Card>
          <Empty description={text('none')} />
        </Card>
      )}
      {count?.status === 'draft' && (
        <Card>
          <Empty description={text('draft')} />
        </Card>
      )}
      {count?.status === 'counting' && <Counting key={count.id} count={count} onFinish={() => ask('finish')} />}
      {count && (count.status === 'counted' || count.status === 'posted') && (
        <Review key={`${count.id} ${count.status}`} count={count} mayRecount={mayEdit} />
      )}
      {transition.asked && <TransitionDialog transition={transition} />}
      {isPrinting && count && <CountPaper count={count} onDone={() => setPrinting(false)} />}
    </Flex>
  );
}
