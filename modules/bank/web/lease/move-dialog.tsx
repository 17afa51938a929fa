import { useQuery } from '@tanstack/react-query';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { type DeviceLease, deviceLease, type LeaseLine, moveDevice } from '#modules/bank/contract/lease/lease.ts';

/** A device goes on under another contract. */
export function MoveDialog({ line, onClose }: { readonly line: LeaseLine; onClose(): void }) {
  const text = useTexts('bank.leasePage');
  const [toLeaseId, setTo] = useState<number | null>(null);
  const { busy, act } = useAct(onClose);
  const { data = [] } = useQuery({
    queryKey: [...resourceKey(deviceLease), 'choice'],
    queryFn: async () =>
      (
        await callEnvelope(callOf(deviceLease, 'list'), {
          query: { status: 'active', pageNum: '1', pageSize: '100' },
          quiet: true,
        } as never)
      ).data as DeviceLease[],
  });
  return (
    <Modal
      open
      title={`${text('move')} ${line.deviceNo}`}
      okButtonProps={{ disabled: toLeaseId === null }}
      confirmLoading={busy}
      onOk={() => void act(() => call(moveDevice, { body: { lineId: line.id, toLeaseId: toLeaseId ?? 0 } }))}
      onCancel={onClose}
    >
      <Select
        style={{ inlineSize: '100%' }}
        aria-label={text('toLease')}
        placeholder={text('toLease')}
        value={toLeaseId}
        onChange={setTo}
        showSearch={{ optionFilterProp: 'label' }}
        options={data
          .filter((one) => one.id !== line.leaseId)
          .map((one) => ({ value: one.id, label: `${one.docNo} ${one.lessee ?? ''}` }))}
      />
    </Modal>
  );
}
