import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, DatePicker, Form, Input, InputNumber, Modal, Radio, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { centsOfYuan } from '#kit/contract/money.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { entrustable, entrustContract, entrustHosts, saveEntrust } from '#modules/cure/contract/entrust/contract.ts';
import { entrustType } from '#modules/cure/contract/entrust/host.ts';
import { useSocieties } from '../society/use-societies.ts';

interface TypeRow {
  readonly id: number;
  readonly nameZh: string;
  readonly mode: string;
  readonly feeModes: string[];
}
interface Props {
  onClose(): void;
  onSaved(id: number): void;
}
/** Type, host, animals and terms; what the rules refuse is said at its field. */
export function NewContract({ onClose, onSaved }: Props) {
  const text = useTexts('cure.entrustForm');
  const [form] = Form.useForm();
  const [species, setSpecies] = useState('cattle');
  const [typeId, setTypeId] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const changed = useChanged(entrustContract);
  const fees = useDict('entrust_fee');
  const speciesOf = useDict('species');
  const societies = useSocieties();
  const { data: types = [] } = useQuery({
    queryKey: ['cure.entrustType', 'enabled'],
    queryFn: () =>
      call(callOf(entrustType, 'list'), {
        query: { pageNum: 1, pageSize: 50, status: 'enabled' },
        quiet: true,
      }) as Promise<TypeRow[]>,
  });
  const type = types.find((one) => one.id === typeId);
  const { data: hosts = [] } = useQuery({
    queryKey: ['cure.entrust.hosts', species, type?.mode],
    queryFn: () => call(entrustHosts, { query: { species, mode: type?.mode ?? '', head: 1 }, quiet: true }),
    enabled: type !== undefined,
  });
  const { data: animals = [] } = useQuery({
    queryKey: ['cure.entrust.animals', species],
    queryFn: () => call(entrustable, { query: { species }, quiet: true }),
  });
  const save = useMutation({
    mutationFn: async () => {
      const values = await form.validateFields();
      const chosen = new Set<number>(values.animalIds);
      const [fromOn, toOn] = (values.days as [dayjs.Dayjs, dayjs.Dayjs]).map((day) => day.format('YYYY-MM-DD')) as [
        string,
        string,
      ];
      return call(saveEntrust, {
        body: {
          principalId: animals.find((one) => chosen.has(one.id))?.principalId ?? 0,
          hostId: values.hostId,
          societyId: values.societyId ?? null,
          typeId: values.typeId,
          species,
          fromOn,
          toOn,
          feeMode: values.feeMode,
          price: centsOfYuan(values.price ?? 0),
          sharePct: values.sharePct ?? null,
          baseValue: centsOfYuan(values.baseValue ?? 0),
          insureBy: 'owner',
          offspring: values.offspring,
          noticeDays: 15,
          remark: values.remark ?? null,
          animalIds: [...chosen],
        },
        idempotencyKey: newKey(),
        quiet: true,
      });
    },
    onSuccess: ({ id }) => {
      void changed();
      onClose();
      onSaved(id);
    },
    onError: (error) => {
      if (error instanceof ApiError || error instanceof Error) setProblem(error.message);
    },
  });
  const options = (dict: typeof fees, only?: readonly string[]) =>
    dict.options
      .filter((one) => !only || only.includes(one.dictValue))
      .map((one) => ({ value: one.dictValue, label: one.dictLabel }));
  return (
    <Modal
      open
      width={720}
      title={text('title')}
      okText={text('save')}
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBlockEnd: 12 }} />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ offspring: 'owner', days: [dayjs(), dayjs().add(180, 'day')] }}
      >
        <Form.Item label={text('species')}>
          <Radio.Group
            value={species}
            onChange={(event) => setSpecies(event.target.value)}
            options={options(speciesOf, ['cattle', 'sheep', 'goat'])}
          />
        </Form.Item>
        <Form.Item name="typeId" label={text('type')} rules={[{ required: true }]}>
          <Select onChange={setTypeId} options={types.map((one) => ({ value: one.id, label: one.nameZh }))} />
        </Form.Item>
        <Form.Item name="hostId" label={text('host')} rules={[{ required: true }]}>
          <Select
            disabled={!type}
            options={hosts.map((one) => ({
              value: one.principalId,
              label: `${one.name} · ${text('free', { n: one.free })}${one.lossPct === null ? '' : ` · ${text('loss', { n: one.lossPct })}`}`,
            }))}
          />
        </Form.Item>
        <Form.Item name="animalIds" label={text('animals')} rules={[{ required: true }]}>
          <Select
            mode="multiple"
            maxTagCount={6}
            optionFilterProp="label"
            options={animals.map((one) => ({ value: one.id, label: one.earTag }))}
          />
        </Form.Item>
        <Form.Item name="days" label={text('days')} rules={[{ required: true }]}>
          <DatePicker.RangePicker style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="feeMode" label={text('feeMode')} rules={[{ required: true }]}>
          <Select disabled={!type} options={options(fees, type?.feeModes)} />
        </Form.Item>
        <Form.Item name="price" label={text('price')} rules={[{ required: true }]}>
          <InputNumber min={0} precision={2} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="sharePct" label={text('sharePct')}>
          <InputNumber min={0} max={100} precision={2} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="baseValue" label={text('baseValue')} rules={[{ required: true }]}>
          <InputNumber min={0} precision={2} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="offspring" label={text('offspring')}>
          <Radio.Group
            options={[
              { value: 'owner', label: text('owner') },
              { value: 'host', label: text('toHost') },
            ]}
          />
        </Form.Item>
        <Form.Item name="societyId" label={text('society')}>
          <Select allowClear options={societies.map((one) => ({ value: one.id, label: one.name }))} />
        </Form.Item>
        <Form.Item name="remark" label={text('remark')}>
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
