import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Drawer, Flex, Form, Input, Select, Space, Typography } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import {
  applyStaff,
  examineMap,
  examineStations,
  staffExamine,
} from '#modules/prevention/contract/workforce/staff-examine.ts';
import { VillageMap } from './village-map.tsx';

export const applyKinds = ['hire', 'areaChange', 'leave'] as const;
export type ApplyKind = (typeof applyKinds)[number];

interface Props {
  readonly kind: ApplyKind;
  readonly staffId: number | null;
  readonly village: number | null;
  onClose(): void;
}

const empty = {
  principalId: null as number | null,
  staffId: null as number | null,
  successorId: null as number | null,
  name: '',
  sex: null as string | null,
  education: '',
  phone: '',
  idCard: '',
  certificateNo: '',
  certificateUntil: null as string | null,
  certificateIds: [] as number[],
  regionCodes: [] as number[],
  reason: '',
  townshipOpinion: '',
};
type Values = typeof empty;

/** What a station sends to the county: a newcomer, other villages, or a farewell. */
export function ApplyDrawer({ kind, staffId, village, onClose }: Props) {
  const t = useT();
  const id = useId();
  const language = useLanguage();
  const client = useQueryClient();
  const confirmLeave = useConfirmLeave();
  const { options: sexes } = useDict('sex');
  const text = useTexts('prevention.examinePage');
  const label = useTexts('prevention.staffExamine');
  const [values, setValues] = useState<Values>({ ...empty, staffId, regionCodes: village ? [village] : [] });
  const [isDirty, setDirty] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (changes: Partial<Values>) => {
    setDirty(true);
    setErrors({});
    setProblem(null);
    setValues((old) => ({ ...old, ...changes }));
  };
  const { data: stations = [] } = useQuery({
    queryKey: [...resourceKey(staffExamine), 'stations'],
    queryFn: () => call(examineStations, { quiet: true }),
  });
  const workers = stations.flatMap((one) => one.workers.map((who) => ({ ...who, unit: one })));
  const member = workers.find((one) => one.id === values.staffId);
  const only = stations.length === 1 ? stations[0]?.id : undefined;
  const unitId = kind === 'hire' ? (values.principalId ?? only ?? null) : (member?.unit.id ?? null);
  const { data: villages = [] } = useQuery({
    queryKey: [...resourceKey(staffExamine), 'map of', unitId, language],
    queryFn: () => call(examineMap, { query: { principalId: unitId as number }, quiet: true }),
    enabled: unitId !== null,
  });
  const gridded = villages.filter((one) => one.gridId !== null);
  const held = gridded.filter((one) => one.staffId === values.staffId && values.staffId !== null);
  const heldKey = held.map((one) => one.code).join(',');
  useEffect(() => {
    // Who changes keeps what they have, until something is unticked.
    if (kind === 'areaChange' && heldKey)
      setValues((old) => ({
        ...old,
        regionCodes: [...new Set([...old.regionCodes, ...heldKey.split(',').map(Number)])],
      }));
  }, [kind, heldKey]);

  const send = async () => {
    setBusy(true);
    try {
      const { sex, certificateUntil, ...texts } = values;
      const saved = await call(applyStaff, {
        body: {
          kind,
          ...texts,
          principalId: kind === 'hire' ? unitId : null,
          sex,
          certificateUntil,
          phone: values.phone || null,
          idCard: values.idCard || null,
        },
        quiet: true,
      });
      notify('success', t('prevention.staffExamine.sent', { docNo: saved.docNo }));
      void client.invalidateQueries({ queryKey: resourceKey(staffExamine) });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      setProblem(error.errors.length > 0 ? null : error.message);
    } finally {
      setBusy(false);
    }
  };
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const item = (name: keyof Values, title: string, input: ReactNode, isRequired = false) => (
    <Form.Item
      label={title}
      htmlFor={`${id}-${name}`}
      required={isRequired}
      {...(errors[name] && { validateStatus: 'error', help: errors[name] })}
    >
      {input}
    </Form.Item>
  );
  const line = (name: 'name' | 'education' | 'phone' | 'idCard' | 'certificateNo', isRequired = false) =>
    item(
      name,
      label(name),
      <Input
        id={`${id}-${name}`}
        value={values[name]}
        maxLength={40}
        onChange={(event) => set({ [name]: event.target.value })}
      />,
      isRequired,
    );
  const toggle = (code: number) =>
    gridded.some((one) => one.code === code) &&
    set({
      regionCodes: values.regionCodes.includes(code)
        ? values.regionCodes.filter((one) => one !== code)
        : [...values.regionCodes, code],
    });
  const people = workers.map((one) => ({ value: one.id, label: `${one.name} ${one.phone ?? ''} · ${one.unit.name}` }));
  return (
    <Drawer
      open
      title={text(kind)}
      size="min(860px, 100vw)"
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Flex justify="end" gap={8}>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void send()}>
            {text('submit')}
          </Button>
        </Flex>
      }
    >
      <Form layout="vertical">
        {kind === 'hire' ? (
          <div style={grid}>
            {item(
              'principalId',
              text('station'),
              <Select<number>
                id={`${id}-principalId`}
                value={unitId}
                options={stations.map((one) => ({ value: one.id, label: one.name }))}
                placeholder={t('kit.choose')}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(principalId) => set({ principalId, regionCodes: [] })}
              />,
              true,
            )}
            {line('name', true)}
            {line('phone', true)}
            {line('idCard', true)}
            {item(
              'sex',
              label('sex'),
              <Select
                id={`${id}-sex`}
                allowClear
                value={values.sex}
                options={sexes.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
                onChange={(sex) => set({ sex: sex ?? null })}
              />,
            )}
            {line('education')}
            {line('certificateNo')}
            {item(
              'certificateUntil',
              label('certificateUntil'),
              <DatePicker
                id={`${id}-certificateUntil`}
                style={{ width: '100%' }}
                value={values.certificateUntil ? dayjs(values.certificateUntil, 'YYYY-MM-DD') : null}
                onChange={(day) => set({ certificateUntil: day ? day.format('YYYY-MM-DD') : null })}
              />,
            )}
          </div>
        ) : (
          <div style={grid}>
            {item(
              'staffId',
              text('worker'),
              <Select<number>
                id={`${id}-staffId`}
                value={values.staffId}
                options={people}
                placeholder={t('kit.choose')}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(chosen) => set({ staffId: chosen, regionCodes: [], successorId: null })}
              />,
              true,
            )}
            {kind === 'leave' &&
              item(
                'successorId',
                text('successor'),
                <Select<number>
                  id={`${id}-successorId`}
                  allowClear
                  value={values.successorId}
                  options={people.filter((one) => one.value !== values.staffId)}
                  placeholder={t('kit.choose')}
                  showSearch={{ optionFilterProp: 'label' }}
                  onChange={(chosen) => set({ successorId: chosen ?? null })}
                />,
              )}
          </div>
        )}
        {kind === 'leave' ? (
          <Alert type="info" showIcon title={text('leaveHint')} style={{ marginBlockEnd: 16 }} />
        ) : (
          item(
            'regionCodes',
            text('chooseVillages'),
            <Space orientation="vertical" style={{ width: '100%' }}>
              <Select<number[]>
                id={`${id}-regionCodes`}
                mode="multiple"
                value={values.regionCodes}
                disabled={unitId === null}
                placeholder={t('kit.choose')}
                showSearch={{ optionFilterProp: 'label' }}
                options={gridded.map((one) => ({
                  value: one.code,
                  label: `${one.name} · ${one.staffName ?? text('nobody')}`,
                }))}
                onChange={(regionCodes) => set({ regionCodes })}
              />
              <Typography.Text type="secondary">{text('villagesHint')}</Typography.Text>
              {unitId !== null && gridded.length > 0 && (
                <VillageMap villages={gridded} chosen={values.regionCodes} onPick={toggle} />
              )}
            </Space>,
            true,
          )
        )}
        {item(
          'reason',
          label('reason'),
          <Input.TextArea
            id={`${id}-reason`}
            rows={2}
            maxLength={500}
            value={values.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />,
          true,
        )}
        {item(
          'townshipOpinion',
          label('townshipOpinion'),
          <Input.TextArea
            id={`${id}-townshipOpinion`}
            rows={2}
            maxLength={500}
            value={values.townshipOpinion}
            onChange={(event) => set({ townshipOpinion: event.target.value })}
          />,
        )}
        {item(
          'certificateIds',
          text('files'),
          <AttachmentsField
            bizType="prevention.staffExamine"
            value={values.certificateIds}
            onChange={(certificateIds) => set({ certificateIds })}
          />,
        )}
        {problem && <Alert type="error" showIcon title={problem} />}
      </Form>
    </Drawer>
  );
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  columnGap: 24,
} as const;
