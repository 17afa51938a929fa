import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Form, Input, InputNumber, Select } from 'antd';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import type { prepareTreatment } from '#modules/cure/contract/treatment/treatment.ts';
import { DictSelect } from '../common/dict-select.tsx';

export interface LineForm {
  readonly key: string;
  readonly medicineId: number | null;
  readonly materialId: number | null;
  readonly lotId: number | null;
  readonly lotNo: string;
  readonly labelPhoto: number[];
  readonly route: string | null;
  readonly dose: number | null;
  readonly dosePer: 'kg' | 'head';
  readonly doseUnit: string;
  readonly meatDays: number | null;
}
export const emptyLine = (): LineForm => ({
  key: newKey(),
  medicineId: null,
  materialId: null,
  lotId: null,
  lotNo: '',
  labelPhoto: [],
  route: null,
  dose: null,
  dosePer: 'kg',
  doseUnit: 'mL',
  meatDays: null,
});

interface Props {
  readonly lines: readonly LineForm[];
  readonly source: 'box' | 'depot' | 'outside';
  readonly species: string;
  readonly prepared: DataOf<typeof prepareTreatment> | null;
  onChange(lines: readonly LineForm[]): void;
}

/** At most five medicines; a bottle of one's own presets route, dose and unit by its leaflet. */
export function DrugLines({ lines, source, species, prepared, onChange }: Props) {
  const text = useTexts('cure.treatmentForm');
  const change = (at: number, patch: Partial<LineForm>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...patch } : line)));
  const lots = (prepared?.lots ?? []).filter((lot) => lot.source === source);
  const labelOf = (medicineId: number | null) =>
    prepared?.labels.find((one) => one.medicineId === medicineId && one.species === species) ?? null;
  const preset = (medicineId: number | null): Partial<LineForm> => {
    const label = labelOf(medicineId);
    if (!label) return { medicineId, dose: null };
    const { route, doseFrom, doseUnit } = label;
    return { medicineId, route, dose: doseFrom, dosePer: label.dosePer === 'head' ? 'head' : 'kg', doseUnit };
  };
  return (
    <Flex vertical gap={8} style={{ margin: '12px 0' }}>
      {lines.map((line, at) => {
        const label = labelOf(line.medicineId);
        return (
          <Flex key={line.key} gap={12} wrap align="flex-start">
            {source === 'outside' ? (
              <>
                <Form.Item label={text('medicine')} required style={{ flex: '2 1 220px', marginBottom: 0 }}>
                  <Select<number>
                    aria-label={text('medicine')}
                    showSearch={{ optionFilterProp: 'label' }}
                    value={line.medicineId}
                    onChange={(id: number) => change(at, preset(id))}
                    options={(prepared?.medicines ?? []).map((one) => ({ value: one.id, label: one.name }))}
                    style={{ width: '100%' }}
                  />
                </Form.Item>
                <Form.Item label={text('lotNo')} required style={{ flex: '1 1 120px', marginBottom: 0 }}>
                  <Input
                    aria-label={text('lotNo')}
                    value={line.lotNo}
                    maxLength={60}
                    onChange={(event) => change(at, { lotNo: event.target.value })}
                  />
                </Form.Item>
                <Form.Item label={text('labelPhoto')} required style={{ marginBottom: 0 }}>
                  <AttachmentsField
                    bizType="cure.treatment"
                    accept="image/*"
                    most={3}
                    value={line.labelPhoto}
                    onChange={(ids) => change(at, { labelPhoto: ids })}
                  />
                </Form.Item>
              </>
            ) : (
              <Form.Item label={text('bottle')} required style={{ flex: '2 1 320px', marginBottom: 0 }}>
                <Select<number>
                  aria-label={text('bottle')}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={line.lotId}
                  onChange={(id: number) => {
                    const lot = lots.find((one) => one.lotId === id);
                    change(at, { ...preset(lot?.medicineId ?? null), lotId: id, materialId: lot?.materialId ?? null });
                  }}
                  options={lots.map((lot) => ({
                    value: lot.lotId,
                    label: text('lot', {
                      name: lot.medicineName,
                      lot: lot.lotNo,
                      qty: lot.qty,
                      to: lot.expireOn ?? '-',
                    }),
                  }))}
                  notFoundContent={text('nothingHeld')}
                  style={{ width: '100%' }}
                />
              </Form.Item>
            )}
            <Form.Item label={text('route')} required style={{ flex: '1 1 110px', marginBottom: 0 }}>
              <DictSelect
                dict="drug_route"
                label={text('route')}
                value={line.route}
                onChange={(route) => change(at, { route })}
              />
            </Form.Item>
            <Form.Item
              label={text('dose')}
              required
              style={{ marginBottom: 0 }}
              extra={
                label
                  ? text('label', { from: label.doseFrom, to: label.doseTo, days: label.meatDays })
                  : line.medicineId
                    ? text('offLabel')
                    : undefined
              }
            >
              <Flex gap={4} align="center">
                <InputNumber
                  aria-label={text('dose')}
                  min={0.001}
                  step={0.01}
                  value={line.dose}
                  onChange={(dose) => change(at, { dose })}
                  suffix={line.doseUnit}
                  style={{ width: 120 }}
                />
                <Select
                  aria-label={text('per')}
                  style={{ width: 96 }}
                  value={line.dosePer}
                  onChange={(dosePer) => change(at, { dosePer })}
                  options={[
                    { value: 'kg', label: text('perKg') },
                    { value: 'head', label: text('perHead') },
                  ]}
                />
              </Flex>
            </Form.Item>
            {lines.length > 1 && (
              <Button
                aria-label={text('drop')}
                icon={<DeleteOutlined />}
                style={{ marginTop: 30 }}
                onClick={() => onChange(lines.filter((_, index) => index !== at))}
              />
            )}
          </Flex>
        );
      })}
      {lines.length < 5 && (
        <div>
          <Button icon={<PlusOutlined />} onClick={() => onChange([...lines, emptyLine()])}>
            {text('more')}
          </Button>
        </div>
      )}
    </Flex>
  );
}
