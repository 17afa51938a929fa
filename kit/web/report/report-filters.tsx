import { DatePicker, Flex, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { field } from '#kit/contract/field.ts';
import { type AnyReport, type Report, type ReportAnswer, reportKey } from '#kit/contract/report.ts';
import { RefField } from '#kit/web/fields/ref.tsx';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { dateFormat } from '#kit/web/ui/times.ts';

const Region = fieldInputs.region;
const plain = { onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };
/** So many options still fit beside each other. */
const fewOptions = 4;
const text = (value: unknown) => (value === null || value === undefined ? null : String(value));

interface Props {
  readonly report: AnyReport;
  readonly answer: ReportAnswer;
  onChange(changes: Readonly<Record<string, string | null>>): void;
}

/** What the reader chooses; every choice goes to the address at once. */
export function ReportFilters({ report, answer, onChange }: Props) {
  const t = useT();
  const { filters = {}, groups = [] } = report as Report;
  return (
    <Flex gap={8} wrap align="center" role="search" aria-label={t('kit.search')}>
      <div style={{ width: 220 }}>
        <Region
          {...plain}
          id={`${report.module}-${report.name}-region`}
          field={field.region({ optional: true })}
          value={answer.regionCode}
          onChange={(code: number | null) => onChange({ regionCode: text(code) })}
        />
      </div>
      {Object.keys(filters).map((name) => (
        <FilterInput key={name} name={name} report={report} answer={answer} onChange={onChange} />
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

function FilterInput({ report, name, answer, onChange }: Props & { readonly name: string }) {
  const t = useT();
  const say = (key: string) => t.any(reportKey(report, key));
  const filter = (report as Report).filters?.[name] ?? { kind: 'choice' as const };
  const { options: words } = useDict(filter.dict);
  const value = text(answer.filter[name]);
  const label = say(name);
  const id = `${report.module}-${report.name}-${name}`;
  const set = (next: string | number | null | undefined) => onChange({ [name]: text(next) });
  const day = (at: string) => (answer.filter[at] ? dayjs(String(answer.filter[at]), dateFormat) : null);
  if (filter.kind === 'period')
    return (
      <DatePicker.RangePicker
        aria-label={label}
        value={[day('from'), day('to')]}
        onChange={(range) =>
          onChange({ from: range?.[0]?.format(dateFormat) ?? null, to: range?.[1]?.format(dateFormat) ?? null })
        }
      />
    );
  if (filter.kind === 'year' || filter.kind === 'day') {
    const isYear = filter.kind === 'year';
    return (
      <DatePicker
        aria-label={label}
        placeholder={label}
        picker={isYear ? 'year' : 'date'}
        allowClear={!isYear}
        value={isYear && value ? dayjs(`${value}-01-01`, dateFormat) : day(name)}
        maxDate={dayjs()}
        onChange={(at) => set(isYear ? at?.year() : at?.format(dateFormat))}
      />
    );
  }
  if (filter.kind === 'ref')
    return (
      <Flex align="center" gap={6}>
        <label htmlFor={id}>{label}</label>
        <div style={{ width: 180 }}>
          <RefField
            {...plain}
            id={id}
            field={field.ref(filter.ref ?? '', { optional: true })}
            value={value === null ? null : Number(value)}
            onChange={set}
          />
        </div>
      </Flex>
    );
  const offered =
    filter.kind === 'dict'
      ? words.map((one) => ({ value: one.dictValue, label: one.dictLabel }))
      : (filter.options?.map((one) => ({ value: one, label: say(`${name}_${one}`) })) ??
        (answer.choices[name] ?? []).map((one) => ({ value: String(one.value), label: one.label })));
  const options = offered.filter((one) => !filter.options || filter.options.includes(one.value));
  return filter.options && options.length <= fewOptions ? (
    <Segmented
      aria-label={label}
      value={value ?? ''}
      onChange={(next) => set(next || null)}
      options={[...(filter.required ? [] : [{ value: '', label: t('kit.report.all') }]), ...options]}
    />
  ) : (
    <Select<string>
      id={id}
      aria-label={label}
      placeholder={label}
      allowClear={!filter.required}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ minWidth: 160 }}
      value={value}
      options={options}
      onChange={set}
    />
  );
}
