import { Checkbox, DatePicker, Flex, Segmented, Table, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { z } from 'zod';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { finding } from '#modules/registry/contract/animal/animal-entry.ts';
import { EarTag } from '../tag/ear-tag.tsx';
import { Choices } from './facts-form.tsx';

export interface PreviewRow {
  readonly tag: string;
  readonly sex: 'male' | 'female';
  readonly birthDate: string;
  readonly isOut: boolean;
}
export type Findings = Map<string, z.infer<typeof finding>[]>;

interface Props {
  readonly rows: readonly PreviewRow[];
  readonly findings: Findings;
  onChange(rows: readonly PreviewRow[]): void;
}

/** R39: what the registration would say, number by number; sex and birth may differ from row to row. */
export function PreviewTable({ rows, findings, onChange }: Props) {
  const [shown, setShown] = useState('all');
  const text = useTexts('registry.animalForm');
  const levelOf = (tag: string) => {
    const own = findings.get(tag) ?? [];
    return own.some((one) => one.level === 'error') ? 'error' : own.length > 0 ? 'warn' : 'ok';
  };
  const counts = { ok: 0, warn: 0, error: 0 };
  for (const row of rows) counts[levelOf(row.tag)] += 1;
  const change = (tag: string, more: Partial<PreviewRow>) =>
    onChange(rows.map((row) => (row.tag === tag ? { ...row, ...more } : row)));
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" wrap gap={8} align="center">
        <Segmented
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: `${text('all')} ${rows.length}` },
            ...(['ok', 'warn', 'error'] as const).map((level) => ({
              value: level,
              label: `${text(`level.${level}`)} ${counts[level]}`,
            })),
          ]}
        />
        <Typography.Text type="secondary">{text('errorsLeftOut')}</Typography.Text>
      </Flex>
      <Table
        size="small"
        rowKey="tag"
        pagination={false}
        virtual={rows.length > 60}
        scroll={{ x: 760, y: 440 }}
        dataSource={rows.filter((row) => shown === 'all' || levelOf(row.tag) === shown)}
        columns={[
          {
            key: 'in',
            width: 64,
            title: text('take'),
            render: (_, row) => (
              <Checkbox
                checked={!row.isOut}
                disabled={levelOf(row.tag) === 'error'}
                aria-label={row.tag}
                onChange={(event) => change(row.tag, { isOut: !event.target.checked })}
              />
            ),
          },
          { key: 'tag', width: 170, title: text('sheet.tag'), render: (_, row) => <EarTag tag={row.tag} /> },
          {
            key: 'sex',
            width: 140,
            title: text('sex'),
            render: (_, row) => (
              <Choices
                dict="animal_sex"
                values={['female', 'male']}
                value={row.sex}
                size="middle"
                onChange={(sex) => change(row.tag, { sex: sex as PreviewRow['sex'] })}
              />
            ),
          },
          {
            key: 'birth',
            width: 160,
            title: text('birthDate'),
            render: (_, row) => (
              <DatePicker
                value={dayjs(row.birthDate, dateFormat)}
                maxDate={dayjs()}
                allowClear={false}
                onChange={(date) => date && change(row.tag, { birthDate: date.format(dateFormat) })}
              />
            ),
          },
          {
            key: 'check',
            width: 240,
            title: text('check'),
            render: (_, row) => {
              const own = findings.get(row.tag) ?? [];
              if (own.length === 0) return <Tag color="success">{text('level.ok')}</Tag>;
              return own.map((one) => (
                <Tag key={one.bizCode} color={one.level === 'error' ? 'error' : 'warning'}>
                  {one.words}
                </Tag>
              ));
            },
          },
        ]}
      />
    </Flex>
  );
}
