import { Alert, Button, Form, Input, Modal, Table } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { type ColdStore, holdInside, type LotInside } from '#modules/depot/contract/temperature/temperature.ts';
import { useUnit } from '../document/form/quantities.tsx';

interface Props {
  readonly store: ColdStore;
  readonly celsius: number;
  readonly lots: readonly LotInside[];
  onDone(): void;
  onClose(): void;
}

/** R24: what lies in the store and does not bear this is offered for a hold, all of it ticked. */
export function HoldLots({ store, celsius, lots, onDone, onClose }: Props) {
  const t = useT();
  const unit = useUnit();
  const formId = useId();
  const text = useTexts('depot.temperaturePage');
  const [chosen, setChosen] = useState<readonly number[]>(lots.map((one) => one.lotId));
  const [reason, setReason] = useState(text('reasonUsual', { celsius }));
  const [busy, setBusy] = useState(false);
  const hold = async () => {
    setBusy(true);
    try {
      const { held } = await call(holdInside, { body: { depotId: store.id, lotIds: [...chosen], reason } });
      notify('success', text('held', { n: held }));
      onDone();
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const isNone = lots.length === 0;
  return (
    <Modal
      open
      width={640}
      title={`${text('holdTitle')} · ${store.name}`}
      onCancel={onClose}
      footer={
        isNone
          ? [
              <Button key="close" type="primary" onClick={onClose}>
                {text('close')}
              </Button>,
            ]
          : [
              <Button key="later" onClick={onClose}>
                {text('notNow')}
              </Button>,
              <Button
                key="hold"
                type="primary"
                danger
                loading={busy}
                disabled={chosen.length === 0 || reason.trim().length < 2}
                onClick={() => void hold()}
              >
                {text('hold')}
              </Button>,
            ]
      }
    >
      <Alert type="warning" showIcon title={text(isNone ? 'holdNone' : 'holdText')} style={{ marginBottom: 12 }} />
      {!isNone && (
        <>
          <Table<LotInside>
            size="small"
            rowKey="lotId"
            pagination={false}
            scroll={{ y: 240 }}
            dataSource={[...lots]}
            rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(Number)) }}
            columns={[
              { key: 'material', dataIndex: 'materialName', title: t('depot.material.name') },
              { key: 'lot', dataIndex: 'lotNo', title: text('lot'), width: 150 },
              {
                key: 'qty',
                title: text('qty'),
                align: 'end',
                width: 130,
                render: (_, row) => `${row.qty.toLocaleString('en')} ${unit(row.baseUnit, row.qty)}`,
              },
            ]}
          />
          <Form layout="vertical" style={{ marginTop: 12 }}>
            <Form.Item label={text('reason')} htmlFor={`${formId}-reason`} required>
              <Input
                id={`${formId}-reason`}
                maxLength={200}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Form.Item>
          </Form>
        </>
      )}
    </Modal>
  );
}
