import { DeleteOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, DatePicker, Flex, Form, Grid, Segmented, Select, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { beep } from '#kit/web/field/beep.ts';
import { isOffline, useOnline } from '#kit/web/field/network.ts';
import { OutboxPanel } from '#kit/web/field/outbox-panel.tsx';
import { RunningCounter } from '#kit/web/field/running-counter.tsx';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { isOfficial, parseCode, showCode } from '#modules/sign/contract/numbers/code.ts';
import { mostLines, type WearList } from '#modules/sign/contract/wear/wear.ts';
import { Code, numberText, useDictName } from '../common/parts.tsx';
import { type QueuedWear, returned, sendList, wearOutbox } from './outbox.ts';
import { packOf } from './pack.ts';

const species = ['cattle', 'sheep', 'goat'] as const;
const firstBreed = { cattle: 'simmental', sheep: 'smallTailedHan', goat: 'cashmere' } as const;

type Line = WearList['lines'][number];
interface Draft extends Omit<WearList, 'clientKey' | 'principalId'> {
  readonly principalId: number | null;
}
const fresh = (): Draft => ({
  principalId: null,
  wornOn: dayjs().format(dateFormat),
  entryKind: 'born',
  species: 'cattle',
  breed: firstBreed.cattle,
  birthDate: dayjs().subtract(10, 'day').format(dateFormat),
  lines: [],
});

/** 佩戴登记: whose animals they are, then one scan after the other, and one list goes out; without a network too. */
export default function WearPage() {
  const id = useId();
  const text = useTexts('sign.wear');
  const client = useQueryClient();
  const isOnline = useOnline();
  const isNarrow = !Grid.useBreakpoint().md;
  const { setDirty } = usePage();
  const [draft, setDraft] = useState(fresh);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [told, setTold] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const keys = useRef({ own: newKey(), next: newKey() });
  const { data: pack, error } = useQuery({
    queryKey: ['sign.wearPack', isOnline],
    queryFn: packOf,
    networkMode: 'always',
    retry: false,
  });
  const speciesName = useDictName('species');
  const sexName = useDictName('animal_sex');
  const kindName = useDictName('entry_kind');
  const breeds = useDict(`breed_${draft.species}`).options;
  const renew = () => void client.invalidateQueries({ queryKey: ['sign.wearPack'] });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the network comes or goes
  useEffect(() => {
    void wearOutbox.read().then(() => (isOnline ? wearOutbox.sendAll(renew) : undefined));
  }, [isOnline]);

  const change = (next: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...next }));
    setDirty(true);
  };
  const begin = (next: Draft) => {
    setDraft(next);
    setReasons({});
    setTold(null);
    keys.current = { own: newKey(), next: newKey() };
    setDirty(next.lines.length > 0);
  };
  const own = pack?.ranges ?? [];
  const isOwn = (code: string) => own.some(({ from, to }) => Number(code) >= from && Number(code) <= to);
  const nameOf = (principalId: number | null) => pack?.holders.find((one) => one.id === principalId)?.name ?? '';

  const scan = (raw: string): boolean => {
    const code = parseCode(raw);
    const isGood = code !== null && isOfficial(code);
    const isTwice = draft.lines.some((one) => one.code === String(code));
    const isFull = draft.lines.length >= mostLines;
    beep(isGood && !isTwice && !isFull);
    setTold(
      !isGood
        ? text('badCode', { code: raw })
        : isTwice
          ? text('twice', { code: showCode(code) })
          : isFull
            ? text('full', { n: mostLines })
            : null,
    );
    if (!isGood || isTwice || isFull) return isGood;
    const line: Line = { code: String(code), sex: draft.lines[0]?.sex ?? 'female' };
    change({ lines: [line, ...draft.lines] });
    return true;
  };
  const setLine = (code: string, next: Partial<Line>) =>
    change({ lines: draft.lines.map((one) => (one.code === code ? { ...one, ...next } : one)) });

  const queued = (list: WearList): QueuedWear => ({
    list,
    holder: nameOf(list.principalId),
    nextKey: keys.current.next,
    queuedAt: new Date().toISOString(),
    state: 'waiting',
  });
  const save = async () => {
    const { principalId } = draft;
    if (principalId === null || draft.lines.length === 0) return;
    const list: WearList = { ...draft, principalId, clientKey: keys.current.own };
    setBusy(true);
    try {
      const { docNo, accepted, refused } = await sendList(list);
      if (docNo) notify('success', text('saved', { docNo, n: accepted }));
      renew();
      const empty = { ...draft, lines: [] };
      if (refused.length === 0) return begin(empty);
      const back = returned(queued(list), refused, newKey());
      begin({ ...empty, lines: [...back.list.lines] });
      setReasons(back.reasons ?? {});
    } catch (failure) {
      if (isOffline(failure)) {
        const isHeld = await wearOutbox.enqueue(queued(list));
        notify(isHeld ? 'info' : 'warning', text(isHeld ? 'queued' : 'queuedHere'));
        begin({ ...draft, lines: [] });
      } else if (failure instanceof ApiError)
        setTold([failure.message, ...failure.errors.map((one) => one.msg)].join(' · '));
      else throw failure;
    } finally {
      setBusy(false);
    }
  };
  const correct = async (one: QueuedWear) => {
    await wearOutbox.takeOut(one, true);
    const { clientKey, ...list } = one.list;
    begin(list);
    keys.current = { own: clientKey, next: one.nextKey };
    setReasons(one.reasons ?? {});
    setDirty(true);
  };

  if (error) return <Failed error={error} onRetry={renew} />;
  if (!pack) return <Waiting />;
  const left = own.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return (
    <Flex vertical gap={12}>
      <OutboxPanel
        outbox={wearOutbox}
        isOnline={isOnline}
        title={(one) => (
          <span>
            <span data-record>{one.holder}</span> {text('heads', { n: one.list.lines.length })}
          </span>
        )}
        outcome={(one) =>
          one.state === 'sent' ? text('stands', { docNo: one.docNo ?? '-', n: one.accepted ?? 0 }) : null
        }
        onCorrect={(one) => void correct(one)}
        onSent={renew}
      />
      <Card size="small">
        <Form layout="vertical" component="div">
          <div style={{ display: 'grid', gap: 8, gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))' }}>
            <Form.Item label={text('holder')} htmlFor={`${id}-holder`} required style={{ marginBlockEnd: 0 }}>
              <Select<number>
                id={`${id}-holder`}
                size="large"
                showSearch={{ optionFilterProp: 'label' }}
                placeholder={text('holderHint')}
                value={draft.principalId}
                options={pack.holders.map((one) => ({ value: one.id, label: `${one.name} · ${one.village}` }))}
                onChange={(principalId) => change({ principalId })}
              />
            </Form.Item>
            <Form.Item label={text('species')} style={{ marginBlockEnd: 0 }}>
              <Segmented
                size="large"
                block
                value={draft.species}
                options={species.map((value) => ({ value, label: speciesName(value) }))}
                onChange={(value) => change({ species: value, breed: firstBreed[value] })}
              />
            </Form.Item>
            <Form.Item label={text('breed')} htmlFor={`${id}-breed`} style={{ marginBlockEnd: 0 }}>
              <Select
                id={`${id}-breed`}
                size="large"
                showSearch={{ optionFilterProp: 'label' }}
                value={draft.breed}
                options={breeds.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
                onChange={(breed) => change({ breed })}
              />
            </Form.Item>
            <Form.Item label={text('kind')} style={{ marginBlockEnd: 0 }}>
              <Segmented
                size="large"
                block
                value={draft.entryKind}
                options={(['born', 'backlog'] as const).map((value) => ({ value, label: kindName(value) }))}
                onChange={(entryKind) => change({ entryKind })}
              />
            </Form.Item>
            {(['birthDate', 'wornOn'] as const).map((name) => (
              <Form.Item key={name} label={text(name)} htmlFor={`${id}-${name}`} style={{ marginBlockEnd: 0 }}>
                <DatePicker
                  id={`${id}-${name}`}
                  size="large"
                  allowClear={false}
                  inputReadOnly
                  maxDate={dayjs()}
                  value={dayjs(draft[name], dateFormat)}
                  onChange={(value) => value && change({ [name]: value.format(dateFormat) })}
                  style={{ width: '100%' }}
                />
              </Form.Item>
            ))}
          </div>
        </Form>
      </Card>
      <Card size="small">
        <Flex vertical gap={8}>
          <ScanInput
            size="large"
            autoFocus={!isNarrow}
            inputMode="numeric"
            aria-label={text('scan')}
            placeholder={text('scanHint')}
            onScan={scan}
          />
          <Flex justify="space-between" align="center" wrap gap={8}>
            <RunningCounter n={draft.lines.length} label={text('scanned')} />
            <Typography.Text type="secondary">
              {text('inHand', { n: numberText(left) })}
              {pack.next !== null && (
                <>
                  {' · '}
                  {text('next')} <Code>{showCode(pack.next)}</Code>
                </>
              )}
            </Typography.Text>
          </Flex>
          {told && <Alert type="error" showIcon title={told} closable={{ onClose: () => setTold(null) }} />}
          {draft.lines.map((one) => (
            <Flex key={one.code} justify="space-between" align="center" gap={8} wrap data-line={one.code}>
              <Flex vertical>
                <Code>{showCode(Number(one.code))}</Code>
                {reasons[one.code] ? (
                  <Typography.Text type="danger">{reasons[one.code]}</Typography.Text>
                ) : (
                  !isOwn(one.code) && <Tag color="orange">{text('notOwn')}</Tag>
                )}
              </Flex>
              <Flex gap={4} align="center">
                <Segmented
                  value={one.sex}
                  options={(['female', 'male'] as const).map((value) => ({ value, label: sexName(value) }))}
                  onChange={(sex) => setLine(one.code, { sex })}
                />
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={text('drop')}
                  onClick={() => change({ lines: draft.lines.filter((other) => other.code !== one.code) })}
                />
              </Flex>
            </Flex>
          ))}
          <Button
            type="primary"
            size="large"
            block={isNarrow}
            loading={busy}
            disabled={draft.principalId === null || draft.lines.length === 0}
            onClick={() => void save()}
          >
            {text('send', { n: draft.lines.length })}
          </Button>
        </Flex>
      </Card>
    </Flex>
  );
}
