import { DatePicker, Flex, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { field } from '#kit/contract/field.ts';
import { type AnyReport, type Report, type ReportAnswer, type ReportFilter, reportKey } from '#kit/contract/report.ts';
import { RefField } from '#kit/web/fields/ref.tsx';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { dateFormat } from '#kit/web/ui/times.ts';

const Region = fieldInputs.region;
const anywhere = field.region({ optional: true });
const plain = { onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };
/** So many options still fit beside each other. */
const fewOptions = 4;

interface Props {
  readonly report: AnyReport;
  readonly answer: ReportAnswer;
  onChange(changes: Readonly<Record<string, string | null>>): void;
}

export function ReportFilters({ report, answer, onChange }: Props) {
  const t = useT();
  const { filters = {}, groups = [] } = report as Report;
  const prefix = `${report.module}-${report.name}`;
  return (
    <Flex gap={8} wrap align="center" role="search" aria-label={t('kit.search')}>
      <div style={{ width: 220 }}>
        <Region
          {...plain}
          id={`${prefix}-region`}
          field={anywhere}
          value={answer.regionCode}
          onChange={(code: number | null) => onChange({ regionCode: code === null ? null : String(code) })}
        />
      </div>
      {Object.entries(filters).map(([name, one]) => (
        <FilterInput
          key={name}
          id={`${prefix}-${name}`}
          name={name}
          label={t.any(reportKey(report, name))}
          filter={one}
          answer={answer}
          say={(value) => t.any(reportKey(report, `${name}_${value}`))}
          onChange={onChange}
        />
      ))}
      {groups.length > 1 && (
        <Segmented
          value={answer.by}
          onChange={(by) => onChange({ by: by === groups[0] ? null : by })}
          options={groups.map((value) => ({ value, label: t.any(reportKey(report, `_by_${value}`)) }))}
        />
      )}
    </Flex>
  );
}

interface InputProps extends Pick<Props, 'answer' | 'onChange'> {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly filter: ReportFilter;
  say(value: string): string;
}

function FilterInput(props: InputProps) {
  const { id, name, label, filter, answer, onChange } = props;
  const t = useT();
  const value = answer.filter[name] ?? null;
  const day = (at: string) => (answer.filter[at] ? dayjs(String(answer.filter[at]), dateFormat) : null);
  switch (filter.kind) {
    case 'period':
      return (
        <DatePicker.RangePicker
          aria-label={label}
          value={[day('from'), day('to')]}
          onChange={(range) =>
            onChange({ from: range?.[0]?.format(dateFormat) ?? null, to: range?.[1]?.format(dateFormat) ?? null })
          }
        />
      );
    case 'year':
      return (
        <DatePicker
          aria-label={label}
          picker="year"
          allowClear={false}
          value={value ? dayjs(`${value}-01-01`, dateFormat) : null}
          maxDate={dayjs()}
          onChange={(one) => onChange({ [name]: one ? String(one.year()) : null })}
        />
      );
    case 'day':
      return (
        <DatePicker
          aria-label={label}
          value={day(name)}
          maxDate={dayjs()}
          onChange={(one) => onChange({ [name]: one?.format(dateFormat) ?? null })}
        />
      );
    case 'ref':
      return (
        <div style={{ width: 200 }}>
          <RefField
            {...plain}
            id={id}
            field={{ ...field.ref(filter.ref ?? '', { optional: true }) }}
            value={value === null ? null : Number(value)}
            onChange={(one) => onChange({ [name]: one === null ? null : String(one) })}
          />
        </div>
      );
    case 'dict':
      return <DictChoice {...props} />;
    case 'choice': {
      const offered =
        filter.options?.map((one) => ({ value: one, label: props.say(one) })) ?? answer.choices[name] ?? [];
      return (
        <Chosen
          {...props}
          value={value === null ? null : String(value)}
          options={offered.map((one) => ({ value: String(one.value), label: one.label }))}
          all={t('kit.report.all')}
        />
      );
    }
  }
}

function DictChoice(props: InputProps) {
  const t = useT();
  const { filter, name, answer } = props;
  const { options } = useDict(filter.dict);
  const offered = options
    .filter((one) => !filter.options || filter.options.includes(one.dictValue))
    .map((one) => ({ value: one.dictValue, label: one.dictLabel }));
  const value = answer.filter[name] ?? null;
  return (
    <Chosen {...props} value={value === null ? null : String(value)} options={offered} all={t('kit.report.all')} />
  );
}

interface ChosenProps extends InputProps {
  readonly value: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly all: string;
}

function Chosen({ id, name, label, filter, value, options, all, onChange }: ChosenProps) {
  const set = (next: string | null | undefined) => onChange({ [name]: next || null });
  if (filter.options && options.length <= fewOptions)
    return (
      <Segmented
        aria-label={label}
        value={value ?? ''}
        onChange={set}
        options={[...(filter.required ? [] : [{ value: '', label: all }]), ...options]}
      />
    );
  return (
    <Select<string>
      id={id}
      aria-label={label}
      placeholder={label}
      allowClear={!filter.required}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ minWidth: 160 }}
      value={value}
      options={[...options]}
      onChange={set}
    />
  );
}
