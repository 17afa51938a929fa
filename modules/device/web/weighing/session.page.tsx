import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Empty, Flex, Grid, Input, InputNumber, List, Statistic, Tag, Typography } from 'antd';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RowOf } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { useKeptQuery } from '#kit/web/field/kept-query.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  addWeights,
  findAnimal,
  type WeighAnimal,
  weighSession,
  weighView,
} from '#modules/device/contract/weighing/weigh-session.ts';
import { useLabel } from '../common/names.ts';
import { Steps } from '../common/steps.tsx';
import { RecordLine } from './record-line.tsx';
import { ScaleFileButton } from './scale-file.tsx';
import { keepWaiting, readWaiting, type WaitingWeight } from './waiting.ts';

type Weighing = RowOf<typeof weighSession>;

/** 称重作业: one large weight, the tag, and the list so far; made for a screen beside the crush and for a phone. */
export default function WeighSessionPage() {
  const url = useUrlState();
  const { openPage } = usePage();
  const id = Number(url.get('id')) || null;
  const text = useTexts('device.weighPage');
  if (id === null)
    return (
      <Empty description={text('choose')}>
        <Button type="primary" onClick={() => openPage('/anm/device/weighing')}>
          {text('toList')}
        </Button>
      </Empty>
    );
  return <Session key={id} id={id} />;
}

function Session({ id }: { readonly id: number }) {
  const screens = Grid.useBreakpoint();
  const text = useTexts('device.weighPage');
  const purpose = useLabel('weigh_purpose');
  const status = useLabel('weigh_session_status');
  const { actions } = useSession();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const {
    data: row,
    error,
    refetch,
  } = useKeptQuery({
    queryKey: [...resourceKey(weighSession), 'kept', id, useLanguage()],
    queryFn: async (signal) =>
      (await call(callOf(weighSession, 'detail'), { params: { id }, quiet: true, signal })) as unknown as Weighing,
  });
  const view = useKeptQuery({
    queryKey: ['device.weigh', id],
    queryFn: (signal) => call(weighView, { query: { id }, quiet: true, signal }),
    refetchInterval: 2_000,
  });
  const [kg, setKg] = useState<number | null>(null);
  const [tag, setTag] = useState('');
  const [waiting, setWaiting] = useState<readonly WaitingWeight[]>([]);
  const tagInput = useRef<HTMLInputElement>(null);
  const found = useAnimal(id, tag);
  const live = view.data?.live;
  const records = view.data?.records ?? [];

  const send = async (list: readonly WaitingWeight[]) => {
    if (list.length === 0) return;
    try {
      await call(addWeights, { body: { sessionId: id, records: [...list] }, quiet: true });
      // Another may have been taken while these were on their way.
      const rest = (await readWaiting(id)).filter((one) => !list.some((sent) => sent.n === one.n));
      await keepWaiting(id, rest);
      setWaiting(rest);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['device.weigh', id] }),
        queries.invalidateQueries({ queryKey: ['device.weighSession'] }),
      ]);
    } catch (failed) {
      // Without a network they stay here and go out with the next; a refusal is shown.
      if (navigator.onLine && (failed as { code?: number }).code) message.error((failed as Error).message);
    }
  };
  const again = useEffectEvent(async () => {
    const list = await readWaiting(id);
    setWaiting(list);
    await send(list);
  });
  useEffect(() => {
    const hear = () => void again();
    addEventListener('online', hear);
    hear();
    return () => removeEventListener('online', hear);
  }, []);

  const failed = error ?? view.error;
  if (failed) return <Failed error={failed} onRetry={() => void Promise.all([refetch(), view.refetch()])} />;
  if (!row || !view.data) return <Waiting />;
  const isOpen = row.status === 'weighing' && actions.has('device:weigh:edit');
  const weight = kg ?? (live?.stable ? live.kg : null);
  const accept = () => {
    if (weight === null || weight <= 0) return;
    const last = Math.max(0, ...records.map((one) => one.n), ...waiting.map((one) => one.n));
    const next = [
      ...waiting,
      { n: last + 1, at: new Date().toISOString(), tag: found?.earTag ?? (tag || null), kg: weight },
    ];
    setWaiting(next);
    setKg(null);
    setTag('');
    tagInput.current?.focus();
    void keepWaiting(id, next).then(() => send(next));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') accept();
    else if (event.key === 'F2') tagInput.current?.focus();
    else if (event.key === 'Escape') {
      setKg(null);
      setTag('');
    } else return;
    event.preventDefault();
  };
  return (
    <Flex vertical gap={12} style={{ maxWidth: 900, margin: '0 auto', width: '100%' }}>
      <Flex justify="space-between" wrap gap={8} align="center">
        <Flex gap={8} align="center" wrap>
          <Typography.Text strong data-record>
            {row.docNo}
          </Typography.Text>
          <Tag color="blue">{status(row.status)}</Tag>
          <Typography.Text type="secondary" data-record>
            {row.principalIdName} · {purpose(row.purpose)}
          </Typography.Text>
        </Flex>
        <Flex gap={8} wrap>
          {isOpen && <ScaleFileButton sessionId={id} />}
          <Steps
            resource={weighSession}
            row={row}
            names={['finish', 'back', 'post', 'void', 'cancel']}
            main={row.status === 'review' ? 'post' : 'finish'}
          />
        </Flex>
      </Flex>
      {isOpen && (
        <Card>
          <Flex vertical gap={12} align="center" onKeyDown={onKey}>
            <InputNumber<number>
              aria-label={text('kg')}
              value={weight}
              min={0.5}
              max={2000}
              step={0.5}
              onChange={(value) => setKg(value)}
              suffix="kg"
              controls={false}
              style={{ width: '100%', fontSize: 56 }}
              styles={{ input: { height: 88, fontSize: 56, textAlign: 'center', fontVariantNumeric: 'tabular-nums' } }}
              inputMode="decimal"
            />
            <Input
              ref={tagInput as never}
              size="large"
              aria-label={text('tag')}
              placeholder={text('tagHint')}
              value={tag}
              onChange={(event) => setTag(event.target.value.trim())}
              inputMode="numeric"
              allowClear
            />
            <AnimalLine animal={found} tag={tag} kg={weight} />
            <Button type="primary" size="large" block onClick={accept} disabled={weight === null}>
              {text('accept')}
            </Button>
            {screens.md && (
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {text('keys')}
              </Typography.Text>
            )}
          </Flex>
        </Card>
      )}
      <Flex gap={24} justify="space-around" wrap>
        <Statistic title={text('heads')} value={row.headCount} />
        <Statistic title={text('average')} value={row.avgKg ?? '-'} suffix="kg" />
        <Statistic title={text('gain')} value={row.adgKg ?? '-'} suffix="kg" />
        <Statistic
          title={text('open')}
          value={row.openMarks}
          {...(row.openMarks > 0 && { styles: { content: { color: 'var(--ant-color-error)' } } })}
        />
      </Flex>
      {waiting.length > 0 && <Tag color="warning">{text('waiting', { n: waiting.length })}</Tag>}
      <Card size="small" styles={{ body: { padding: 0 } }}>
        <List
          size="small"
          dataSource={[...records]}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('none')} /> }}
          renderItem={(one) => (
            <RecordLine
              record={one}
              mayChange={actions.has('device:weigh:edit') && (row.status === 'weighing' || row.status === 'review')}
              sessionId={id}
            />
          )}
        />
      </Card>
    </Flex>
  );
}

/** The animal the typed digits mean, where they mean one. */
function useAnimal(sessionId: number, tag: string): WeighAnimal | null {
  const { data } = useQuery({
    queryKey: ['device.weigh', 'animal', sessionId, tag],
    queryFn: () => call(findAnimal, { query: { sessionId, tag }, quiet: true }),
    enabled: tag.length >= 3,
  });
  return data?.length === 1 ? (data[0] ?? null) : null;
}

function AnimalLine({
  animal,
  tag,
  kg,
}: {
  readonly animal: WeighAnimal | null;
  readonly tag: string;
  readonly kg: number | null;
}) {
  const text = useTexts('device.weighPage');
  const stage = useLabel('stage');
  if (!animal)
    return <Typography.Text type="secondary">{tag.length >= 3 ? text('notOne') : text('noTag')}</Typography.Text>;
  const days = animal.weightOn
    ? Math.max(1, Math.round((Date.now() - Date.parse(animal.weightOn)) / 86_400_000))
    : null;
  const gain = kg !== null && animal.weight !== null && days ? (kg - animal.weight) / days : null;
  return (
    <Flex gap={8} wrap justify="center">
      <Typography.Text strong data-record>
        {animal.earTag}
      </Typography.Text>
      <Tag>{stage(animal.stage)}</Tag>
      {animal.weight !== null && (
        <Typography.Text type="secondary">
          {text('before', { kg: animal.weight, on: animal.weightOn ?? '' })}
        </Typography.Text>
      )}
      {gain !== null && <Tag color={gain >= 0 ? 'success' : 'error'}>{text('perDay', { kg: gain.toFixed(2) })}</Tag>}
    </Flex>
  );
}
