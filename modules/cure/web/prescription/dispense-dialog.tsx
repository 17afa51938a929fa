import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Form, InputNumber, Modal, Select, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import {
  type DispenseLine,
  dispensePrescription,
  dispenseStock,
} from '#modules/cure/contract/prescription/dispense.ts';
import { type Prescription, prescription } from '#modules/cure/contract/prescription/prescription.ts';
import { DictName } from '#modules/registry/web/index.ts';

interface Given {
  readonly lotId: number | null;
  readonly qty: number | null;
}

/** 发药: what the sheet orders leaves one place, the first to expire unless another lot is named. */
export function DispenseDialog({ sheet, onClose }: { readonly sheet: Prescription; onClose(): void }) {
  const text = useTexts('cure.prescriptionPage');
  const changed = useChanged(prescription);
  const { data } = useQuery({
    queryKey: ['cure.dispenseStock', sheet.id, sheet.version],
    queryFn: () => call(dispenseStock, { query: { id: sheet.id }, quiet: true }),
  });
  const [place, setPlace] = useState<number | null>(null);
  const [given, setGiven] = useState<Readonly<Record<number, Given>>>({});
  const [busy, setBusy] = useState(false);
  const places = new Map(
    (data ?? []).flatMap((line) => line.lots.map((lot) => [lot.depotId ?? 0, lot.depotName] as const)),
  );
  const at = place ?? [...places.keys()][0] ?? 0;
  const lotsHere = (line: DispenseLine) => line.lots.filter((lot) => (lot.depotId ?? 0) === at);
  const chosen = (data ?? []).flatMap((line) => {
    const [first, ...more] = lotsHere(line);
    const own = given[line.medicineId];
    const lot = [first, ...more].find((one) => one?.lotId === own?.lotId) ?? first;
    const qty = own?.qty ?? line.left;
    return lot && line.left > 0 && qty > 0
      ? [{ medicineId: line.medicineId, materialId: lot.materialId, lotId: own?.lotId ?? null, qty }]
      : [];
  });
  const hand = async () => {
    setBusy(true);
    try {
      const body = { id: sheet.id, version: sheet.version, depotId: at || null, lines: chosen };
      await call(dispensePrescription, { body, idempotencyKey: newKey() });
      await changed();
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('dispenseTitle', { docNo: sheet.docNo })}
      okText={text('dispense')}
      okButtonProps={{ disabled: chosen.length === 0, loading: busy }}
      onOk={() => void hand().catch(() => {})}
      onCancel={onClose}
    >
      {!data && <Waiting />}
      {data?.every((line) => line.left === 0) && <Alert type="info" showIcon title={text('nothingLeft')} />}
      {data && places.size === 0 && <Alert type="warning" showIcon title={text('bought')} />}
      <Form layout="vertical">
        {places.size > 1 && (
          <Form.Item label={text('from')} htmlFor="rx-place">
            <Select
              id="rx-place"
              value={at}
              onChange={setPlace}
              options={[...places].map(([value, label]) => ({ value, label }))}
            />
          </Form.Item>
        )}
        {(data ?? []).map((line) => (
          <Flex key={line.medicineId} vertical gap={4} style={{ marginBottom: 12 }}>
            <Typography.Text strong data-record>
              {line.name}{' '}
              <Typography.Text type="secondary">
                {text('left', { n: line.left })} <DictName dict="unit" value={line.doseUnit} />
              </Typography.Text>
            </Typography.Text>
            {lotsHere(line).length === 0 && line.left > 0 ? (
              <Typography.Text type="warning">{text('bought')}</Typography.Text>
            ) : (
              <Flex gap={8}>
                <Select
                  aria-label={text('lot')}
                  style={{ flex: 1, minWidth: 0 }}
                  value={given[line.medicineId]?.lotId ?? 0}
                  onChange={(lotId) =>
                    setGiven({
                      ...given,
                      [line.medicineId]: { qty: given[line.medicineId]?.qty ?? null, lotId: lotId || null },
                    })
                  }
                  options={[
                    { value: 0, label: text('auto') },
                    ...lotsHere(line).map((lot) => ({
                      value: lot.lotId,
                      label: `${lot.lotNo} · ${lot.expireOn ?? ''} · ${lot.qty}`,
                    })),
                  ]}
                />
                <InputNumber
                  aria-label={text('qty')}
                  min={0}
                  max={Math.ceil(line.left)}
                  disabled={line.left === 0}
                  value={given[line.medicineId]?.qty ?? line.left}
                  onChange={(qty) =>
                    setGiven({ ...given, [line.medicineId]: { lotId: given[line.medicineId]?.lotId ?? null, qty } })
                  }
                />
              </Flex>
            )}
          </Flex>
        ))}
      </Form>
    </Modal>
  );
}
