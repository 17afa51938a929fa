import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Descriptions,
  Empty,
  Flex,
  Input,
  Skeleton,
  Space,
  Table,
  Tag,
  Timeline,
  Typography,
} from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { parseRange } from '#modules/sign/contract/numbers/code.ts';
import {
  type Candidate,
  type ChainStep,
  chainOfTag,
  distributionOf,
  resolveText,
} from '#modules/sign/contract/numbers/tag-segment.ts';
import { Code, numberText, PlaceTag, useDictName } from '../common/parts.tsx';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

/** 耳标追踪: one box. A number answers with its whole way, a pack or an order with where its numbers are. */
export default function TagTracePage() {
  const text = useTexts('sign.ui');
  const url = useUrlState();
  const [choices, setChoices] = useState<readonly Candidate[] | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const go = (one: Candidate) => {
    setChoices(null);
    if (one.kind === 'pack') url.set({ pack: String(one.id), code: null, order: null, range: null });
    else if (one.kind === 'order') url.set({ order: String(one.id), code: null, pack: null, range: null });
    else url.set({ code: String(one.code), pack: null, order: null, range: null });
  };
  const search = async (typed: string) => {
    setUnknown(null);
    const words = typed.trim();
    const range = parseRange(words);
    if (range && range.to > range.from) {
      url.set({ range: `${range.from}-${range.to}`, code: null, pack: null, order: null });
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
  const range = parseRange(url.get('range') ?? '');
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
      {(packId || procurementId || range) && (
        <Where
          key={`${packId} ${procurementId} ${range?.from}`}
          query={{
            ...(packId && { packId }),
            ...(procurementId && { procurementId }),
            ...(range && { from: range.from, to: range.to }),
          }}
        />
      )}
      {!code && !packId && !procurementId && !range && <Empty description={text('traceEmpty')} />}
    </Flex>
  );
}

function useStepWords() {
  const text = useTexts('sign.ui');
  const place = useDictName('tag_place');
  const ended = useDictName('tag_end');
  return (step: ChainStep): string => {
    if (step.kind === 'allotted') return text('step_allotted');
    if (step.kind.startsWith('end_')) return ended(step.kind.slice(4));
    if (step.kind === 'origin_legacy') return text('step_legacy');
    if (step.kind === 'origin_foreign') return text('step_foreign');
    if (step.kind === 'recovered') return text('step_recovered');
    return place(step.place ?? step.kind);
  };
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
  const line = steps.map((step, index) => ({
    key: index,
    color: index === steps.length - 1 ? 'green' : step.correction ? 'red' : 'blue',
    children: (
      <Flex vertical>
        <Space wrap>
          <b>{words(step)}</b>
          <Typography.Text type="secondary">{step.on}</Typography.Text>
          {step.days !== null && step.days > 0 && <Tag>{text('stayed', { n: step.days })}</Tag>}
          {step.correction && <Tag color="red">{text('correction')}</Tag>}
        </Space>
        {(step.from || step.to) && (
          <span data-record>
            {step.from && step.from !== step.to ? `${step.from} → ` : ''}
            {step.to ?? ''}
          </span>
        )}
        <Typography.Text type="secondary">
          {step.link ? <PageLink to={step.link}>{step.docNo}</PageLink> : step.docNo}
          {step.count > 1 && <> · {text('withRange', { range: step.range, n: step.count })}</>}
          {step.actor && (
            <>
              {' '}
              · <span data-record>{step.actor}</span>
            </>
          )}
        </Typography.Text>
      </Flex>
    ),
  }));
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
                '–'
              ),
          },
          {
            key: 'holder',
            label: text('holder'),
            children: <span data-record>{at.holder?.name ?? at.animal?.holder ?? '–'}</span>,
          },
          { key: 'since', label: text('since'), children: at.since ?? '–' },
          { key: 'category', label: text('category'), children: <span data-record>{at.category ?? '–'}</span> },
          {
            key: 'order',
            label: text('order'),
            children: at.order ? <PageLink to={`/sign/tagTrace?order=${at.order.id}`}>{at.order.docNo}</PageLink> : '–',
          },
          {
            key: 'pack',
            label: text('pack'),
            children: at.pack ? (
              <PageLink to={`/sign/tagTrace?pack=${at.pack.id}`}>
                {at.pack.boxNo ? `${at.pack.boxNo} / ${at.pack.packNo}` : at.pack.packNo}
              </PageLink>
            ) : (
              '–'
            ),
          },
          { key: 'chip', label: text('chip'), children: at.eid ? <Code>{at.eid}</Code> : '–' },
          {
            key: 'animal',
            label: text('animal'),
            children: at.animal?.id ? (
              <PageLink to={`/pri/animal/info?keyword=${at.animal.earTag}`}>{at.animal.earTag}</PageLink>
            ) : (
              '–'
            ),
          },
          {
            key: 'next',
            label: text('replacedBy'),
            children: at.use?.nextCode ? (
              <PageLink to={`/sign/tagTrace?code=${at.use.nextCode}`}>{at.use.nextCode}</PageLink>
            ) : (
              '–'
            ),
          },
        ]}
      />
      <Timeline style={{ marginBlockStart: 20 }} items={line} />
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

/** Where the numbers of a pack, an order or a run are now; who had them; which were seen on an animal. */
function Where({ query }: { readonly query: { packId?: number; procurementId?: number; from?: number; to?: number } }) {
  const text = useTexts('sign.ui');
  const state = useDictName('tag_state');
  const { data, error, refetch } = useQuery({
    queryKey: ['sign.distribution', query],
    queryFn: () => call(distributionOf, { query, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <Card size="small" title={<span data-record>{data.title}</span>}>
        <Flex gap={32} wrap>
          <span>{text('tags', { n: data.total })}</span>
          {data.sum === data.total ? (
            <Tag color="green">{text('sumRight')}</Tag>
          ) : (
            <Tag color="red">{text('sumWrong', { n: data.total - data.sum })}</Tag>
          )}
          <Space wrap>
            {data.ranges.slice(0, 5).map((one) => (
              <Code key={one.from}>{one.shown}</Code>
            ))}
          </Space>
        </Flex>
        <Table
          style={{ marginBlockStart: 12 }}
          size="small"
          rowKey={(one) => `${one.place} ${one.principalId} ${one.staffId}`}
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={data.parts}
          columns={[
            { key: 'place', title: text('now'), render: (_, one) => <PlaceTag place={one.place} /> },
            { key: 'holder', title: text('holder'), render: (_, one) => <span data-record>{one.holder ?? '–'}</span> },
            { key: 'count', title: text('count'), align: 'right', render: (_, one) => numberText(one.count) },
            { key: 'since', title: text('since'), render: (_, one) => one.since ?? '–' },
            {
              key: 'ranges',
              title: text('numbers'),
              render: (_, one) => (
                <Flex vertical>
                  {one.ranges.slice(0, 3).map((range) => (
                    <Code key={range}>{range}</Code>
                  ))}
                </Flex>
              ),
            },
            { key: 'doc', title: text('docNo'), render: (_, one) => one.docNo ?? '–' },
          ]}
        />
      </Card>
      <Card size="small" title={text('hands')}>
        <Timeline
          items={data.hands.map((one, index) => ({
            key: index,
            children: (
              <Space wrap>
                <b data-record>{one.name}</b>
                <PlaceTag place={one.place} />
                <span>
                  {one.from}
                  {one.until ? ` – ${one.until}` : ''}
                </span>
                <Typography.Text type="secondary">
                  {one.docNo} · {text('tags', { n: one.count })}
                </Typography.Text>
              </Space>
            ),
          }))}
        />
        {data.hands.length === 0 && <Typography.Text type="secondary">{text('noHands')}</Typography.Text>}
      </Card>
      <Card size="small" title={text('seenOn', { n: data.states.reduce((sum, one) => sum + one.count, 0) })}>
        <Space wrap style={{ marginBlockEnd: 8 }}>
          {data.states.map((one) => (
            <Tag key={one.state}>
              {state(one.state)} {one.count}
            </Tag>
          ))}
          {data.villages.slice(0, 8).map((one) => (
            <Tag key={one.regionCode} color="blue">
              {one.name} {one.count}
            </Tag>
          ))}
        </Space>
        <Table
          size="small"
          rowKey="code"
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          dataSource={data.seen}
          columns={[
            {
              key: 'code',
              title: text('number'),
              render: (_, one) => <PageLink to={`/sign/tagTrace?code=${one.code}`}>{one.shown}</PageLink>,
            },
            { key: 'on', title: text('wornOn'), dataIndex: 'on' },
            { key: 'state', title: text('now'), render: (_, one) => state(one.state) },
            { key: 'worker', title: text('worker'), render: (_, one) => <span data-record>{one.worker ?? '–'}</span> },
            { key: 'holder', title: text('keeper'), render: (_, one) => <span data-record>{one.holder ?? '–'}</span> },
          ]}
        />
      </Card>
    </>
  );
}
