import { CheckCircleFilled } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, DatePicker, Empty, Flex, Grid, InputNumber, Segmented, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useKeptQuery } from '#kit/web/field/kept-query.ts';
import { isOffline, patience, useOnline } from '#kit/web/field/network.ts';
import { OutboxPanel } from '#kit/web/field/outbox-panel.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type FeedingSheet,
  feedingSheet,
  leftFeeding,
  type SheetPen,
  saveFeeding,
} from '#modules/farm/contract/feed/feed.ts';
import { useFarmQuery } from '../common/use-farm-query.ts';
import { feedingOutbox } from './outbox.ts';

type Meal = SheetPen['meals'][number];
interface Typed {
  readonly fed: number | null;
  readonly left: number | null;
}
const cellOf = (penId: number, mealNo: number) => `${penId}:${mealNo}`;

/** Every pen with its meals in one form: what is planned stands in the box, what was given is typed over it. */
export function FeedingSheetForm() {
  const text = useTexts('farm.feeding');
  const language = useLanguage();
  const client = useQueryClient();
  const isWide = Grid.useBreakpoint().md === true;
  const isOnline = useOnline();
  const [day, setDay] = useState(dayjs().format('YYYY-MM-DD'));
  const [only, setOnly] = useState<'mine' | 'open' | 'all'>('all');
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [busy, setBusy] = useState<string | null>(null);
  const { items: queued } = feedingOutbox.useOutbox();
  useEffect(() => {
    void feedingOutbox.read().then(() => feedingOutbox.sendAll());
  }, []);
  const farm = useFarmQuery();
  const { data, error, refetch } = useKeptQuery({
    queryKey: ['farm', 'feedingSheet', day, farm, language],
    queryFn: (signal) => call(feedingSheet, { query: { onDate: day, ...farm } as never, quiet: true, signal }),
  });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const waits = new Set(
    queued.filter((one) => one.state !== 'sent').map((one) => cellOf(one.row.penId, one.row.mealNo)),
  );
  const isOpen = (pen: SheetPen) => pen.meals.some((meal) => !meal.record);
  const hasOwn = data.pens.some((pen) => pen.mine);
  const shown = data.pens.filter((pen) => (only === 'mine' ? pen.mine : only === 'open' ? isOpen(pen) : true));
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['farm'] });
    void refetch();
  };
  const typedOf = (pen: SheetPen, meal: Meal): Typed => {
    const own = typed[cellOf(pen.penId, meal.mealNo)];
    return { fed: own ? own.fed : meal.planKg, left: own ? own.left : null };
  };
  const save = async (pen: SheetPen, meals: readonly Meal[]): Promise<boolean> => {
    for (const meal of meals) {
      const { fed, left } = typedOf(pen, meal);
      if (meal.record || !fed) continue;
      const row = {
        requestId: newKey(),
        penId: pen.penId,
        onDate: data.onDate,
        mealNo: meal.mealNo,
        fedKg: fed,
        leftKg: left ?? 0,
      };
      try {
        await call(saveFeeding, {
          body: row,
          idempotencyKey: row.requestId,
          quiet: true,
          signal: AbortSignal.timeout(patience),
        });
      } catch (failure) {
        if (!isOffline(failure)) {
          notify('error', `${pen.hovel} ${pen.pen}: ${failure instanceof ApiError ? failure.message : text('failed')}`);
          return false;
        }
        const isHeld = await feedingOutbox.enqueue({
          row,
          pen: `${pen.hovel} ${pen.pen}`,
          queuedAt: new Date().toISOString(),
          state: 'waiting',
        });
        notify(isHeld ? 'info' : 'warning', text(isHeld ? 'queued' : 'queuedHere'));
      }
    }
    return true;
  };
  const saveOne = async (pen: SheetPen, meal: Meal) => {
    setBusy(cellOf(pen.penId, meal.mealNo));
    if (await save(pen, [meal])) refresh();
    setBusy(null);
  };
  /** The round that is due: the first meal of each pen that nobody has given. */
  const saveRound = async () => {
    setBusy('round');
    for (const pen of shown) {
      const next = pen.meals.find((meal) => !meal.record && !waits.has(cellOf(pen.penId, meal.mealNo)));
      if (next && !(await save(pen, [next]))) break;
    }
    setBusy(null);
    refresh();
  };
  const saveLeft = async (meal: Meal, leftKg: number) => {
    if (!meal.record) return;
    await call(leftFeeding, { body: { id: meal.record.id, version: meal.record.version, leftKg } });
    refresh();
  };
  const due = shown.filter((pen) => pen.meals.some((meal) => !meal.record && meal.planKg)).length;
  return (
    <Flex vertical gap={12}>
      <OutboxPanel
        outbox={feedingOutbox}
        isOnline={isOnline}
        title={(one) => `${one.pen} ${one.row.onDate} ${one.row.fedKg} kg`}
        onCorrect={(one) => {
          setTyped({ ...typed, [cellOf(one.row.penId, one.row.mealNo)]: { fed: one.row.fedKg, left: one.row.leftKg } });
          void feedingOutbox.takeOut(one, false);
        }}
        onSent={refresh}
      />
      <Card size="small">
        <Flex gap={12} wrap align="center" justify="space-between">
          <Flex gap={12} wrap align="center">
            <DatePicker
              value={dayjs(day)}
              allowClear={false}
              maxDate={dayjs()}
              onChange={(next) => next && setDay(next.format('YYYY-MM-DD'))}
            />
            <Segmented
              value={only}
              options={[
                { value: 'all', label: text('allPens') },
                ...(hasOwn ? [{ value: 'mine', label: text('minePens') }] : []),
                { value: 'open', label: text('openPens') },
              ]}
              onChange={(next) => setOnly(next as typeof only)}
            />
            <Typography.Text type="secondary" data-record>
              {data.store ? text('fromStore', { store: data.store }) : text('noStore')}
            </Typography.Text>
          </Flex>
          <Button
            type="primary"
            block={!isWide}
            loading={busy === 'round'}
            disabled={due === 0}
            onClick={() => void saveRound()}
          >
            {text('saveRound', { n: due })}
          </Button>
        </Flex>
      </Card>
      <Shortages sheet={data} />
      {shown.length === 0 && (
        <Card>
          <Empty description={text('noPens')} />
        </Card>
      )}
      <div
        style={{
          display: 'grid',
          gap: 10,
          gridTemplateColumns: isWide ? 'repeat(auto-fill, minmax(360px, 1fr))' : 'minmax(0, 1fr)',
        }}
      >
        {shown.map((pen) => (
          <Card
            key={pen.penId}
            size="small"
            title={
              <span data-record>
                {pen.hovel} {pen.pen}
              </span>
            }
            extra={<Typography.Text type="secondary">{text('heads', { n: pen.head })}</Typography.Text>}
          >
            <Typography.Paragraph type="secondary" ellipsis style={{ marginBlockEnd: 8 }} data-record>
              {pen.plan ?? text('noPlan')}
            </Typography.Paragraph>
            <Flex vertical gap={8}>
              {pen.meals.map((meal) => (
                <MealRow
                  key={meal.mealNo}
                  meal={meal}
                  value={typedOf(pen, meal)}
                  isWaiting={waits.has(cellOf(pen.penId, meal.mealNo))}
                  isBusy={busy === cellOf(pen.penId, meal.mealNo)}
                  onType={(next) => setTyped({ ...typed, [cellOf(pen.penId, meal.mealNo)]: next })}
                  onSave={() => void saveOne(pen, meal)}
                  onLeft={(left) => void saveLeft(meal, left)}
                />
              ))}
            </Flex>
          </Card>
        ))}
      </div>
    </Flex>
  );
}

/** What the meals that are still open need and the store does not have. */
function Shortages({ sheet }: { readonly sheet: FeedingSheet }) {
  const text = useTexts('farm.feeding');
  const need = new Map<number, { name: string; qty: number; onHand: number }>();
  for (const pen of sheet.pens)
    for (const meal of pen.meals)
      if (!meal.record)
        for (const item of meal.items)
          need.set(item.materialId, {
            name: item.name,
            qty: (need.get(item.materialId)?.qty ?? 0) + item.qty,
            onHand: item.onHand,
          });
  const short = [...need.values()].filter((one) => one.qty > one.onHand);
  if (short.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={text('short')}
      description={short.map((one) => (
        <div key={one.name}>
          {text('shortOf', { name: one.name, n: Math.round(one.qty), has: Math.round(one.onHand) })}
        </div>
      ))}
    />
  );
}

interface RowProps {
  readonly meal: Meal;
  readonly value: Typed;
  readonly isWaiting: boolean;
  readonly isBusy: boolean;
  onType(next: Typed): void;
  onSave(): void;
  onLeft(leftKg: number): void;
}

function MealRow({ meal, value, isWaiting, isBusy, onType, onSave, onLeft }: RowProps) {
  const text = useTexts('farm.feeding');
  const [left, setLeft] = useState<number | null>(null);
  const label = meal.mealNo === 0 ? text('wholeDay') : text('meal', { n: meal.mealNo });
  const isOff = meal.planKg !== null && value.fed !== null && Math.abs(value.fed - meal.planKg) > meal.planKg * 0.1;
  if (meal.record)
    return (
      <Flex gap={8} align="center" justify="space-between" wrap>
        <Flex gap={6} align="center">
          <CheckCircleFilled style={{ color: 'var(--ant-color-success)' }} />
          <span>{label}</span>
          <strong>{text('kg', { n: meal.record.fedKg })}</strong>
          {meal.record.by && (
            <Typography.Text type="secondary" data-record>
              {meal.record.by}
            </Typography.Text>
          )}
        </Flex>
        <InputNumber
          aria-label={`${label} ${text('left')}`}
          prefix={text('left')}
          suffix="kg"
          min={0}
          max={meal.record.fedKg}
          value={left ?? meal.record.leftKg}
          style={{ inlineSize: 140 }}
          onChange={setLeft}
          onBlur={() => left !== null && left !== meal.record?.leftKg && onLeft(left)}
        />
      </Flex>
    );
  return (
    <Flex gap={8} align="center" justify="space-between" wrap>
      <Flex vertical>
        <span>{label}</span>
        <Typography.Text type="secondary">
          {meal.planKg === null ? '-' : text('planned', { n: meal.planKg })}
        </Typography.Text>
      </Flex>
      <Flex gap={6} align="center">
        {isWaiting && <Tag color="orange">{text('waiting')}</Tag>}
        <InputNumber
          aria-label={`${label} ${text('fed')}`}
          suffix="kg"
          min={0}
          max={100_000}
          value={value.fed}
          {...(isOff && { status: 'error' as const })}
          style={{ inlineSize: 120 }}
          disabled={isWaiting}
          onChange={(fed) => onType({ ...value, fed })}
          onPressEnter={onSave}
        />
        <Button type="primary" ghost loading={isBusy} disabled={!value.fed || isWaiting} onClick={onSave}>
          {text('save')}
        </Button>
      </Flex>
    </Flex>
  );
}
