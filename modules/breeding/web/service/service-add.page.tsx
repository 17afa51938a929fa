import { CloudDownloadOutlined, StopOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Checkbox,
  Flex,
  Form,
  Grid,
  Input,
  InputNumber,
  Modal,
  Radio,
  Select,
  Typography,
} from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { isOffline, patience, useOnline } from '#kit/web/field/network.ts';
import { withFiles } from '#kit/web/field/outbox.ts';
import { OutboxPanel } from '#kit/web/field/outbox-panel.tsx';
import { PictureField } from '#kit/web/field/picture-field.tsx';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { judgeService } from '#modules/breeding/contract/record/judge.ts';
import {
  addService,
  type OfferedStraw,
  type PreparedService,
  parseStraw,
  prepareService,
  type ServiceInput,
} from '#modules/breeding/contract/record/service.ts';
import { useChoices } from '../common/use-label.ts';
import { CowCard } from './cow-card.tsx';
import { type Draft, fresh } from './draft.ts';
import { idsOf, type QueuedService, serviceOutbox } from './outbox.ts';
import { findPacked, renewPack } from './pack.ts';
import { ScanFirst } from './scan-first.tsx';
import { StrawList } from './straw-list.tsx';

const TimeField = lazy(() => import('./time-field.tsx'));

/** 配种登记: scan the cow, see how she stands, choose a straw of the own tank, save; without a network too. */
export default function ServiceAddPage() {
  const t = useT();
  const text = useTexts('breeding.servicePage');
  const { search, openPage, setDirty } = usePage();
  const isOnline = useOnline();
  const client = useQueryClient();
  const isNarrow = !Grid.useBreakpoint().lg;
  const [prepared, setPrepared] = useState<PreparedService | null>(null);
  const [choices, setChoices] = useState<readonly { animalId: number; earTag: string; holder: string }[]>([]);
  const [straw, setStraw] = useState<OfferedStraw | null>(null);
  const [draft, setDraft] = useState<Draft>(fresh);
  const [photos, setPhotos] = useState<readonly Picture[]>([]);
  const [told, setTold] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const wasteReasons = useChoices('insemination_waste_reason');
  const change = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }));

  const begin = (next: PreparedService | null) => {
    setPrepared(next);
    setStraw(null);
    setDraft(fresh());
    setPhotos([]);
    setTold(null);
    key.current = newKey();
    setDirty(next !== null);
  };
  const find = async (query: { animalId?: string; tag?: string }) => {
    setTold(null);
    try {
      const answer = await call(prepareService, {
        query: query as never,
        quiet: true,
        signal: AbortSignal.timeout(patience),
      });
      if (answer.one) begin(answer.one);
      else setChoices(answer.choices);
    } catch (error) {
      if (!isOffline(error)) return setTold(error instanceof Error ? error.message : '');
      const near = query.tag ? await findPacked(query.tag) : [];
      if (near.length === 1 && near[0]) begin(near[0]);
      else if (near.length > 1) setChoices(near.map(({ cow }) => cow));
      else setTold(text('notPacked'));
    }
  };
  const scan = (raw: string) => {
    const digits = raw.replace(/\D/g, '');
    if (digits.length < 4) {
      setTold(text('tooShort'));
      return false;
    }
    void find({ tag: digits.slice(-15) });
    return true;
  };
  const tagAsked = search.get('tag');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the cow the address names
  useEffect(() => {
    void serviceOutbox.read().then(() => serviceOutbox.sendAll());
    if (tagAsked) void find({ tag: tagAsked });
    else if (navigator.onLine) void renewPack().catch(() => {});
  }, [tagAsked]);

  const scanStraw = async (mark: string) => {
    const near = prepared?.straws.find((one) => one.strawMark?.toUpperCase() === mark.toUpperCase());
    if (near) return setStraw(near.refused ? null : near);
    try {
      const { lots } = await call(parseStraw, { query: { mark }, quiet: true });
      const found = prepared?.straws.find((one) => lots.some((lot) => lot.lotId === one.lotId));
      if (found && !found.refused) setStraw(found);
      else setTold(text(found ? 'strawRefused' : 'strawUnknown'));
    } catch {
      setTold(text('strawUnknown'));
    }
  };

  const verdict =
    prepared && straw
      ? judgeService({
          cow: prepared.cow,
          rules: prepared.rules,
          servedAt: draft.servedAt.valueOf(),
          now: Date.now(),
          method: 'frozenAi',
          sire: {
            code: straw.sireCode,
            status: straw.sireStatus,
            species: null,
            heiferSafe: straw.heiferSafe,
            semenKind: straw.semenKind,
          },
          kinPct: straw.kin.pct,
          left: straw.left,
          straws: draft.straws,
          wasted: draft.wasted,
          fits: straw.fits,
          hasHeat: draft.heatSeen,
          mayBackdate: false,
          intervalReason: draft.intervalReason,
          secondSireReason: draft.secondSireReason,
        })
      : null;
  const lacking = verdict?.warnings.filter((one) => !draft.ack.includes(one)) ?? [];
  const wants = (code: string) => verdict?.refused?.code === code;

  const rowOf = (): ServiceInput | null =>
    prepared && straw
      ? {
          animalId: prepared.cow.animalId,
          earTag: prepared.cow.earTag,
          servedAt: draft.servedAt.toISOString(),
          method: 'frozenAi',
          sireCode: straw.sireCode,
          lotId: straw.lotId,
          straws: draft.straws,
          wasted: draft.wasted,
          wasteReason: draft.wasted > 0 ? (draft.wasteReason ?? 'other') : null,
          heatReportId: prepared.heatReport?.id ?? null,
          heatSeenAt: draft.heatSeen
            ? (prepared.heatReport?.seenAt ?? draft.servedAt.subtract(12, 'hour').toISOString())
            : null,
          intervalReason: draft.intervalReason || null,
          secondSireReason: draft.secondSireReason || null,
          feeCents: draft.feeYuan === null ? null : Math.round(draft.feeYuan * 100),
          remark: draft.remark || null,
          ack: [...draft.ack],
        }
      : null;
  const done = (docNo: string | undefined) => {
    notify('success', text('saved', { docNo: docNo ?? '' }));
    begin(null);
    void client.invalidateQueries();
  };
  const queue = async (row: ServiceInput) => {
    const one: QueuedService = {
      clientKey: key.current,
      row,
      holder: prepared?.cow.holder ?? '',
      photos,
      sign: null,
      queuedAt: new Date().toISOString(),
      state: 'waiting',
    };
    const isHeld = await serviceOutbox.enqueue(one);
    notify(isHeld ? 'info' : 'warning', text(isHeld ? 'queued' : 'queuedHere'));
    begin(null);
  };
  const save = async () => {
    const row = rowOf();
    if (!row) return;
    setBusy(true);
    try {
      const sent = await withFiles(
        { photos },
        {
          bizType: 'breeding.insemination',
          picturesOf: (one) => one.photos,
          withPicture: (one, picture) => ({
            photos: one.photos.map((other) => (other.key === picture.key ? picture : other)),
          }),
        },
        (next) => setPhotos(next.photos),
      );
      const made = await call(addService, {
        body: { clientKey: key.current, rows: [{ ...row, photoIds: idsOf(sent.photos) }] },
        idempotencyKey: key.current,
        quiet: true,
        signal: AbortSignal.timeout(patience),
      });
      done(made.saved[0]?.docNo);
    } catch (error) {
      if (isOffline(error)) await queue(row);
      else if (error instanceof ApiError) setTold([error.message, ...error.errors.map((one) => one.msg)].join(' · '));
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} align="center" wrap>
          <ScanInput
            size="large"
            autoFocus
            inputMode="numeric"
            aria-label={text('scan')}
            placeholder={text('scanHint')}
            style={{ flex: '1 1 260px' }}
            onScan={scan}
          />
          <Button
            icon={<CloudDownloadOutlined />}
            disabled={!isOnline}
            onClick={() =>
              void renewPack().then(
                (n) => notify('success', text('packed', { n })),
                () => notify('error', text('packFailed')),
              )
            }
          >
            {text('takeAlong')}
          </Button>
        </Flex>
        {told && (
          <Alert
            style={{ marginBlockStart: 8 }}
            type="error"
            showIcon
            closable={{ onClose: () => setTold(null) }}
            title={told}
          />
        )}
      </Card>
      <OutboxPanel
        outbox={serviceOutbox}
        isOnline={isOnline}
        title={(one) => <span data-record>{`${one.row.earTag} · ${one.row.sireCode} · ${one.holder}`}</span>}
        outcome={(one) => one.docNo ?? null}
        onCorrect={(one) => void serviceOutbox.takeOut(one, false).then(() => find({ tag: one.row.earTag }))}
        onSent={() => void client.invalidateQueries()}
      />
      {!prepared && <ScanFirst />}
      {prepared && (
        <div
          style={{ display: 'grid', gap: 12, gridTemplateColumns: isNarrow ? '1fr' : 'minmax(0, 5fr) minmax(0, 7fr)' }}
        >
          <Flex vertical gap={12}>
            <CowCard prepared={prepared} />
            {prepared.cow.cycleStatus === 'pregnant' && (
              <Alert
                type="warning"
                showIcon
                title={text('isPregnant')}
                action={
                  <Button size="small" onClick={() => openPage(`/ant/breed/pregnancy?check=${prepared.cow.earTag}`)}>
                    {text('recordCheck')}
                  </Button>
                }
              />
            )}
          </Flex>
          <Flex vertical gap={12}>
            <Card
              size="small"
              title={text('tank', { no: prepared.tank.tankNo ?? '-' })}
              extra={
                <ScanInput
                  size="small"
                  aria-label={text('scanStraw')}
                  placeholder={text('scanStraw')}
                  style={{ inlineSize: 190 }}
                  onScan={(mark) => void scanStraw(mark)}
                />
              }
            >
              <StrawList straws={prepared.straws} chosen={straw?.lotId ?? null} onChoose={setStraw} />
            </Card>
            {straw && verdict && (
              <Card size="small" title={text('thisService')}>
                <Form layout="vertical" onFinish={() => void save()}>
                  <Flex gap={12} wrap>
                    <Form.Item label={text('servedAt')} style={{ marginBlockEnd: 8 }}>
                      <Suspense fallback={<Waiting />}>
                        <TimeField value={draft.servedAt} onChange={(servedAt) => change({ servedAt })} />
                      </Suspense>
                    </Form.Item>
                    <Form.Item label={text('strawsUsed')} style={{ marginBlockEnd: 8 }}>
                      <InputNumber
                        min={1}
                        max={prepared.rules.strawsPerShot}
                        value={draft.straws}
                        onChange={(n) => change({ straws: n ?? 1 })}
                      />
                    </Form.Item>
                    <Form.Item label={text('wasted')} style={{ marginBlockEnd: 8 }}>
                      <InputNumber min={0} max={5} value={draft.wasted} onChange={(n) => change({ wasted: n ?? 0 })} />
                    </Form.Item>
                    {draft.wasted > 0 && (
                      <Form.Item label={text('wasteReason')} style={{ marginBlockEnd: 8 }}>
                        <Select
                          style={{ inlineSize: 140 }}
                          options={wasteReasons}
                          value={draft.wasteReason}
                          onChange={(wasteReason) => change({ wasteReason })}
                        />
                      </Form.Item>
                    )}
                    <Form.Item label={text('fee')} style={{ marginBlockEnd: 8 }}>
                      <InputNumber
                        min={0}
                        max={10_000}
                        precision={2}
                        value={draft.feeYuan}
                        onChange={(feeYuan) => change({ feeYuan })}
                      />
                    </Form.Item>
                  </Flex>
                  <Checkbox checked={draft.heatSeen} onChange={({ target }) => change({ heatSeen: target.checked })}>
                    {text('heatSeen')}
                  </Checkbox>
                  {(wants('oddInterval') || draft.intervalReason) && (
                    <Form.Item
                      label={text('intervalReason', { n: verdict.intervalDays ?? 0 })}
                      required
                      style={{ marginBlock: 8 }}
                    >
                      <Input
                        value={draft.intervalReason}
                        onChange={({ target }) => change({ intervalReason: target.value })}
                      />
                    </Form.Item>
                  )}
                  {(wants('secondSire') || draft.secondSireReason) && (
                    <Form.Item label={text('secondSireReason')} required style={{ marginBlock: 8 }}>
                      <Input
                        value={draft.secondSireReason}
                        onChange={({ target }) => change({ secondSireReason: target.value })}
                      />
                    </Form.Item>
                  )}
                  <Form.Item style={{ marginBlock: 8 }}>
                    <PictureField value={photos} label={text('photos')} most={6} onChange={setPhotos} />
                  </Form.Item>
                  {verdict.warnings.map((code) => (
                    <Alert
                      key={code}
                      type="warning"
                      style={{ marginBlockEnd: 8 }}
                      title={
                        <Checkbox
                          checked={draft.ack.includes(code)}
                          onChange={({ target }) =>
                            change({
                              ack: target.checked ? [...draft.ack, code] : draft.ack.filter((one) => one !== code),
                            })
                          }
                        >
                          {`${t.any(`breeding.warning.${code}`)} · ${text('acknowledge')}`}
                        </Checkbox>
                      }
                    />
                  ))}
                  {verdict.refused && !wants('oddInterval') && !wants('secondSire') && (
                    <Alert
                      type="error"
                      showIcon
                      icon={<StopOutlined />}
                      style={{ marginBlockEnd: 8 }}
                      title={t.any(`breeding.refusal.${verdict.refused.code}`, {
                        n: verdict.refused.n ?? 0,
                        pct: straw.kin.pct,
                        relation: straw.kin.relation ? t.any(`breeding.relation.${straw.kin.relation}`) : '',
                      })}
                    />
                  )}
                  <Typography.Paragraph type="secondary" style={{ marginBlockEnd: 8 }}>
                    {text('ahead', {
                      heat: verdict.heatNo,
                      shot: verdict.shotNo,
                      from: verdict.watchFrom,
                      to: verdict.watchTo,
                      check: verdict.checkDueOn,
                      calving: verdict.expectedOn,
                    })}
                  </Typography.Paragraph>
                  <Button
                    type="primary"
                    size="large"
                    htmlType="submit"
                    block={isNarrow}
                    loading={busy}
                    disabled={verdict.refused !== null || lacking.length > 0}
                  >
                    {text('submit')}
                  </Button>
                </Form>
              </Card>
            )}
          </Flex>
        </div>
      )}
      <Modal open={choices.length > 0} title={text('choose')} footer={null} onCancel={() => setChoices([])}>
        <Radio.Group
          vertical
          options={choices.map((one) => ({
            value: one.earTag,
            label: <span data-record>{`${one.earTag} · ${one.holder}`}</span>,
          }))}
          onChange={({ target }) => {
            setChoices([]);
            void find({ tag: String(target.value) });
          }}
        />
      </Modal>
    </Flex>
  );
}
