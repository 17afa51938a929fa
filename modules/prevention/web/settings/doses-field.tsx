import { Flex, InputNumber, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import type { Doses } from '#modules/prevention/contract/settings/vaccine.ts';

interface Props {
  readonly species: readonly string[];
  readonly value: Doses;
  onChange(value: Doses): void;
}

/** How much each species gets, and how many doses of the bottle that is. */
export function DosesField({ species, value, onChange }: Props) {
  const text = useTexts('prevention.vaccine');
  const { options } = useDict('species');
  const name = (code: string) => options.find((one) => one.dictValue === code)?.dictLabel ?? code;
  if (species.length === 0) return <Typography.Text type="secondary">{text('speciesFirst')}</Typography.Text>;
  return (
    <Flex vertical gap={8}>
      {species.map((one) => {
        const dose = value[one] ?? { ml: 0, dosesPerHead: 1 };
        return (
          <Flex key={one} gap={8} align="center" wrap>
            <span style={{ width: 72 }}>{name(one)}</span>
            <InputNumber
              aria-label={`${name(one)} ${text('ml')}`}
              min={0}
              max={100}
              step={0.5}
              value={dose.ml}
              onChange={(ml) => onChange({ ...value, [one]: { ...dose, ml: ml ?? 0 } })}
              suffix={text('ml')}
              style={{ width: 160 }}
            />
            <InputNumber
              aria-label={`${name(one)} ${text('perHead')}`}
              min={1}
              max={10}
              precision={0}
              value={dose.dosesPerHead}
              onChange={(n) => onChange({ ...value, [one]: { ...dose, dosesPerHead: n ?? 1 } })}
              suffix={text('perHead')}
              style={{ width: 170 }}
            />
          </Flex>
        );
      })}
    </Flex>
  );
}
