import { SearchOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select, Space } from 'antd';
import { useId, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { DateRange } from '#kit/web/ui/range-inputs.tsx';
import type { JobFilters, JobList } from './use-job-list.ts';

export function JobsSearch({ list }: { readonly list: JobList }) {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState<JobFilters>(list.filters);
  // A link or the back button may change the address while the form stands: the form follows it.
  const address = JSON.stringify(list.filters);
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    setTyped(list.filters);
  }
  const change = (changes: JobFilters) => setTyped((old) => ({ ...old, ...changes }));
  const text = (name: 'title' | 'maker') => (
    <Form.Item label={t.any(`platform.jobs.${name}`)} htmlFor={`${id}-${name}`} style={{ margin: 0 }}>
      <Input
        id={`${id}-${name}`}
        value={typed[name] ?? ''}
        onChange={(event) => change({ [name]: event.target.value })}
        maxLength={50}
        allowClear
        autoComplete="off"
      />
    </Form.Item>
  );
  return (
    <Form onFinish={() => list.search(typed)} role="search" aria-label={t('kit.search')}>
      <div
        style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(250px, 100%), 1fr))', gap: 12 }}
      >
        {text('title')}
        <Choices name="kind" dict="job_kind" id={`${id}-kind`} typed={typed} onChange={change} />
        <Choices name="status" dict="sys_job_status" id={`${id}-status`} typed={typed} onChange={change} />
        {list.seesAll && text('maker')}
        <Form.Item label={t('platform.jobs.createdAt')} htmlFor={`${id}-createdAt`} style={{ margin: 0 }}>
          <DateRange
            id={`${id}-createdAt`}
            value={[typed.createdAtFrom ?? '', typed.createdAtTo ?? '']}
            onChange={([from, to]) => change({ createdAtFrom: from, createdAtTo: to })}
          />
        </Form.Item>
        <Space style={{ gridColumnEnd: -1, justifySelf: 'end' }}>
          <Button onClick={() => list.search({})}>{t('kit.reset')}</Button>
          <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
            {t('kit.search')}
          </Button>
        </Space>
      </div>
    </Form>
  );
}

interface ChoicesProps {
  readonly name: 'kind' | 'status';
  readonly dict: string;
  readonly id: string;
  readonly typed: JobFilters;
  onChange(changes: JobFilters): void;
}

function Choices({ name, dict, id, typed, onChange }: ChoicesProps) {
  const t = useT();
  const { options, loading } = useDict(dict);
  return (
    <Form.Item label={t.any(`platform.jobs.${name}`)} htmlFor={id} style={{ margin: 0, minWidth: 0 }}>
      <Select<string[]>
        id={id}
        mode="multiple"
        maxTagCount="responsive"
        allowClear
        loading={loading}
        placeholder={t('kit.choose')}
        options={options.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
        value={typed[name]?.split(',').filter(Boolean) ?? []}
        onChange={(chosen) => onChange({ [name]: chosen.join(',') })}
      />
    </Form.Item>
  );
}
