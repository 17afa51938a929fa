import { Form, InputNumber, Select } from 'antd';
import type { BodyOf } from '#kit/contract/endpoint.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { InvestigationInfo, saveInfo } from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { Day } from './action-form.tsx';
import { useChoices } from './names.tsx';

/** What was typed since it was read. */
export type Draft = Partial<Omit<BodyOf<typeof saveInfo>, 'id' | 'version'>>;

interface HeadProps {
  readonly info: InvestigationInfo;
  readonly draft: Draft;
  readonly disabled: boolean;
  set(part: Draft): void;
}

/** When, by whom, and how many. */
export function InfoHead({ info, draft, disabled, set }: HeadProps) {
  const t = useT();
  const choices = useChoices();
  const label = useTexts('prevention.investigationInfo');
  const number = (name: 'ill' | 'dead' | 'stockThen') => (
    <Form.Item label={label(name)} htmlFor={`i-${name}`}>
      <InputNumber
        id={`i-${name}`}
        min={0}
        precision={0}
        disabled={disabled}
        value={draft[name] ?? info[name] ?? 0}
        onChange={(value) => set({ [name]: value ?? 0 })}
        style={{ width: '100%' }}
      />
    </Form.Item>
  );
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', columnGap: 12 }}>
      <Form.Item label={label('visitedOn')} required htmlFor="i-visitedOn">
        <Day
          id="i-visitedOn"
          disabled={disabled}
          value={draft.visitedOn === undefined ? info.visitedOn : draft.visitedOn}
          onChange={(value) => set({ visitedOn: value })}
        />
      </Form.Item>
      <Form.Item label={label('firstSignOn')} htmlFor="i-firstSignOn">
        <Day
          id="i-firstSignOn"
          disabled={disabled}
          value={draft.firstSignOn === undefined ? info.firstSignOn : draft.firstSignOn}
          onChange={(value) => set({ firstSignOn: value })}
        />
      </Form.Item>
      {number('ill')}
      {number('dead')}
      {number('stockThen')}
      <Form.Item label={label('investigators')} required htmlFor="i-investigators" style={{ gridColumn: '1 / -1' }}>
        <Select<number[]>
          id="i-investigators"
          mode="multiple"
          disabled={disabled}
          value={(draft.investigators ?? info.investigators ?? []) as number[]}
          options={(choices?.staff ?? []).map((one) => ({
            value: one.id,
            label: one.unit ? `${one.name} · ${one.unit}` : one.name,
          }))}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('kit.choose')}
          onChange={(value) => set({ investigators: value })}
        />
      </Form.Item>
    </div>
  );
}
