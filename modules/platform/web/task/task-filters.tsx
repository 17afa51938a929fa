import { Button, Checkbox, Flex, Form, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { RefField } from '#kit/web/fields/ref.tsx';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { DateRange } from '#kit/web/ui/range-inputs.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';

export const taskFilterNames = [
  ...(['keyword', 'taskType', 'priority', 'overdue'] as const),
  ...(['regionCode', 'principalId', 'dateFrom', 'dateTo'] as const),
] as const;
type Typed = Readonly<Partial<Record<(typeof taskFilterNames)[number], string>>>;

const region = field.region({ optional: true });
const principal = field.ref('registry.principal', { optional: true });
const plain = { onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };

export function TaskFilters() {
  const t = useT();
  const text = useTexts('platform.taskPage');
  const id = useId();
  const url = useUrlState();
  const read = (): Typed => Object.fromEntries(taskFilterNames.map((name) => [name, url.get(name) ?? '']));
  const [typed, setTyped] = useState<Typed>(read);
  // A counter or a link may change the address while the form stands: the form follows it.
  const address = JSON.stringify(read());
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    setTyped(read());
  }
  const set = (changes: Typed) => setTyped((old) => ({ ...old, ...changes }));
  const search = (values: Typed) =>
    url.set({ ...Object.fromEntries(taskFilterNames.map((name) => [name, values[name] || null])), pageNum: null });
  const optionsOf = (code: 'task_type' | 'task_priority', rows: ReturnType<typeof useDict>) =>
    rows.options.map((one) => ({ value: one.dictValue, label: one.dictLabel, key: `${code} ${one.dictValue}` }));
  const types = optionsOf('task_type', useDict('task_type'));
  const priorities = optionsOf('task_priority', useDict('task_priority'));
  const number = (name: 'regionCode' | 'principalId') => (typed[name] ? Number(typed[name]) : null);
  return (
    <Form onFinish={() => search(typed)} role="search" aria-label={t('kit.search')}>
      <Flex gap={8} wrap align="center">
        <Input
          value={typed.keyword ?? ''}
          onChange={(event) => set({ keyword: event.target.value })}
          placeholder={text('name')}
          aria-label={t('kit.keyword')}
          allowClear
          maxLength={100}
          style={{ width: 170 }}
        />
        <Select
          value={typed.taskType || null}
          onChange={(next?: string) => set({ taskType: next ?? '' })}
          options={types}
          placeholder={text('type')}
          aria-label={text('type')}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: 120 }}
        />
        <Select
          value={typed.priority || null}
          onChange={(next?: string) => set({ priority: next ?? '' })}
          options={priorities}
          placeholder={text('priority')}
          aria-label={text('priority')}
          allowClear
          style={{ width: 100 }}
        />
        <div style={{ width: 200 }}>
          <RegionField
            {...plain}
            id={`${id}-region`}
            field={region}
            value={number('regionCode')}
            onChange={(code) => set({ regionCode: code ? String(code) : '' })}
          />
        </div>
        <div style={{ width: 190 }}>
          <RefField
            {...plain}
            id={`${id}-principal`}
            field={principal}
            value={number('principalId')}
            onChange={(next) => set({ principalId: next ? String(next) : '' })}
          />
        </div>
        <div style={{ width: 230 }}>
          <DateRange
            id={`${id}-date`}
            value={[typed.dateFrom ?? '', typed.dateTo ?? '']}
            onChange={([dateFrom, dateTo]) => set({ dateFrom, dateTo })}
          />
        </div>
        <Checkbox
          checked={typed.overdue === 'true'}
          onChange={(event) => set({ overdue: event.target.checked ? 'true' : '' })}
        >
          {text('overdue')}
        </Checkbox>
        <Button type="primary" htmlType="submit">
          {t('kit.search')}
        </Button>
        <Button onClick={() => search({})}>{t('kit.reset')}</Button>
      </Flex>
    </Form>
  );
}
