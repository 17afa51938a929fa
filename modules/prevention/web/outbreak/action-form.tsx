import { useQueryClient } from '@tanstack/react-query';
import { DatePicker, Form, Input, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { type Field, field } from '#kit/contract/field.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import {
  addAction,
  editAction,
  type InvestigationAction,
  investigationAction,
} from '#modules/prevention/contract/outbreak/investigation.ts';
import { useChoices, useDiseaseName } from './names.tsx';

interface Values {
  name: string;
  type: string;
  diseaseCode: string;
  indexPrincipalId: number | null;
  suspectedOn: string | null;
  leaderId: number | null;
  teamIds: number[];
  areas: number[];
  startDate: string;
  measures: string | null;
}

interface Props {
  readonly row?: InvestigationAction | undefined;
  onClose(): void;
}

const plain = { onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };

/** 流调行动: what, where, and who goes. */
export function ActionForm({ row, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const choices = useChoices();
  const diseaseName = useDiseaseName();
  const types = useDict('investigation_type').options;
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [values, setValues] = useState<Values>(() => ({
    name: row?.name ?? '',
    type: row?.type ?? 'special',
    diseaseCode: row?.diseaseCode ?? 'fmd',
    indexPrincipalId: row?.indexPrincipalId ?? null,
    suspectedOn: row?.suspectedOn ?? null,
    leaderId: row?.leaderId ?? null,
    teamIds: (row?.teamIds as number[] | undefined) ?? [],
    areas: (row?.areas as number[] | undefined) ?? [],
    startDate: row?.startDate ?? dayjs().format(dateFormat),
    measures: row?.measures ?? null,
  }));
  const set = <K extends keyof Values>(name: K, value: Values[K]) => setValues((was) => ({ ...was, [name]: value }));
  const [RefInput, RegionInput] = [fieldInputs.ref, fieldInputs.region];
  const label = useTexts('prevention.investigationAction');
  const item = (name: keyof Values, required = false) => ({
    label: label(name),
    required,
    htmlFor: `action-${name}`,
    ...(errors[name] && { validateStatus: 'error' as const, help: errors[name] }),
  });
  const staff = (choices?.staff ?? []).map((one) => ({
    value: one.id,
    label: one.unit ? `${one.name} · ${one.unit}` : one.name,
  }));
  const save = async () => {
    if (!values.name.trim()) return setErrors({ name: t('error.field.required') });
    setBusy(true);
    try {
      if (row) await call(editAction, { body: { id: row.id, version: row.version, ...values } });
      else await call(addAction, { body: values });
      await client.invalidateQueries({ queryKey: resourceKey(investigationAction) });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.errors)
        setErrors(Object.fromEntries(error.errors.map((one) => [one.field, one.msg])));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={760}
      title={t.any(row ? 'prevention.actionPage.edit' : 'prevention.actionPage.add')}
      onCancel={onClose}
      onOk={() => void save()}
      confirmLoading={busy}
      okText={t('kit.save')}
    >
      <Form layout="vertical">
        <div style={gridStyle}>
          <Form.Item {...item('name', true)} style={{ gridColumn: '1 / -1' }}>
            <Input
              id="action-name"
              maxLength={100}
              value={values.name}
              onChange={(event) => set('name', event.target.value)}
            />
          </Form.Item>
          <Form.Item {...item('type', true)}>
            <Select
              id="action-type"
              value={values.type}
              options={types.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
              onChange={(value) => set('type', value)}
            />
          </Form.Item>
          <Form.Item {...item('diseaseCode', true)}>
            <Select
              id="action-diseaseCode"
              value={values.diseaseCode}
              options={(choices?.diseases ?? []).map(({ code }) => ({ value: code, label: diseaseName(code) }))}
              onChange={(value) => set('diseaseCode', value)}
            />
          </Form.Item>
          <Form.Item {...item('indexPrincipalId')}>
            <RefInput
              {...plain}
              id="action-indexPrincipalId"
              field={field.ref('registry.principal', { optional: true }) as Field}
              value={values.indexPrincipalId}
              onChange={(value: number | null) => set('indexPrincipalId', value ?? null)}
            />
          </Form.Item>
          <Form.Item {...item('areas')} extra={t('prevention.actionPage.areaNote')}>
            <RegionInput
              {...plain}
              id="action-areas"
              field={field.region({ optional: true }) as Field}
              value={values.areas[0] ?? null}
              onChange={(value: number | null) => set('areas', value ? [value] : [])}
            />
          </Form.Item>
          <Form.Item {...item('suspectedOn')}>
            <Day id="action-suspectedOn" value={values.suspectedOn} onChange={(value) => set('suspectedOn', value)} />
          </Form.Item>
          <Form.Item {...item('startDate', true)}>
            <Day
              id="action-startDate"
              value={values.startDate}
              onChange={(value) => set('startDate', value ?? values.startDate)}
            />
          </Form.Item>
          <Form.Item {...item('leaderId')}>
            <Select<number>
              id="action-leaderId"
              allowClear
              value={values.leaderId}
              options={staff}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t('kit.choose')}
              onChange={(value?: number) => set('leaderId', value ?? null)}
            />
          </Form.Item>
          <Form.Item {...item('teamIds')}>
            <Select<number[]>
              id="action-teamIds"
              mode="multiple"
              value={values.teamIds}
              options={staff}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t('kit.choose')}
              onChange={(value) => set('teamIds', value)}
            />
          </Form.Item>
          <Form.Item {...item('measures')} style={{ gridColumn: '1 / -1' }}>
            <Input.TextArea
              id="action-measures"
              rows={3}
              maxLength={2000}
              value={values.measures ?? ''}
              onChange={(event) => set('measures', event.target.value || null)}
            />
          </Form.Item>
        </div>
      </Form>
    </Modal>
  );
}

interface DayProps {
  readonly id: string;
  readonly value: string | null;
  readonly disabled?: boolean;
  onChange(value: string | null): void;
}

export function Day({ id, value, disabled = false, onChange }: DayProps) {
  return (
    <DatePicker
      id={id}
      style={{ width: '100%' }}
      disabled={disabled}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange(day ? day.format(dateFormat) : null)}
    />
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  columnGap: 16,
} as const;
