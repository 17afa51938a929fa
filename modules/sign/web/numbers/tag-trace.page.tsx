import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Descriptions, Empty, Flex, Input, Skeleton, Tag, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { parseRange } from '#modules/sign/contract/numbers/code.ts';
import { type Candidate, chainOfTag, resolveText } from '#modules/sign/contract/numbers/tag-segment.ts';
import { Code, PlaceTag, useDictName } from '../common/parts.tsx';
import { ChainLine, useStepWords } from './chain-line.tsx';
import { Where } from './where.tsx';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

/** 耳标追踪: one box. A number answers with its whole way, a pack or an order with where its numbers are. */
export default function TagTracePage() {
  const text = useTexts('sign.ui');
  const url = useUrlState();
  const [choices, setChoices] = useState<readonly Candidate[] | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const go = (one: Candidate) => {
    setChoices(null);
    if (one.kind === 'pack') url.set({ pack: String(one.id), code: null, order: null, range: null, scrap: null });
    else if (one.kind === 'order') url.set({ order: String(one.id), code: null, pack: null, range: null, scrap: null });
    else url.set({ code: String(one.code), pack: null, order: null, range: null, scrap: null });
  };
  const search = async (typed: string) => {
    setUnknown(null);
    const words = typed.trim();
    const range = parseRange(words);
    if (range && range.to > range.from) {
      url.set({ range: `${range.from}-${range.to}`, code: null, pack: null, order: null, scrap: null });
      return;
    }
    const found = await call(resolveText, { query: { text: words }, quiet: true }).catch(() => []);
    const [first] = found;
    if (found.length === 1 && first) go(first);
    else if (found.length > 1) setChoices(found);
    else setUnknown(words);
  };
  const code = Number(url.get('code')) || null;
  const packId = Number(url.get('pack')) || undefined;
  const procurementId = Number(url.get('order')) || undefined;
  const scrapId = Number(url.get('scrap')) || undefined;
  const range = parseRange(url.get('range') ?? '');
  const isMany = Boolean(packId || procurementId || scrapId || range);
  return (
    <Flex vertical gap={16} style={{ maxWidth: 1200 }}>
      <Card size="small">
        <Input.Search
          size="large"
          allowClear
          enterButton={text('trace')}
          placeholder={text('traceHint')}
          defaultValue={url.get('code') ?? ''}
          aria-label={text('traceHint')}
          onSearch={(typed) => {
            if (typed.trim().length > 2) void search(typed);
          }}
        />
        {choices && (
          <Flex gap={8} align="center" wrap style={{ marginBlockStart: 12 }}>
            <span>{text('whichOne')}</span>
            {choices.map((one) => (
              <Button key={`${one.kind} ${one.text}`} onClick={() => go(one)}>
                {text(`kind_${one.kind}`)} <Code>{one.text}</Code>
              </Button>
            ))}
          </Flex>
        )}
        {unknown && (
          <Alert type="warning" showIcon style={{ marginBlockStart: 12 }} title={text('notKnown', { text: unknown })} />
        )}
      </Card>
      {code && <OneNumber code={code} />}
      {isMany && (
        <Where
          key={`${packId} ${procurementId} ${scrapId} ${range?.from}`}
          query={{
            ...(packId && { packId }),
            ...(procurementId && { procurementId }),
            ...(scrapId && { scrapId }),
            ...(range && { from: range.from, to: range.to }),
          }}
        />
      )}
      {!code && !isMany && <Empty description={text('traceEmpty')} />}
    </Flex>
  );
}

function OneNumber({ code }: { readonly code: number }) {
  const text = useTexts('sign.ui');
  const words = useStepWords();
  const state = useDictName('tag_state');
  const alarm = useDictName('alarm_kind');
  const [isPrinting, setPrinting] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['sign.chain', code],
    queryFn: () => call(chainOfTag, { query: { code }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { at, steps } = data;
  if (!at.known) return <Empty description={text('notKnown', { text: at.shown })} />;
  return (
    <Card
      size="small"
      title={
        <Typography.Title level={4} style={{ margin: 0 }}>
          <Code>{at.shown}</Code>
        </Typography.Title>
      }
      extra={
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
          {text('print')}
        </Button>
      }
    >
      {at.elsewhere && <Alert type="info" showIcon title={text('elsewhere')} style={{ marginBlockEnd: 12 }} />}
      {at.alert && (
        <Alert
          type="error"
          showIcon
          style={{ marginBlockEnd: 12 }}
          title={text('whyRed', { kind: alarm(at.alert.kind) })}
          action={<PageLink to={`/sign/alert?kind=${at.alert.kind}`}>{text('open')}</PageLink>}
        />
      )}
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 3 }}
        items={[
          {
            key: 'place',
            label: text('now'),
            children:
              at.use && (at.place === 'worn' || !at.place) ? (
                <Tag color="purple">{state(at.use.state)}</Tag>
              ) : at.place ? (
                <PlaceTag place={at.place} />
              ) : (
                '-'
              ),
          },
          {
            key: 'holder',
            label: text('holder'),
            children: <span data-record>{at.holder?.name ?? at.animal?.holder ?? '-'}</span>,
          },
          { key: 'since', label: text('since'), children: at.since ?? '-' },
          { key: 'category', label: text('category'), children: <span data-record>{at.category ?? '-'}</span> },
          {
            key: 'order',
            label: text('order'),
            children: at.order ? <PageLink to={`/sign/tagTrace?order=${at.order.id}`}>{at.order.docNo}</PageLink> : '-',
          },
          {
            key: 'pack',
            label: text('pack'),
            children: at.pack ? (
              <PageLink to={`/sign/tagTrace?pack=${at.pack.id}`}>
                {at.pack.boxNo ? `${at.pack.boxNo} / ${at.pack.packNo}` : at.pack.packNo}
              </PageLink>
            ) : (
              '-'
            ),
          },
          { key: 'chip', label: text('chip'), children: at.eid ? <Code>{at.eid}</Code> : '-' },
          {
            key: 'animal',
            label: text('animal'),
            children: at.animal?.id ? (
              <PageLink to={`/pri/animal/info?keyword=${at.animal.earTag}`}>{at.animal.earTag}</PageLink>
            ) : (
              '-'
            ),
          },
          {
            key: 'next',
            label: text('replacedBy'),
            children: at.use?.nextCode ? (
              <PageLink to={`/sign/tagTrace?code=${at.use.nextCode}`}>{at.use.nextCode}</PageLink>
            ) : (
              '-'
            ),
          },
        ]}
      />
      <ChainLine steps={steps} />
      {isPrinting && (
        <Suspense>
          <PrintSheet title={text('tracePaper')} notes={at.shown} onDone={() => setPrinting(false)}>
            <table>
              <thead>
                <tr>
                  <th>{text('day')}</th>
                  <th>{text('step')}</th>
                  <th>{text('from')}</th>
                  <th>{text('to')}</th>
                  <th>{text('docNo')}</th>
                </tr>
              </thead>
              <tbody>
                {steps.map((step) => (
                  <tr key={`${step.on} ${step.kind} ${step.docNo} ${step.at}`}>
                    <td>{step.on}</td>
                    <td>{words(step)}</td>
                    <td>{step.from ?? ''}</td>
                    <td>{step.to ?? ''}</td>
                    <td>{step.docNo}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </PrintSheet>
        </Suspense>
      )}
    </Card>
  );
}
