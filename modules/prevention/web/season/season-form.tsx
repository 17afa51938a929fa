import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, DatePicker, Drawer, Flex, Form, Input, InputNumber, Select, Space, Switch } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId, useState } from 'react';
import { ApiError, call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import {
  addSeason,
  editSeason,
  type PreventionSeason,
  preventionSeason,
  type SeasonInput,
} from '#modules/prevention/contract/season/season.ts';
import { RegionsField } from '#modules/registry/web/index.ts';
import { todayInChina } from '../common/days.ts';
import { type Item, ItemsGrid } from './items-grid.tsx';

interface Props {
  /** The draft that is edited; without it a new season begins. */
  readonly row?: PreventionSeason | undefined;
  onClose(): void;
}

const day = (text: string) => dayjs(text, 'YYYY-MM-DD');

/** When, where and against what: a season before it is published. */
export function SeasonForm({ row, onClose }: Props) {
  const t = useT();
  const id = useId();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const changed = useChanged(preventionSeason);
  const { user } = useSession();
  const { options: kinds } = useDict('prevention_season_kind');
  const label = useTexts('prevention.preventionSeason');
  const text = useTexts('prevention.seasonPage');
  const [value, setValue] = useState<SeasonInput>(() => begin(row, user.regionCode));
  const [isDirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const put = (change: Partial<SeasonInput>) => {
    setDirty(true);
    setErrors({});
    setProblem(null);
    setValue((old) => ({ ...old, ...change }));
  };
  const copyLast = async () => {
    setBusy(true);
    try {
      const { data } = await callEnvelope(callOf(preventionSeason, 'list'), {
        query: { kind: value.kind, status: 'published,ongoing,summarising,closed', pageSize: '1' },
      });
      const [last] = (data ?? []) as PreventionSeason[];
      if (!last) return notify('info', text('noLast'));
      const whole = (await call(callOf(preventionSeason, 'detail'), { params: { id: last.id } })) as PreventionSeason;
      put({
        items: whole.items as Item[],
        regionCodes: whole.regionCodes as number[],
        slogan: whole.slogan,
        name: whole.name.replace(/\d{4}/, String(value.year)),
      });
      notify('success', t('prevention.seasonPage.copied', { name: whole.name }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const isReady =
    value.name.trim().length >= 2 &&
    value.regionCodes.length > 0 &&
    value.items.length > 0 &&
    value.endDate >= value.startDate;
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      if (row) await call(editSeason, { body: { ...value, id: row.id, version: row.version }, quiet: true });
      else await call(addSeason, { body: value, quiet: true });
      notify('success', t('ok.saved'));
      void changed();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const item = (name: string, input: ReactNode, isRequired = true, isWide = false) => (
    <Form.Item
      label={label.any(name)}
      htmlFor={`${id}-${name}`}
      required={isRequired}
      {...(isWide && { style: { gridColumn: '1 / -1' } })}
      {...(errors[name] && { validateStatus: 'error', help: errors[name] })}
    >
      {input}
    </Form.Item>
  );
  return (
    <Drawer
      open
      title={text(row ? 'edit' : 'new')}
      size="min(960px, 100vw)"
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      extra={
        <Button icon={<CopyOutlined aria-hidden />} loading={busy} onClick={() => void copyLast()}>
          {text('copyLast')}
        </Button>
      }
      footer={
        <Flex justify="end">
          <Space>
            <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
            <Button type="primary" loading={busy} disabled={!isReady} onClick={() => void send()}>
              {text('save')}
            </Button>
          </Space>
        </Flex>
      }
    >
      <Form layout="vertical">
        <div style={gridStyle}>
          {item(
            'name',
            <Input
              id={`${id}-name`}
              value={value.name}
              maxLength={60}
              onChange={(event) => put({ name: event.target.value })}
            />,
          )}
          {item(
            'kind',
            <Select<SeasonInput['kind']>
              id={`${id}-kind`}
              value={value.kind}
              options={kinds.map((one) => ({
                value: one.dictValue as SeasonInput['kind'],
                label: one.dictLabel,
              }))}
              onChange={(kind) => put({ kind })}
            />,
          )}
          {item(
            'startDate',
            <DatePicker
              id={`${id}-startDate`}
              value={day(value.startDate)}
              allowClear={false}
              style={{ width: '100%' }}
              onChange={(chosen) => chosen && put({ startDate: chosen.format('YYYY-MM-DD'), year: chosen.year() })}
            />,
          )}
          {item(
            'endDate',
            <DatePicker
              id={`${id}-endDate`}
              value={day(value.endDate)}
              minDate={day(value.startDate)}
              allowClear={false}
              style={{ width: '100%' }}
              onChange={(chosen) => chosen && put({ endDate: chosen.format('YYYY-MM-DD') })}
            />,
          )}
          {item(
            'year',
            <InputNumber
              id={`${id}-year`}
              value={value.year}
              min={2000}
              max={2100}
              precision={0}
              style={{ width: '100%' }}
              onChange={(year) => year && put({ year })}
            />,
          )}
          {item(
            'emergency',
            <Switch id={`${id}-emergency`} checked={value.emergency} onChange={(emergency) => put({ emergency })} />,
            false,
          )}
          {item(
            'regionCodes',
            <RegionsField
              id={`${id}-regionCodes`}
              value={value.regionCodes}
              onChange={(regionCodes) => put({ regionCodes })}
            />,
            true,
            true,
          )}
          {item(
            'slogan',
            <Input
              id={`${id}-slogan`}
              value={value.slogan ?? ''}
              maxLength={200}
              onChange={(event) => put({ slogan: event.target.value || null })}
            />,
            false,
            true,
          )}
        </div>
        <Form.Item label={label('items')} required>
          <ItemsGrid value={value.items} onChange={(items) => put({ items: [...items] })} />
        </Form.Item>
        <Form.Item label={label('docFileId')}>
          <AttachmentsField
            bizType="prevention.preventionSeason"
            most={1}
            value={value.docFileId ? [value.docFileId] : []}
            onChange={(ids) => put({ docFileId: ids.at(-1) ?? null })}
          />
        </Form.Item>
        {problem && <Alert type="error" showIcon title={problem} />}
      </Form>
    </Drawer>
  );
}

function begin(row: PreventionSeason | undefined, regionCode: number | null): SeasonInput {
  if (row)
    return {
      name: row.name,
      year: row.year,
      kind: row.kind as SeasonInput['kind'],
      emergency: row.emergency,
      regionCodes: row.regionCodes as number[],
      startDate: row.startDate,
      endDate: row.endDate,
      slogan: row.slogan,
      docFileId: row.docFileId,
      items: row.items as Item[],
    };
  const now = todayInChina();
  const month = Number(now.slice(5, 7));
  return {
    name: '',
    year: Number(now.slice(0, 4)),
    kind: month >= 3 && month <= 7 ? 'spring' : 'autumn',
    emergency: false,
    regionCodes: regionCode ? [regionCode] : [],
    startDate: now,
    endDate: day(now).add(60, 'day').format('YYYY-MM-DD'),
    slogan: null,
    docFileId: null,
    items: [],
  };
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  columnGap: 24,
} as const;
