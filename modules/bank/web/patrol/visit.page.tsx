import { Alert, Button, Card, Empty, Flex, Input, InputNumber, Radio, Tag, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { beep } from '#kit/web/field/beep.ts';
import { useKeptQuery } from '#kit/web/field/kept-query.ts';
import { useOnline } from '#kit/web/field/network.ts';
import { OutboxPanel } from '#kit/web/field/outbox-panel.tsx';
import { PictureField } from '#kit/web/field/picture-field.tsx';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { SignatureField } from '#kit/web/field/signature-field.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { countedItems, type PatrolSheet, patrolSheet, startPatrol } from '#modules/bank/contract/patrol/patrol.ts';
import { type Place, useChoices, useLabel, usePlace } from '../site/parts.ts';
import { patrolOutbox, type QueuedItem, type QueuedVisit } from './patrol-outbox.ts';

/** 巡查作业: on a phone at the site, with or without a network. */
export default function VisitPage() {
  const text = useTexts('bank.patrolPage');
  const { search, openPage } = usePage();
  const visitId = Number(search.get('visitId')) || 0;
  const { data, error, refetch } = useKeptQuery({
    queryKey: ['bank', 'patrolSheet', visitId],
    queryFn: (signal) => call(patrolSheet, { query: { visitId: String(visitId) } as never, quiet: true, signal }),
    enabled: visitId > 0,
  });
  if (visitId === 0)
    return (
      <Card>
        <Empty description={text('none')}>
          <Button type="primary" onClick={() => openPage('/bank/patrol')}>
            {text('toList')}
          </Button>
        </Empty>
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return <Visit key={data.visitId} sheet={data} onSent={() => void refetch()} />;
}

interface CheckedIn {
  readonly startedAt: string;
  readonly location: Place | null;
  readonly beaconNo: string | null;
}
const blank = (code: string): QueuedItem => ({ code, ok: true, value: null, note: '', photos: [] });

function Visit({ sheet, onSent }: { readonly sheet: PatrolSheet; onSent(): void }) {
  const text = useTexts('bank.patrolPage');
  const conclusions = useChoices('patrol_conclusion');
  const isOnline = useOnline();
  const [arrived, setArrived] = useState<CheckedIn | null>(
    sheet.status === 'doing' && sheet.startedAt ? { startedAt: sheet.startedAt, location: null, beaconNo: null } : null,
  );
  const [items, setItems] = useState<readonly QueuedItem[]>(sheet.items.map(blank));
  const [scans, setScans] = useState<QueuedVisit['scans']>([]);
  const [conclusion, setConclusion] = useState<QueuedVisit['conclusion'] | null>(null);
  const [note, setNote] = useState('');
  const [photos, setPhotos] = useState<readonly Picture[]>([]);
  const [signature, setSignature] = useState<Picture | null>(null);
  useEffect(() => void patrolOutbox.read(), []);
  const heads = items.find((one) => one.code === 'headEstimate')?.value ?? null;
  const bare = items.filter((one) => !one.ok && one.photos.length === 0);
  const isReady = arrived !== null && conclusion !== null && heads !== null && bare.length === 0;
  const isOver = ['submitted', 'confirmed', 'missed'].includes(sheet.status);
  const submit = async () => {
    if (!arrived || !conclusion || heads === null) return;
    await patrolOutbox.enqueue({
      clientKey: newKey(),
      visitId: sheet.visitId,
      docNo: sheet.docNo,
      site: sheet.site,
      ...arrived,
      endedAt: new Date().toISOString(),
      headsSeen: heads,
      items,
      scans,
      conclusion,
      note,
      photos,
      signature,
      queuedAt: new Date().toISOString(),
      state: 'waiting',
    });
    void patrolOutbox.sendAll(onSent);
  };
  return (
    <Flex vertical gap={12} style={{ maxInlineSize: 760 }}>
      <OutboxPanel
        outbox={patrolOutbox}
        isOnline={isOnline}
        title={(one) => <span data-record>{`${one.docNo} · ${one.site}`}</span>}
        outcome={(one) => one.outcome && <Tag color="green">{text('outcome', one.outcome)}</Tag>}
        onCorrect={(one) => {
          setArrived({ startedAt: one.startedAt, location: one.location, beaconNo: one.beaconNo });
          setItems(one.items);
          setScans(one.scans);
          setConclusion(one.conclusion);
          setNote(one.note);
          setPhotos(one.photos);
          setSignature(one.signature);
          void patrolOutbox.takeOut(one, false);
        }}
        onSent={onSent}
      />
      <Card size="small">
        <Flex justify="space-between" gap={8} wrap>
          <Typography.Text strong data-record>
            {`${sheet.docNo} · ${sheet.site} · ${sheet.client}`}
          </Typography.Text>
          <span>{text('due', { date: sheet.dueOn })}</span>
        </Flex>
        <span>{text('book', { n: sheet.book })}</span>
      </Card>
      {isOver ? (
        <Alert type="success" showIcon title={text('over')} />
      ) : (
        <>
          <CheckIn sheet={sheet} arrived={arrived} isOnline={isOnline} onArrived={setArrived} />
          {items.map((item) => (
            <ItemCard
              key={item.code}
              item={item}
              onChange={(next) => setItems((before) => before.map((one) => (one.code === next.code ? next : one)))}
            />
          ))}
          <Reading sheet={sheet} scans={scans} onChange={setScans} />
          <Card size="small" title={text('conclusion')}>
            <Flex vertical gap={12}>
              <Radio.Group
                optionType="button"
                aria-label={text('conclusion')}
                value={conclusion}
                options={conclusions}
                onChange={({ target }) => setConclusion(target.value as QueuedVisit['conclusion'])}
              />
              <Input.TextArea
                rows={2}
                maxLength={500}
                aria-label={text('note')}
                placeholder={text('note')}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
              <PictureField label={text('photos')} value={photos} most={9} onChange={setPhotos} />
              <SignatureField
                label={text('sign')}
                asks={text('signAsk')}
                signed={text('signed')}
                value={signature}
                onChange={setSignature}
              />
              {bare.length > 0 && <Alert type="warning" showIcon title={text('bare', { n: bare.length })} />}
              <Button type="primary" size="large" block disabled={!isReady} onClick={() => void submit()}>
                {text('submit')}
              </Button>
            </Flex>
          </Card>
        </>
      )}
    </Flex>
  );
}

/** R39: by the place of the phone, or by the beacon it hears; without a network the server judges it when the sheet arrives. */
function CheckIn({
  sheet,
  arrived,
  isOnline,
  onArrived,
}: {
  readonly sheet: PatrolSheet;
  readonly arrived: CheckedIn | null;
  readonly isOnline: boolean;
  onArrived(at: CheckedIn): void;
}) {
  const text = useTexts('bank.patrolPage');
  const place = usePlace();
  const [beaconNo, setBeacon] = useState('');
  const { busy, act } = useAct(() => {});
  if (arrived)
    return <Alert type="success" showIcon title={text('arrived', { at: wallTime(arrived.startedAt).slice(0, 16) })} />;
  const arrive = () => {
    const at = { startedAt: new Date().toISOString(), location: place.now(), beaconNo: beaconNo.trim() || null };
    if (!isOnline) return onArrived(at);
    act(
      () => call(startPatrol, { body: { visitId: sheet.visitId, ...at }, idempotencyKey: newKey() }),
      () => onArrived(at),
    );
  };
  return (
    <Card size="small" title={text('checkIn')}>
      <Flex vertical gap={12}>
        {!place.isKnown && <Alert type="info" showIcon title={text('noPlace')} />}
        {sheet.hasBeacon && (
          <ScanInput
            aria-label={text('beacon')}
            placeholder={text('beacon')}
            onScan={(raw) => {
              setBeacon(raw);
              return true;
            }}
          />
        )}
        {beaconNo && (
          <Tag color="blue">
            <span data-record>{text('heard', { no: beaconNo })}</span>
          </Tag>
        )}
        <Button
          type="primary"
          size="large"
          block
          loading={busy}
          disabled={!place.isKnown && !beaconNo.trim()}
          onClick={arrive}
        >
          {text('arrive')}
        </Button>
      </Flex>
    </Card>
  );
}

function ItemCard({ item, onChange }: { readonly item: QueuedItem; onChange(next: QueuedItem): void }) {
  const text = useTexts('bank.patrolPage');
  const label = useLabel('patrol_item');
  const isCounted = countedItems.includes(item.code);
  return (
    <Card size="small" data-item={item.code}>
      <Flex vertical gap={8}>
        <Flex justify="space-between" align="center" gap={8} wrap>
          <strong>{label(item.code)}</strong>
          <Flex gap={8} align="center">
            {isCounted && (
              <InputNumber
                min={0}
                max={1_000_000}
                precision={0}
                inputMode="numeric"
                aria-label={label(item.code)}
                suffix={text(item.code === 'feedStock' ? 'days' : 'head')}
                value={item.value}
                onChange={(value) => onChange({ ...item, value })}
              />
            )}
            <Radio.Group
              optionType="button"
              buttonStyle="solid"
              aria-label={label(item.code)}
              value={item.ok}
              options={[
                { value: true, label: text('ok') },
                { value: false, label: text('bad') },
              ]}
              onChange={({ target }) => onChange({ ...item, ok: target.value as boolean })}
            />
          </Flex>
        </Flex>
        {!item.ok && (
          <>
            <Input
              maxLength={300}
              aria-label={text('what')}
              placeholder={text('what')}
              value={item.note}
              onChange={({ target }) => onChange({ ...item, note: target.value })}
            />
            <PictureField
              label={text('photos')}
              hint={text('photoNeeded')}
              most={4}
              value={item.photos}
              onChange={(photos) => onChange({ ...item, photos })}
            />
          </>
        )}
      </Flex>
    </Card>
  );
}

/** The ten numbers that were drawn, read off the animals themselves. */
function Reading({
  sheet,
  scans,
  onChange,
}: {
  readonly sheet: PatrolSheet;
  readonly scans: QueuedVisit['scans'];
  onChange(next: QueuedVisit['scans']): void;
}) {
  const text = useTexts('bank.patrolPage');
  if (sheet.drawn.length === 0) return null;
  const read = new Set(scans.map((one) => one.tag));
  const isRead = (one: PatrolSheet['drawn'][number]) =>
    read.has(one.earTag) || (one.electronicTag !== null && read.has(one.electronicTag));
  const hear = (raw: string): boolean => {
    const tag = raw.replace(/\D/g, '');
    const near = tag.length >= 4 && tag.length < 15 ? sheet.drawn.filter((one) => one.earTag.endsWith(tag)) : [];
    const whole = near.length === 1 ? (near[0]?.earTag ?? tag) : tag;
    if (whole.length < 15 || read.has(whole)) {
      beep(false);
      return false;
    }
    beep(sheet.drawn.some((one) => one.earTag === whole || one.electronicTag === whole));
    onChange([...scans, { tag: whole, readBy: near.length === 1 ? 'typed' : 'rfid', at: new Date().toISOString() }]);
    return true;
  };
  return (
    <Card size="small" title={text('drawn', { n: sheet.drawn.filter(isRead).length, of: sheet.drawn.length })}>
      <Flex vertical gap={8}>
        <ScanInput size="large" aria-label={text('scan')} placeholder={text('scan')} onScan={hear} />
        <Flex gap={4} wrap>
          {sheet.drawn.map((one) => (
            <Tag key={one.earTag} color={isRead(one) ? 'green' : 'default'}>
              <span data-record>{`${one.earTag}${one.hovel ? ` · ${one.hovel}` : ''}`}</span>
            </Tag>
          ))}
        </Flex>
      </Flex>
    </Card>
  );
}
