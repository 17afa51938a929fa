import { DatePicker, Flex, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { field } from '#kit/contract/field.ts';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { dateFormat } from '#kit/web/ui/times.ts';

export interface UsageAsk {
  readonly from: string;
  readonly to: string;
  readonly grain: 'day' | 'week' | 'month';
  readonly regionCode?: number | undefined;
  readonly principalType?: string | undefined;
}

const whole = field.region({ optional: true });

interface Props {
  readonly ask: UsageAsk;
  onChange(next: Record<string, string | null>): void;
}

export function UsageSearch({ ask, onChange }: Props) {
  const text = useTexts('platform.usage');
  const { options } = useDict('principal_type');
  const lastMonth = dayjs().subtract(1, 'month');
  return (
    <Flex gap={8} wrap align="center">
      <DatePicker.RangePicker
        aria-label={text('period')}
        value={[dayjs(ask.from), dayjs(ask.to)]}
        allowClear={false}
        maxDate={dayjs()}
        format={dateFormat}
        style={{ width: 250 }}
        presets={[
          { label: text('last7'), value: [dayjs().subtract(6, 'day'), dayjs()] },
          { label: text('last30'), value: [dayjs().subtract(29, 'day'), dayjs()] },
          { label: text('lastMonth'), value: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
        ]}
        onChange={(range) =>
          range?.[0] && range[1] && onChange({ from: range[0].format(dateFormat), to: range[1].format(dateFormat) })
        }
      />
      <div style={{ width: 220 }}>
        <RegionField
          id="usage-region"
          field={whole}
          onBlur={() => {}}
          disabled={false}
          invalid={false}
          describedBy={undefined}
          value={ask.regionCode ?? null}
          onChange={(code) => onChange({ regionCode: code === null ? null : String(code) })}
        />
      </div>
      <Select
        aria-label={text('principalType')}
        allowClear
        placeholder={text('allTypes')}
        style={{ width: 180 }}
        value={ask.principalType ?? null}
        onChange={(value: string | null) => onChange({ principalType: value ?? null })}
        options={options.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
      />
      <Segmented
        value={ask.grain}
        onChange={(value) => onChange({ grain: value === 'day' ? null : value })}
        options={(['day', 'week', 'month'] as const).map((value) => ({ value, label: text(`grain.${value}`) }))}
      />
    </Flex>
  );
}
