import { Flex, Select, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { immuneStates } from '#modules/prevention/contract/livestock/immunity.ts';
import { useDiseases, useStateName } from './immune-chips.tsx';

interface Props {
  /** `fmd:lapsed,never`, or empty. */
  readonly value: string;
  onChange(value: string): void;
}

/** How it stands, and with which disease; without one, with any of the compulsory. */
export function ImmuneFilter({ value, onChange }: Props) {
  const text = useTexts('prevention.livestock');
  const diseases = useDiseases();
  const nameOf = useStateName();
  const [disease = '', listed = ''] = value.split(':');
  const states = listed.split(',').filter(Boolean);
  const set = (code: string, some: readonly string[]) => onChange(some.length > 0 ? `${code}:${some.join(',')}` : '');
  return (
    <Flex gap={8} align="center" wrap>
      <Typography.Text>{text('immuneFilter')}</Typography.Text>
      <Select
        mode="multiple"
        allowClear
        aria-label={text('immuneFilter')}
        placeholder={text('anyState')}
        maxTagCount="responsive"
        style={{ width: 240 }}
        value={states}
        onChange={(some: string[]) => set(disease, some)}
        options={immuneStates.map((one) => ({ value: one, label: nameOf(one) }))}
      />
      <Select
        aria-label={text('disease')}
        style={{ width: 220 }}
        disabled={states.length === 0}
        value={disease}
        onChange={(code: string) => set(code, states)}
        options={[
          { value: '', label: text('anyCompulsory') },
          ...diseases.map((one) => ({ value: one.code, label: one.name })),
        ]}
      />
    </Flex>
  );
}
