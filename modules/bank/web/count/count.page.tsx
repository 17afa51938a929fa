import { Alert, Button, Card, Checkbox, Empty, Flex, List, Progress, Segmented, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { keepAnswer, useKeptQuery } from '#kit/web/field/kept-query.ts';
import { useOnline } from '#kit/web/field/network.ts';
import { OutboxPanel } from '#kit/web/field/outbox-panel.tsx';
import { PhotoFrames } from '#kit/web/field/photo-frames.tsx';
import { SignatureField } from '#kit/web/field/signature-field.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { type CountSheet, countSheet, startCount } from '#modules/bank/contract/count/count.ts';
import { useLabel } from '../site/parts.ts';
import { countOutbox } from './count-outbox.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import { ScanCard } from './scan-card.tsx';
import { type BookLine, useCount } from './use-count.ts';

const sheetKey = (countId: number) => ['bank', 'countSheet', countId];

/** 盘点扫描: a pledged herd head by head, on a phone, with or without a network. */
export default function CountPage() {
  const text = useTexts('bank.countPage');
  const { search, openPage } = usePage();
  const countId = Number(search.get('countId')) || 0;
  const siteId = Number(search.get('siteId')) || 0;
  const { data, error, refetch } = useKeptQuery({
    queryKey: sheetKey(countId),
    queryFn: (signal) => call(countSheet, { query: { countId: String(countId) } as never, quiet: true, signal }),
    enabled: countId > 0,
  });
  if (countId === 0 && siteId === 0)
    return (
      <Card>
        <Empty description={text('none')}>
          <Button type="primary" onClick={() => openPage('/bank/stocktake')}>
            {text('toList')}
          </Button>
        </Empty>
      </Card>
    );
  if (countId === 0)
    return <Start siteId={siteId} onStarted={(id) => openPage(`/bank/stocktake/count?countId=${id}`)} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.status === 'planned')
    return <Start siteId={data.siteId} title={`${data.docNo} · ${data.site}`} onStarted={() => void refetch()} />;
  return <Count key={data.id} sheet={data} onSent={() => void refetch()} />;
}

function Start({
  siteId,
  title,
  onStarted,
}: {
  readonly siteId: number;
  readonly title?: string;
  onStarted(id: number): void;
}) {
  const text = useTexts('bank.countPage');
  const [camera, setCamera] = useState(false);
  const [blind, setBlind] = useState(false);
  const { busy, act } = useAct(() => {});
  return (
    <Card title={title ? <span data-record>{title}</span> : text('start')} style={{ maxInlineSize: 560 }}>
      <Flex vertical gap={12}>
        <Typography.Paragraph>{text('startHint')}</Typography.Paragraph>
        <Checkbox checked={camera} onChange={({ target }) => setCamera(target.checked)}>
          {text('withCamera')}
        </Checkbox>
        <Checkbox checked={blind} onChange={({ target }) => setBlind(target.checked)}>
          {text('blind')}
        </Checkbox>
        <Button
          type="primary"
          size="large"
          block
          loading={busy}
          onClick={() =>
            act(
              () =>
                call(startCount, {
                  body: { siteId, pledgeIds: [], method: camera ? 'scanAndCamera' : 'scan', blind },
                  idempotencyKey: newKey(),
                }),
              async (sheet) => {
                await keepAnswer(sheetKey(sheet.id), sheet);
                onStarted(sheet.id);
              },
            )
          }
        >
          {text('start')}
        </Button>
      </Flex>
    </Card>
  );
}

function Count({ sheet, onSent }: { readonly sheet: CountSheet; onSent(): void }) {
  const t = useT();
  const text = useTexts('bank.countPage');
  const mark = useLabel('pledge_count_marks');
  const result = useLabel('count_result');
  const isOnline = useOnline();
  const count = useCount(sheet, onSent);
  const [explaining, setExplaining] = useState<BookLine | null>(null);
  const isOver = sheet.status !== 'counting';
  const unsent = count.scans.length + count.explains.length;
  return (
    <Flex vertical gap={12} style={{ maxInlineSize: 960 }}>
      <OutboxPanel
        outbox={countOutbox}
        isOnline={isOnline}
        title={(one) => <span data-record>{`${one.docNo} · ${one.site} · ${one.scans.length}`}</span>}
        outcome={(one) => (
          <Flex gap={4} wrap>
            {one.outcome && <Tag color="green">{text('outcome', one.outcome)}</Tag>}
            {one.refused?.map((bad) => (
              <Tag key={`${bad.tag}${bad.code}`} color="red">
                {`${bad.tag.slice(-6)} ${t.any(`bank.countPage.refused_${bad.code}`)}`}
              </Tag>
            ))}
          </Flex>
        )}
        onCorrect={count.takeBack}
        onSent={onSent}
      />
      <Card size="small">
        <Flex justify="space-between" gap={8} wrap>
          <Typography.Text strong data-record>
            {`${sheet.docNo} · ${sheet.site} · ${sheet.client}`}
          </Typography.Text>
          <span>{text('due', { date: sheet.dueOn })}</span>
        </Flex>
        {!sheet.blind && (
          <Progress
            percent={sheet.bookHeads === 0 ? 100 : Math.floor((count.found.length * 100) / sheet.bookHeads)}
            format={() => `${count.found.length} / ${sheet.bookHeads}`}
          />
        )}
        <Flex gap={4} wrap>
          {unsent > 0 && <Tag color="orange">{text('unsent', { n: unsent })}</Tag>}
          {!count.isPlaceKnown && <Tag color="orange">{text('noPlace')}</Tag>}
          {sheet.marks.map((one) => (
            <Tag key={one} color="gold">
              {mark(one)}
            </Tag>
          ))}
        </Flex>
        <HovelCounts sheet={sheet} isFound={count.isFound} />
      </Card>
      {isOver ? (
        <Alert type="success" showIcon title={text('over')} />
      ) : (
        <ScanCard
          heard={count.heard}
          n={sheet.blind ? count.blindRead : count.found.length}
          of={sheet.blind ? null : sheet.bookHeads}
          onHear={count.hear}
        />
      )}
      {count.toPicture.length > 0 && !isOver && (
        <Card size="small" title={text('sample', { n: count.toPicture.length })}>
          <Flex vertical gap={12}>
            {count.toPicture.slice(0, 3).map((line) => (
              <Flex key={line.animalId} gap={12} align="center" data-sample={line.earTag}>
                <Typography.Text strong data-record style={{ fontSize: 20 }}>
                  {line.earTag.slice(-6)}
                </Typography.Text>
                <PhotoFrames
                  frames={[{ angle: 'tag', label: text('headWithTag') }]}
                  value={{}}
                  onChange={({ tag }) => tag && count.addPicture(line, tag)}
                />
              </Flex>
            ))}
          </Flex>
        </Card>
      )}
      {!sheet.blind && !isOver && <UnseenList count={count} onPick={setExplaining} />}
      {sheet.extras.length > 0 && (
        <Card size="small" title={text('extras', { n: sheet.extras.length })}>
          <Flex gap={4} wrap>
            {sheet.extras.slice(0, 200).map((one) => (
              <Tag key={one.tag} color={one.result === 'unknownTag' ? 'red' : 'orange'}>
                {`${one.tag} ${result(one.result)}`}
              </Tag>
            ))}
          </Flex>
        </Card>
      )}
      {!isOver && (
        <Card size="small" title={text('finish')}>
          <Flex vertical gap={12}>
            <SignatureField
              label={text('sign')}
              asks={text('signAsk')}
              signed={text('signed')}
              value={count.signature}
              onChange={count.setSignature}
            />
            {!sheet.blind && count.open.length > 0 && (
              <Alert type="info" showIcon title={text('left', { n: count.open.length })} />
            )}
            <Flex gap={8} wrap>
              <Button size="large" disabled={unsent === 0} onClick={() => void count.handOver(false)}>
                {text('handOver', { n: unsent })}
              </Button>
              <Button
                size="large"
                type="primary"
                disabled={count.isFinishing || count.toPicture.length > 0 || (!sheet.blind && count.open.length > 0)}
                onClick={() => void count.handOver(true)}
              >
                {text('submit')}
              </Button>
            </Flex>
          </Flex>
        </Card>
      )}
      {explaining && <ExplainDialog line={explaining} onDone={count.addExplain} onClose={() => setExplaining(null)} />}
    </Flex>
  );
}

function HovelCounts({ sheet, isFound }: { readonly sheet: CountSheet; isFound(line: BookLine): boolean }) {
  const text = useTexts('bank.countPage');
  const hovels = [...Map.groupBy(sheet.book, (one) => one.hovel)].toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <Flex gap={8} wrap style={{ marginBlockStart: 8 }}>
      {hovels.map(([hovel, lines]) => {
        const n = lines.filter(isFound).length;
        return (
          <Tag key={hovel} color={n === lines.length ? 'green' : 'default'}>
            <span data-record>{`${hovel || text('noHovel')} ${n}/${lines.length}`}</span>
          </Tag>
        );
      })}
    </Flex>
  );
}

function UnseenList({ count, onPick }: { readonly count: ReturnType<typeof useCount>; onPick(line: BookLine): void }) {
  const text = useTexts('bank.countPage');
  const why = useLabel('count_explain');
  const [shown, setShown] = useState<'open' | 'explained'>('open');
  const told = count.unseen.filter(count.isExplained);
  const lines = shown === 'open' ? count.open : told;
  const mine = new Map(count.explains.map((one) => [one.animalId, one.explain as string]));
  return (
    <Card
      size="small"
      title={text('unseen')}
      extra={
        <Segmented
          size="small"
          value={shown}
          options={[
            { value: 'open', label: text('unseenN', { n: count.open.length }) },
            { value: 'explained', label: text('explainedN', { n: told.length }) },
          ]}
          onChange={(next) => setShown(next as 'open' | 'explained')}
        />
      }
    >
      <List
        size="small"
        dataSource={lines.slice(0, 200)}
        locale={{ emptyText: text('all') }}
        style={{ maxBlockSize: 420, overflowY: 'auto' }}
        renderItem={(line) => (
          <List.Item
            data-unseen={line.earTag}
            actions={[
              <Button key="explain" size="small" onClick={() => onPick(line)}>
                {text('explain')}
              </Button>,
            ]}
          >
            <Flex vertical>
              <Typography.Text strong data-record style={{ fontVariantNumeric: 'tabular-nums' }}>
                {line.earTag}
              </Typography.Text>
              <Typography.Text type="secondary" data-record>
                {[line.hovel, line.pen].filter(Boolean).join(' · ')}
                {shown === 'explained' && ` · ${why(mine.get(line.animalId) ?? line.explain)}`}
              </Typography.Text>
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  );
}
