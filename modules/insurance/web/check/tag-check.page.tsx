import { Alert, Button, Card, Col, Empty, Flex, Input, List, Progress, Radio, Row, Tag, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useKeptQuery } from '#kit/web/field/kept-query.ts';
import { useOnline } from '#kit/web/field/network.ts';
import { OutboxPanel } from '#kit/web/field/outbox-panel.tsx';
import { type Framed, PhotoFrames } from '#kit/web/field/photo-frames.tsx';
import { PictureField } from '#kit/web/field/picture-field.tsx';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type CheckSheet, checkSheet } from '#modules/insurance/contract/check/check.ts';
import { useChoices, useLabel } from '../common/inputs.tsx';
import { checkOutbox, type QueuedScan } from './outbox.ts';

type Line = CheckSheet['lines'][number];
type Found = { readonly kind: 'match' | 'repeat' | 'notOnList'; readonly tag: string; readonly line: Line | null };

/** 验标扫描: every animal of a list before somebody's eyes, with or without a network. */
export default function TagCheckPage() {
  const text = useTexts('insurance.check');
  const { search } = usePage();
  const taskId = Number(search.get('taskId')) || 0;
  const { data, error, refetch } = useKeptQuery({
    queryKey: ['insurance', 'checkSheet', taskId],
    queryFn: (signal) => call(checkSheet, { query: { taskId: String(taskId) } as never, quiet: true, signal }),
    enabled: taskId > 0,
  });
  if (taskId === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return <Round key={data.taskId} sheet={data} onSent={() => void refetch()} />;
}

const place = (): Promise<QueuedScan['location']> =>
  new Promise((done) => {
    if (!('geolocation' in navigator)) return done(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => done({ longitude: coords.longitude, latitude: coords.latitude }),
      () => done(null),
      { timeout: 3_000, maximumAge: 60_000 },
    );
  });

function Round({ sheet, onSent }: { readonly sheet: CheckSheet; onSent(): void }) {
  const t = useT();
  const text = useTexts('insurance.check');
  const angle = useLabel('photo_angle');
  const health = useChoices('ins_check_scan_health');
  const stage = useLabel('stage');
  const started = useRef(new Date().toISOString());
  const [scans, setScans] = useState<readonly QueuedScan[]>([]);
  const [found, setFound] = useState<Found | null>(null);
  const [frames, setFrames] = useState<Framed>({});
  const [state, setState] = useState<QueuedScan['health']>('ok');
  const [safeTag, setSafeTag] = useState('');
  const [holder, setHolder] = useState<number | null>(null);
  const [holderPhotos, setHolderPhotos] = useState<readonly Picture[]>([]);
  const isOnline = useOnline();
  const box = useRef<{ focus(): void } | null>(null);
  useEffect(() => void checkOutbox.read(), []);
  const mine = new Set(scans.map((one) => one.tagRead));
  const isSeen = (line: Line) => line.isSeen || mine.has(line.earTag);
  const toSee = sheet.lines.filter((one) => one.mustSee);
  const seen = toSee.filter(isSeen).length;
  const look = (raw: string): boolean => {
    const tag = raw.replace(/\D/g, '');
    const whole = sheet.lines.find((one) => one.earTag === tag || one.electronicTag === tag);
    const ending = tag.length >= 4 && tag.length < 15 ? sheet.lines.filter((one) => one.earTag.endsWith(tag)) : [];
    if (!whole && ending.length > 1) {
      notify('warning', text('many'));
      return false;
    }
    const line = whole ?? ending[0] ?? null;
    setFrames({});
    setState('ok');
    setSafeTag('');
    setFound({ kind: !line ? 'notOnList' : isSeen(line) ? 'repeat' : 'match', tag: line?.earTag ?? tag, line });
    return true;
  };
  const wanted = sheet.angles.map((code) => ({ angle: code, label: angle(code) }));
  const isComplete = found?.kind !== 'match' || wanted.every((one) => frames[one.angle]);
  const save = async () => {
    if (!found) return;
    const location = await place();
    setScans((before) => [
      ...before,
      {
        seq: before.length + 1,
        tagRead: found.tag,
        readBy: 'typed',
        photos: Object.entries(frames).map(([code, picture]) => ({ picture, angle: code })),
        location,
        takenAt: new Date().toISOString(),
        health: state,
        safeTagNo: safeTag.trim() || null,
      },
    ]);
    setFound(null);
    box.current?.focus();
  };
  const send = async (submit: boolean) => {
    await checkOutbox.enqueue({
      clientKey: newKey(),
      taskId: sheet.taskId,
      docNo: sheet.docNo,
      startedAt: started.current,
      endedAt: new Date().toISOString(),
      scans,
      holderPhotos,
      submit,
      queuedAt: new Date().toISOString(),
      state: 'waiting',
    });
    setScans([]);
    setHolderPhotos([]);
    started.current = new Date().toISOString();
    void checkOutbox.sendAll(onSent);
  };
  const unseen = toSee.filter((one) => !isSeen(one) && (holder === null || one.partyId === holder));
  const colour = { match: 'success', repeat: 'warning', notOnList: 'error' } as const;
  return (
    <Flex vertical gap={12}>
      <OutboxPanel
        outbox={checkOutbox}
        isOnline={isOnline}
        title={(one) => `${one.docNo} · ${one.scans.length}`}
        outcome={(one) =>
          one.answer?.refused.map((refused) => (
            <Tag key={refused.seq} color="red">
              {`${refused.tag} ${t.any(`insurance.refusal.${refused.code}`)}`}
            </Tag>
          ))
        }
        onCorrect={(one) => {
          setScans(one.scans);
          setHolderPhotos(one.holderPhotos);
          void checkOutbox.takeOut(one, false);
        }}
        onSent={onSent}
      />
      <Card size="small">
        <Flex justify="space-between" wrap gap={8}>
          <Typography.Text strong data-record>{`${sheet.docNo} · ${sheet.village} · ${sheet.product}`}</Typography.Text>
          <span>{text('due', { date: sheet.dueOn })}</span>
        </Flex>
        <Progress
          percent={toSee.length === 0 ? 100 : Math.round((seen * 100) / toSee.length)}
          format={() => text('seen', { n: seen, of: toSee.length })}
        />
        {scans.length > 0 && <Tag color="orange">{text('unsent', { n: scans.length })}</Tag>}
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} lg={15}>
          <Card size="small" title={text('scan')}>
            <ScanInput
              ref={box as never}
              size="large"
              autoFocus
              aria-label={text('scan')}
              placeholder={text('scanHint')}
              onScan={look}
            />
            {found && (
              <Flex vertical gap={12} style={{ marginBlockStart: 12 }}>
                <Alert
                  type={colour[found.kind]}
                  title={
                    <Flex align="baseline" gap={12} wrap>
                      <Typography.Text style={{ fontSize: 32, fontVariantNumeric: 'tabular-nums' }} data-record>
                        {found.tag.slice(-6)}
                      </Typography.Text>
                      <strong>{text(found.kind)}</strong>
                      {found.line && (
                        <span data-record>
                          {`${found.line.holder} · ${stage(found.line.stage)} · ${found.line.birthDate}`}
                        </span>
                      )}
                    </Flex>
                  }
                />
                {found.kind === 'match' && (
                  <>
                    <PhotoFrames frames={wanted} value={frames} onChange={setFrames} />
                    <Flex gap={12} wrap align="center">
                      <Radio.Group
                        optionType="button"
                        value={state}
                        options={health}
                        onChange={({ target }) => setState(target.value as QueuedScan['health'])}
                      />
                      <Input
                        style={{ maxInlineSize: 200 }}
                        inputMode="numeric"
                        maxLength={15}
                        aria-label={text('safeTag')}
                        placeholder={text('safeTag')}
                        value={safeTag}
                        onChange={({ target }) => setSafeTag(target.value.replace(/\D/g, ''))}
                      />
                    </Flex>
                  </>
                )}
                {found.kind !== 'repeat' && (
                  <Button type="primary" size="large" disabled={!isComplete} onClick={() => void save()}>
                    {text('save')}
                  </Button>
                )}
              </Flex>
            )}
          </Card>
          <Card size="small" title={text('holderPhoto')} style={{ marginBlockStart: 12 }}>
            <PictureField label={text('holderPhoto')} value={holderPhotos} most={5} onChange={setHolderPhotos} />
            <Flex gap={8} style={{ marginBlockStart: 12 }}>
              <Button disabled={scans.length === 0} onClick={() => void send(false)}>
                {text('unsent', { n: scans.length })}
              </Button>
              <Button type="primary" disabled={holderPhotos.length === 0} onClick={() => void send(true)}>
                {text('finish')}
              </Button>
            </Flex>
          </Card>
        </Col>
        <Col xs={24} lg={9}>
          <Card size="small" title={text('unseen')}>
            <Flex gap={4} wrap style={{ marginBlockEnd: 8 }}>
              <Tag.CheckableTag checked={holder === null} onChange={() => setHolder(null)}>
                {text('holderAll')}
              </Tag.CheckableTag>
              {sheet.parties.map((one) => (
                <Tag.CheckableTag key={one.id} checked={holder === one.id} onChange={() => setHolder(one.id)}>
                  <span data-record>{`${one.name} ${one.seen}/${one.toSee}`}</span>
                </Tag.CheckableTag>
              ))}
            </Flex>
            <List
              size="small"
              dataSource={unseen.slice(0, 200)}
              locale={{ emptyText: text('all') }}
              style={{ maxBlockSize: 480, overflowY: 'auto' }}
              renderItem={(line) => (
                <List.Item onClick={() => look(line.earTag)} style={{ cursor: 'pointer' }}>
                  <span data-record>{line.earTag}</span>
                  <Typography.Text type="secondary" data-record>
                    {line.holder}
                  </Typography.Text>
                </List.Item>
              )}
            />
          </Card>
        </Col>
      </Row>
    </Flex>
  );
}
