import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { hovel, movePen } from '#modules/registry/contract/enclosure/hovel.ts';
import { type Pen, pen } from '#modules/registry/contract/enclosure/pen.ts';

interface Props {
  readonly from: Pen;
  onClose(): void;
}

/** Sends everything in a pen to another one of the holder; what gives pause is shown before it is done. */
export function MovePen({ from, onClose }: Props) {
  const t = useT();
  const id = useId();
  const text = useTexts('registry.enclosurePage');
  const changed = [useChanged(pen), useChanged(hovel), useChanged(animal)];
  const [toPenId, setTo] = useState<number | null>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const query = { principalId: String(from.principalId), status: 'inUse', pageNum: '1', pageSize: '500' };
  const { data = [], isFetching } = useQuery({
    queryKey: [...resourceKey(pen), 'targets', query],
    queryFn: () => call(callOf(pen, 'list'), { query }),
  });
  const targets = (data as unknown as Pen[]).filter((one) => one.id !== from.id);
  const send = async () => {
    if (toPenId === null) return;
    setBusy(true);
    try {
      const answer = await call(movePen, { body: { fromPenId: from.id, toPenId, confirmed: warnings.length > 0 } });
      if (answer.docNo === null) return setWarnings(answer.warnings);
      notify('success', text('moved', { n: answer.moved, docNo: answer.docNo }));
      await Promise.all(changed.map((one) => one()));
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const nameOf = (one: Pen) => {
    const room = one.capacity - one.currentCount;
    const name = one.label ?? one.penNo;
    return room > 0 ? text('free', { name, n: room }) : text('full', { name });
  };
  return (
    <Modal
      open
      title={text('moveOf', { name: from.label ?? from.penNo, n: from.currentCount })}
      okText={text(warnings.length > 0 ? 'confirmMove' : 'moveAll')}
      okButtonProps={{ disabled: toPenId === null, danger: warnings.length > 0 }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('toPen')} htmlFor={id} required>
          <Select<number>
            id={id}
            value={toPenId}
            loading={isFetching}
            onChange={(value) => {
              setTo(value);
              setWarnings([]);
            }}
            showSearch={{ optionFilterProp: 'label' }}
            options={targets.map((one) => ({ value: one.id, label: nameOf(one) }))}
            placeholder={t('kit.searchAndChoose')}
          />
        </Form.Item>
        {warnings.map((words) => (
          <Alert key={words} type="warning" showIcon title={words} style={{ marginBottom: 8 }} />
        ))}
      </Form>
    </Modal>
  );
}
