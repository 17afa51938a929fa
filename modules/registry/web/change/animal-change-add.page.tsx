import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, DatePicker, Flex, Form, Radio, Result, Table, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { animalByTag, type SmallAnimal } from '#modules/registry/contract/animal/animal-life.ts';
import { animalChange, checkChange, submitChange } from '#modules/registry/contract/change/animal-change.ts';
import { PhotoInput } from '../animal/entry/photo-input.tsx';
import { useWarned } from '../animal/entry/use-warned.tsx';
import { FindAnimals } from '../animal/find-animals.tsx';
import { DictName } from '../animal/names.tsx';
import { EarTag } from '../animal/tag/ear-tag.tsx';
import { type ChangeKind, type ChangeType, changeKinds, isChangeType } from './change-fields.ts';
import { ChangeInputs, type ChangeValues } from './change-inputs.tsx';

const types = Object.keys(changeKinds) as ChangeType[];

/** 登记变动: the kind first, then the animals with what stands in their way, then only what that kind asks for. */
export default function AnimalChangeAddPage() {
  const t = useT();
  const { search, openPage, closePage, setDirty } = usePage();
  const { options } = useDict('animal_change_type');
  const language = useLanguage();
  const changedAnimals = useChanged(animal);
  const changedPapers = useChanged(animalChange);
  const warned = useWarned();
  const asked = search.get('type');
  const [type, setType] = useState<ChangeType>(isChangeType(asked) ? asked : 'handover');
  const [animals, setAnimals] = useState<readonly SmallAnimal[]>([]);
  const [values, setValues] = useState<ChangeValues>({});
  const [photoIds, setPhotoIds] = useState<readonly number[]>([]);
  const [happenedOn, setHappenedOn] = useState(dayjs().format(dateFormat));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<DataOf<typeof submitChange> | null>(null);
  const paper = useResourceDetail(animalChange, made?.id ?? null).row;
  const attempt = useRef<string | null>(null);
  const text = useTexts('registry.animalChangeForm');
  const add = (found: readonly SmallAnimal[]) =>
    setAnimals((old) => [...old, ...found.filter((one) => !old.some(({ id }) => id === one.id))]);

  const ids = search.get('ids') ?? '';
  // Each address is taken once: the tab shown again keeps what was changed since.
  const taken = useRef('');
  useEffect(() => {
    const address = `${asked} ${ids}`;
    if (taken.current === address) return;
    taken.current = address;
    attempt.current = null;
    setMade(null);
    if (isChangeType(asked)) setType(asked);
    if (/^\d+(,\d+)*$/.test(ids)) void call(animalByTag, { query: { ids } }).then((found) => setAnimals(found));
  }, [asked, ids]);

  const holderId = animals[0]?.principalId ?? null;
  const { asks, must }: ChangeKind = changeKinds[type];
  const facts = Object.fromEntries(asks.map((name) => [name, values[name] ?? null]));
  const body = {
    changeType: type,
    animalIds: animals.map((one) => one.id),
    happenedOn,
    photoIds: [...photoIds],
    ...facts,
  };
  const isPriced = !values.amount || /^\d{1,9}(\.\d{1,2})?$/.test(String(values.amount));
  const checked = useQuery({
    queryKey: [
      'registry.changeCheck',
      type,
      body.animalIds,
      values.toPrincipalId,
      values.toPenId,
      values.purpose,
      language,
    ],
    queryFn: () =>
      call(checkChange, { body: { ...body, ...(isPriced ? {} : { amount: null }) } as never, quiet: true }),
    enabled: animals.length > 0,
  });
  const blocks = Map.groupBy(checked.data ?? [], (one) => one.animalId);
  const isReady =
    animals.length > 0 &&
    (checked.data ?? []).every((one) => one.level === 'warn') &&
    must.every((name) => values[name]) &&
    isPriced &&
    checked.isSuccess;

  const save = async () => {
    if (!isReady || busy) return;
    if (!(await warned((checked.data ?? []).map(({ words }) => words)))) return;
    setBusy(true);
    setProblem(null);
    attempt.current ??= newKey();
    try {
      setMade(await call(submitChange, { body: body as never, idempotencyKey: attempt.current, quiet: true }));
      attempt.current = null;
      setAnimals([]);
      setValues({});
      setPhotoIds([]);
      setDirty(false);
      void changedAnimals();
      void changedPapers();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 0) attempt.current = null;
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      setProblem(error.message);
      void checked.refetch();
    } finally {
      setBusy(false);
    }
  };
  const change = (work: () => void) => {
    attempt.current = null;
    setErrors({});
    setProblem(null);
    setDirty(true);
    work();
  };
  const waits =
    paper?.acceptUntil != null &&
    text('waitsFor', { to: String(paper.toPrincipalIdName), until: String(paper.acceptUntil) });
  if (made)
    return (
      <Card>
        <Result
          status={made.status === 'done' ? 'success' : 'info'}
          title={waits || text(made.status === 'done' ? 'done' : 'waits')}
          subTitle={
            <>
              {made.docNo}
              {waits && <div>{text('waitsHint')}</div>}
            </>
          }
          extra={[
            <Button
              key="see"
              type="primary"
              onClick={() => openPage(`/pri/animal/change?tab=all&open=detail:${made.id}`)}
            >
              {text('see')}
            </Button>,
            <Button key="again" onClick={() => setMade(null)}>
              {text('again')}
            </Button>,
            <Button key="close" onClick={closePage}>
              {t('kit.close')}
            </Button>,
          ]}
        />
      </Card>
    );
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      <Flex vertical gap={12} style={{ maxWidth: 1200, marginInline: 'auto' }}>
        <Card size="small" title={text('type')}>
          <Radio.Group
            optionType="button"
            buttonStyle="solid"
            value={type}
            onChange={(event) => change(() => setType(event.target.value as ChangeType))}
            options={types.map((one) => ({
              value: one,
              label: options.find((option) => option.dictValue === one)?.dictLabel ?? one,
            }))}
          />
        </Card>
        <Card
          size="small"
          title={text('animals', { n: animals.length })}
          extra={
            animals.length > 0 && (
              <Button type="link" size="small" onClick={() => change(() => setAnimals([]))}>
                {t('kit.clearSelection')}
              </Button>
            )
          }
        >
          <Flex vertical gap={12}>
            <FindAnimals onFound={(found) => change(() => add(found))} />
            {animals.length > 0 && (
              <Table
                size="small"
                rowKey="id"
                pagination={false}
                loading={checked.isFetching}
                virtual={animals.length > 100}
                scroll={{ x: 820, ...(animals.length > 8 && { y: 320 }) }}
                dataSource={animals}
                columns={[
                  {
                    key: 'tag',
                    width: 170,
                    title: t('registry.animal.earTag'),
                    render: (_, one) => <EarTag tag={one.earTag} />,
                  },
                  {
                    key: 'block',
                    title: text('blocks'),
                    render: (_, one) => {
                      const own = blocks.get(one.id) ?? [];
                      if (own.length === 0) return checked.isSuccess && <Tag color="success">{text('free')}</Tag>;
                      return own.map((block) => (
                        <div key={block.bizCode}>
                          <Tag color={block.level === 'warn' ? 'warning' : 'error'}>{block.words}</Tag>
                          {block.wayOut && <Typography.Text type="secondary">{block.wayOut}</Typography.Text>}
                        </div>
                      ));
                    },
                  },
                  {
                    key: 'what',
                    width: 170,
                    title: t('registry.animal.stage'),
                    render: (_, one) => (
                      <>
                        <DictName dict="species" value={one.species} /> · <DictName dict="stage" value={one.stage} />
                      </>
                    ),
                  },
                  {
                    key: 'holder',
                    width: 200,
                    title: t('registry.animal.principalId'),
                    render: (_, one) => <span data-record>{one.holderName}</span>,
                  },
                  {
                    key: 'off',
                    width: 80,
                    render: (_, one) => (
                      <Button
                        type="link"
                        size="small"
                        onClick={() => change(() => setAnimals((old) => old.filter(({ id }) => id !== one.id)))}
                      >
                        {text('off')}
                      </Button>
                    ),
                  },
                ]}
              />
            )}
          </Flex>
        </Card>
        <Card size="small" title={text('facts')}>
          <div style={gridStyle}>
            <Form.Item
              label={t('registry.animalChange.happenedOn')}
              htmlFor="change-happenedOn"
              required
              {...(errors.happenedOn && { validateStatus: 'error', help: errors.happenedOn })}
            >
              <DatePicker
                id="change-happenedOn"
                value={dayjs(happenedOn, dateFormat)}
                maxDate={dayjs()}
                allowClear={false}
                onChange={(date) => date && change(() => setHappenedOn(date.format(dateFormat)))}
                style={{ width: '100%' }}
              />
            </Form.Item>
            <ChangeInputs
              type={type}
              holderId={holderId}
              values={values}
              errors={isPriced ? errors : { ...errors, amount: text('amountWrong') }}
              onChange={(name, value) => change(() => setValues((old) => ({ ...old, [name]: value })))}
            />
            {(type === 'death' || type === 'cull') && (
              <Form.Item label={text('photos')}>
                <PhotoInput bizType="registry.animalChange" onChange={(chosen) => change(() => setPhotoIds(chosen))} />
              </Form.Item>
            )}
          </div>
          {problem && <Alert type="error" showIcon title={problem} style={{ marginBlockEnd: 12 }} />}
          <Flex justify="end" gap={8}>
            <Button onClick={closePage}>{t('kit.cancel')}</Button>
            <Button type="primary" htmlType="submit" loading={busy} disabled={!isReady}>
              {text('submit', { n: animals.length })}
            </Button>
          </Flex>
        </Card>
      </Flex>
    </Form>
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  columnGap: 24,
} as const;
