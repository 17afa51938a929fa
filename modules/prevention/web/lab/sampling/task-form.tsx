import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  Alert,
  Button,
  DatePicker,
  Drawer,
  Flex,
  Form,
  Input,
  InputNumber,
  Radio,
  Select,
  Space,
  Typography,
} from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import {
  addSampleTask,
  editSampleTask,
  type QuotaRow,
  type SampleTask,
  sampleTask,
} from '#modules/prevention/contract/lab/sample-task.ts';
import { useLabChoices } from '../choices.ts';
import { HolderChoice } from './holder-choice.tsx';

interface Props {
  readonly row?: SampleTask | undefined;
  readonly copied?: SampleTask | undefined;
  onClose(): void;
  onDraw(saved: { id: number; version: number }): void;
}

interface Line extends Omit<QuotaRow, 'regionCode'> {
  readonly key: number;
  readonly regionCode: number | null;
}

const day = (value: string) => dayjs(value, 'YYYY-MM-DD');
const inDays = (days: number) => dayjs().add(days, 'day').format('YYYY-MM-DD');
const regionOnly = field.region({ optional: true });
let keys = 0;
const newLine = (from?: QuotaRow): Line => ({ regionCode: null, households: 5, heads: 5, ...from, key: ++keys });

/** What is looked for, of which kinds, at which laboratory, and how many households of which places. */
export function TaskForm({ row, copied, onClose, onDraw }: Props) {
  const t = useT();
  const id = useId();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const changed = useChanged(sampleTask);
  const { diseases, items, labs } = useLabChoices();
  const { options: purposes } = useDict('sample_purpose');
  const { options: types } = useDict('sample_type');
  const { options: speciesOptions } = useDict('species');
  const { options: picks } = useDict('sample_task_pick');
  const text = useTexts('prevention.labPage');
  const label = useTexts('prevention.sampleTask');
  const from = row ?? copied;
  const [values, setValues] = useState({
    name: from?.name ?? '',
    purpose: from?.purpose ?? 'antibody',
    diseaseCodes: (from?.diseaseList as string[] | undefined) ?? [],
    species: from?.species ?? ['cattle', 'sheep', 'goat'],
    itemIds: (from?.itemList as number[] | undefined) ?? [],
    sampleType: from?.sampleType ?? 'serum',
    minDaysAfterImmune: from?.minDaysAfterImmune ?? 28,
    labId: from?.labId ?? null,
    startDate: row?.startDate ?? inDays(0),
    endDate: row?.endDate ?? inDays(30),
    pick: (from?.pick ?? 'random') as 'random' | 'named',
  });
  const [quota, setQuota] = useState<readonly Line[]>(
    from ? (from.quota as QuotaRow[]).map((one) => newLine(one)) : [newLine()],
  );
  const [isDirty, setDirty] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const labId = values.labId ?? (labs.length === 1 ? (labs[0]?.id ?? null) : null);
  const set = (more: Partial<typeof values>) => {
    setDirty(true);
    setErrors({});
    setProblem(null);
    setValues((old) => ({ ...old, ...more }));
  };
  const change = (key: number, more: Partial<Line>) => {
    setDirty(true);
    setErrors({});
    setQuota((old) => old.map((one) => (one.key === key ? { ...one, ...more } : one)));
  };
  const wanted = items.filter(
    (one) =>
      values.diseaseCodes.includes(one.diseaseCode) &&
      (values.purpose !== 'antibody' || one.target === 'antibody') &&
      (values.purpose !== 'pathogen' || one.target !== 'antibody'),
  );
  const isNamed = values.pick === 'named';
  const households = (one: Line) => (isNamed ? (one.principalIds?.length ?? 0) : one.households);
  const isReady =
    values.name.trim() !== '' &&
    values.diseaseCodes.length > 0 &&
    values.itemIds.length > 0 &&
    values.species.length > 0 &&
    labId !== null &&
    quota.length > 0 &&
    quota.every((one) => one.regionCode !== null && households(one) > 0 && one.heads > 0);

  const send = async (isDraw: boolean) => {
    if (!isReady || labId === null) return;
    setBusy(true);
    try {
      const body = {
        ...values,
        labId,
        minDaysAfterImmune: values.purpose === 'antibody' ? values.minDaysAfterImmune : null,
        quota: quota.map(({ key: _, principalIds, ...one }) => ({
          ...one,
          regionCode: one.regionCode as number,
          households: households({ ...one, key: 0, principalIds } as Line),
          ...(isNamed && { principalIds: principalIds ?? [] }),
        })),
      };
      const saved = row
        ? await call(editSampleTask, { body: { id: row.id, version: row.version, ...body }, quiet: true })
        : await call(addSampleTask, { body, quiet: true });
      notify('success', t('ok.saved'));
      void changed();
      onClose();
      if (isDraw) onDraw(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.fromEntries(error.errors.map((one) => [one.field, one.msg])));
      setProblem(error.errors.length > 0 ? null : error.message);
    } finally {
      setBusy(false);
    }
  };
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const entry = (name: string, input: ReactNode, isWide = false) => (
    <Form.Item
      label={label.any(name)}
      htmlFor={`${id}-${name}`}
      required
      {...(errors[name] && { validateStatus: 'error', help: errors[name] })}
      {...(isWide && { style: { gridColumn: '1 / -1' } })}
    >
      {input}
    </Form.Item>
  );
  const choice = (name: 'purpose' | 'sampleType', options: typeof purposes) => (
    <Select<string>
      id={`${id}-${name}`}
      value={values[name]}
      options={options.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
      onChange={(value) => set({ [name]: value, ...(name === 'purpose' && { itemIds: [] }) })}
    />
  );
  const date = (name: 'startDate' | 'endDate') => (
    <DatePicker
      id={`${id}-${name}`}
      allowClear={false}
      value={day(values[name])}
      onChange={(value) => value && set({ [name]: value.format('YYYY-MM-DD') })}
      style={{ width: '100%' }}
    />
  );
  return (
    <Drawer
      open
      size="min(960px, 100vw)"
      title={text(row ? 'editTitle' : 'new')}
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Flex justify="space-between" align="center" gap={8} wrap>
          <Typography.Text type="secondary">
            {text('sum', {
              households: quota.reduce((all, one) => all + households(one), 0),
              heads: quota.reduce((all, one) => all + households(one) * one.heads, 0),
            })}
          </Typography.Text>
          <Space>
            <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
            <Button loading={busy} disabled={!isReady} onClick={() => void send(false)}>
              {text('save')}
            </Button>
            <Button type="primary" loading={busy} disabled={!isReady} onClick={() => void send(true)}>
              {text('saveDraw')}
            </Button>
          </Space>
        </Flex>
      }
    >
      <Form layout="vertical">
        <div style={gridStyle}>
          {entry(
            'name',
            <Input
              id={`${id}-name`}
              value={values.name}
              maxLength={60}
              onChange={(event) => set({ name: event.target.value })}
            />,
            true,
          )}
          {entry('purpose', choice('purpose', purposes))}
          {entry('sampleType', choice('sampleType', types))}
          {entry(
            'diseaseList',
            <Select<string[]>
              id={`${id}-diseaseList`}
              mode="multiple"
              value={values.diseaseCodes}
              options={diseases.map((one) => ({ value: one.code, label: one.name }))}
              placeholder={t('kit.choose')}
              onChange={(value) =>
                set({
                  diseaseCodes: value,
                  itemIds: values.itemIds.filter((itemId) =>
                    value.includes(items.find((one) => one.id === itemId)?.diseaseCode ?? ''),
                  ),
                })
              }
            />,
          )}
          {entry(
            'itemList',
            <Select<number[]>
              id={`${id}-itemList`}
              mode="multiple"
              value={values.itemIds}
              options={wanted.map((one) => ({ value: one.id, label: one.name }))}
              placeholder={t('kit.choose')}
              onChange={(value) => set({ itemIds: value })}
            />,
          )}
          {entry(
            'species',
            <Select<string[]>
              id={`${id}-species`}
              mode="multiple"
              value={values.species}
              options={speciesOptions.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
              onChange={(value) => set({ species: value })}
            />,
          )}
          {entry(
            'labId',
            <Select<number>
              id={`${id}-labId`}
              value={labId}
              options={labs.map((one) => ({ value: one.id, label: one.name }))}
              placeholder={t('kit.choose')}
              onChange={(value) => set({ labId: value })}
            />,
          )}
          {entry('startDate', date('startDate'))}
          {entry('endDate', date('endDate'))}
          {values.purpose === 'antibody' &&
            entry(
              'minDaysAfterImmune',
              <InputNumber
                id={`${id}-minDaysAfterImmune`}
                min={0}
                max={365}
                precision={0}
                value={values.minDaysAfterImmune}
                onChange={(value) => set({ minDaysAfterImmune: value ?? 0 })}
                style={{ width: '100%' }}
              />,
            )}
          {entry(
            'pick',
            <Radio.Group
              id={`${id}-pick`}
              value={values.pick}
              options={picks.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
              onChange={(event) => set({ pick: event.target.value as 'random' | 'named' })}
            />,
          )}
        </div>
        <Typography.Title level={5}>{text('quotaTitle')}</Typography.Title>
        <Flex vertical gap={8}>
          {quota.map((one) => (
            <Flex key={one.key} gap={8} align="center" wrap>
              <div style={{ flex: '1 1 220px', minWidth: 0 }}>
                <RegionField
                  id={`${id}-region-${one.key}`}
                  field={regionOnly}
                  value={one.regionCode}
                  onChange={(regionCode) => change(one.key, { regionCode, principalIds: [] })}
                  onBlur={() => {}}
                  disabled={false}
                  invalid={errors.quota !== undefined}
                  describedBy={undefined}
                />
              </div>
              {isNamed ? (
                <div style={{ flex: '2 1 260px', minWidth: 0 }}>
                  <HolderChoice
                    regionCode={one.regionCode}
                    value={one.principalIds ?? []}
                    onChange={(principalIds) => change(one.key, { principalIds })}
                  />
                </div>
              ) : (
                <InputNumber
                  aria-label={text('households')}
                  suffix={text('households')}
                  min={1}
                  max={500}
                  precision={0}
                  value={one.households}
                  onChange={(value) => change(one.key, { households: value ?? 1 })}
                  style={{ width: 150 }}
                />
              )}
              <InputNumber
                aria-label={text('heads')}
                suffix={text('heads')}
                min={1}
                max={200}
                precision={0}
                value={one.heads}
                onChange={(value) => change(one.key, { heads: value ?? 1 })}
                style={{ width: 150 }}
              />
              <Button
                type="text"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('kit.remove')}
                disabled={quota.length === 1}
                onClick={() => setQuota((old) => old.filter((line) => line.key !== one.key))}
              />
            </Flex>
          ))}
          <Button
            type="dashed"
            block
            icon={<PlusOutlined aria-hidden />}
            onClick={() => setQuota((old) => [...old, newLine()])}
          >
            {text('addRegion')}
          </Button>
          {(problem ?? errors.quota) && <Alert type="error" showIcon title={problem ?? errors.quota} />}
        </Flex>
      </Form>
    </Drawer>
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(280px, calc(50% - 12px))), 1fr))',
  columnGap: 24,
} as const;
