import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Form, Input, InputNumber, Modal, Select } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { call, callEnvelope, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { bankClient } from '#modules/bank/contract/client/client.ts';
import { pledgeSite, saveSite, siteChoices, siteForm } from '#modules/bank/contract/site/site.ts';
import type { Place } from './parts.ts';

const PickPoint = lazy(() => import('#kit/web/map/pick-point.tsx'));
interface Values {
  readonly siteNo: string;
  readonly name: string;
  readonly principalId: number;
  readonly supervisorId?: number | null;
  readonly hovelIds: number[];
  readonly fenceId?: number | null;
  readonly gatewayIds?: number[];
  readonly channelIds?: number[];
  readonly beaconId?: number | null;
  readonly managerUserId: number;
  readonly guardName?: string | null;
  readonly guardPhone?: string | null;
  readonly capacity?: number | null;
}

/** 监管场: what of a client's houses, fences and devices keeps a pledge. */
export default function SiteFormDialog({ id, onClose }: { readonly id: number | null; onClose(): void }) {
  const text = useTexts('bank.siteForm');
  const queries = useQueryClient();
  const [form] = Form.useForm<Values>();
  const principalId = Form.useWatch('principalId', form);
  const [location, setLocation] = useState<Place | null>(null);
  const [photos, setPhotos] = useState<readonly number[]>([]);
  const [isPicking, setPicking] = useState(false);
  const [key] = useState(newKey);
  const { busy, act } = useAct(onClose);
  const old = useQuery({
    queryKey: ['bank', 'siteForm', id],
    queryFn: () => call(siteForm, { query: { id: String(id) } as never }),
    enabled: id !== null,
    gcTime: 0,
  }).data;
  const clients = useQuery({
    queryKey: [...resourceKey(bankClient), 'choice'],
    queryFn: async () =>
      (
        await callEnvelope(callOf(bankClient, 'list'), {
          query: { status: 'active,watch', pageNum: '1', pageSize: '100' },
          quiet: true,
        } as never)
      ).data as { principalId: number; clientName: string; clientNo: string }[],
    enabled: id === null,
  }).data;
  const choices = useQuery({
    queryKey: ['bank', 'siteChoices', principalId],
    queryFn: () => call(siteChoices, { query: { principalId: String(principalId) } as never }),
    enabled: Boolean(principalId),
  }).data;
  useEffect(() => {
    if (!old) return;
    form.setFieldsValue(old as never);
    setLocation(old.location);
    setPhotos(old.boardPhoto);
  }, [old, form]);
  useEffect(() => {
    if (id === null && choices?.location) setLocation((before) => before ?? choices.location);
  }, [id, choices]);
  const options = (list: readonly { id: number; name: string }[] = []) =>
    list.map((one) => ({ value: one.id, label: one.name }));
  const save = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    if (!location) return notify('error', text('locationNeeded'));
    act(
      () =>
        call(saveSite, {
          body: {
            ...values,
            id,
            version: old?.version ?? null,
            gatewayIds: values.gatewayIds ?? [],
            channelIds: values.channelIds ?? [],
            guardPhone: values.guardPhone?.trim() || null,
            boardPhoto: [...photos],
            location,
          },
          idempotencyKey: key,
        }),
      async ({ warnings }) => {
        for (const one of warnings) notify('warning', text(`warning_${one as 'hovelShared'}`));
        await queries.invalidateQueries({ queryKey: resourceKey(pledgeSite) });
        await queries.invalidateQueries({ queryKey: ['bank', 'siteBoard'] });
      },
    );
  };
  const pick = (
    name: 'fenceId' | 'beaconId' | 'supervisorId',
    list: readonly { id: number; name: string }[] | undefined,
  ) => (
    <Form.Item name={name} label={text(name)}>
      <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={options(list)} />
    </Form.Item>
  );
  const pickMany = (name: 'gatewayIds' | 'channelIds', list: readonly { id: number; name: string }[] | undefined) => (
    <Form.Item name={name} label={text(name)}>
      <Select mode="multiple" allowClear showSearch={{ optionFilterProp: 'label' }} options={options(list)} />
    </Form.Item>
  );
  return (
    <Modal
      open
      width={720}
      title={text(id === null ? 'add' : 'edit')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark>
        <Flex gap={12}>
          <Form.Item name="siteNo" label={text('siteNo')} rules={[{ required: true }]} style={{ flex: 1 }}>
            <Input maxLength={30} />
          </Form.Item>
          <Form.Item name="name" label={text('name')} rules={[{ required: true }]} style={{ flex: 2 }}>
            <Input maxLength={60} />
          </Form.Item>
        </Flex>
        <Form.Item name="principalId" label={text('client')} rules={[{ required: true }]}>
          <Select
            disabled={id !== null}
            showSearch={{ optionFilterProp: 'label' }}
            options={
              id === null
                ? (clients ?? []).map((one) => ({ value: one.principalId, label: `${one.clientName} ${one.clientNo}` }))
                : [{ value: old?.principalId ?? 0, label: old?.client ?? '' }]
            }
          />
        </Form.Item>
        <Form.Item name="hovelIds" label={text('hovelIds')} rules={[{ required: true }]}>
          <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={options(choices?.hovels)} />
        </Form.Item>
        <Flex gap={12} wrap>
          <Form.Item label={text('location')} required style={{ flex: 1, minInlineSize: 220 }}>
            <Button onClick={() => setPicking(true)}>
              {location ? `${location.longitude.toFixed(5)}, ${location.latitude.toFixed(5)}` : text('pick')}
            </Button>
          </Form.Item>
          <Form.Item name="capacity" label={text('capacity')} style={{ flex: 1, minInlineSize: 160 }}>
            <InputNumber min={1} max={100_000} precision={0} style={{ inlineSize: '100%' }} />
          </Form.Item>
        </Flex>
        <Form.Item name="managerUserId" label={text('managerUserId')} rules={[{ required: true }]}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={options(choices?.managers)} />
        </Form.Item>
        {pick('supervisorId', choices?.supervisors)}
        {pick('fenceId', choices?.fences)}
        {pickMany('gatewayIds', choices?.gateways)}
        {pickMany('channelIds', choices?.channels)}
        {pick('beaconId', choices?.beacons)}
        <Flex gap={12}>
          <Form.Item name="guardName" label={text('guardName')} style={{ flex: 1 }}>
            <Input maxLength={40} />
          </Form.Item>
          <Form.Item
            name="guardPhone"
            label={text('guardPhone')}
            {...(id !== null && { extra: text('guardPhoneKept') })}
            style={{ flex: 1 }}
          >
            <Input maxLength={20} inputMode="tel" />
          </Form.Item>
        </Flex>
        <Form.Item label={text('boardPhoto')} extra={text('boardPhotoHint')}>
          <AttachmentsField
            value={photos}
            bizType="bank.pledgeSite"
            most={6}
            accept="image/*"
            onChange={(next) => setPhotos(next)}
          />
        </Form.Item>
      </Form>
      {isPicking && (
        <Suspense fallback={null}>
          <PickPoint value={location} onPick={setLocation} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </Modal>
  );
}
