import { Flex, Radio, Table, Tag, Typography, theme } from 'antd';
import type { ReactNode } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Compared, DuplicateKind } from '#modules/registry/contract/duplicate/duplicate.ts';
import { DictName } from '../animal/names.tsx';
import type { Side } from './merge-form.tsx';

interface Props {
  readonly kind: DuplicateKind;
  readonly data: Compared;
  readonly survivor: Side;
  readonly taken: Readonly<Record<string, Side>>;
  readonly onlyDifferent: boolean;
  readonly mayEdit: boolean;
  onSurvivor(side: Side): void;
  onTake(name: string, side: Side): void;
  /** Without it the records are named only. */
  readonly open: ((side: Side) => void) | undefined;
}

type Line = Compared['fields'][number];
const statuses: Readonly<Record<DuplicateKind, string>> = {
  principal: 'principal_status',
  person: 'person_status',
  animal: 'animal_status',
};

/** Field by field; what differs stands out, and where it may be chosen the chosen value is marked. */
export function FieldTable({ kind, data, survivor, taken, onlyDifferent, mayEdit, onSurvivor, onTake, open }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const text = useTexts('registry.mergePage');
  const head = (side: Side): ReactNode => {
    const { name, status, regionName, createdAt } = data[side];
    return (
      <Flex vertical gap={4} style={{ fontWeight: 400 }}>
        <Flex gap={8} wrap align="center">
          {open ? (
            <Typography.Link strong onClick={() => open(side)} data-record>
              {name}
            </Typography.Link>
          ) : (
            <b data-record>{name}</b>
          )}
          <Tag>
            <DictName dict={statuses[kind]} value={status} />
          </Tag>
          <Tag color={side === survivor ? 'success' : 'default'}>{text(side === survivor ? 'keeps' : 'goes')}</Tag>
        </Flex>
        <Typography.Text type="secondary" style={{ fontSize: 12 }} data-record>
          {[regionName, text('found', { date: createdAt.slice(0, 10) })].filter(Boolean).join(' · ')}
        </Typography.Text>
        {mayEdit && (
          <Radio checked={side === survivor} onChange={() => onSurvivor(side)}>
            {text('keepThis')}
          </Radio>
        )}
      </Flex>
    );
  };
  const cell = (side: Side) => (line: Line) => {
    const value = <span data-record>{line[side] ?? '-'}</span>;
    if (!line.differs || !line.choosable) return value;
    const isTaken = (taken[line.name] ?? survivor) === side;
    if (!mayEdit) return isTaken ? <Typography.Text strong>{value}</Typography.Text> : value;
    const label = `${text('take')} ${t.any(`registry.${kind}.${line.name}`)}`;
    return (
      <Radio checked={isTaken} onChange={() => onTake(line.name, side)} aria-label={label}>
        {value}
      </Radio>
    );
  };
  return (
    <Table<Line>
      size="small"
      rowKey="name"
      pagination={false}
      scroll={{ x: 720 }}
      dataSource={data.fields.filter((one) => (onlyDifferent ? one.differs : one.left !== null || one.right !== null))}
      onRow={(line) => ({ style: line.differs ? { background: token.colorWarningBg } : {} })}
      columns={[
        { key: 'name', title: text('field'), width: 160, render: (_, line) => t.any(`registry.${kind}.${line.name}`) },
        { key: 'left', title: head('left'), width: '40%', render: (_, line) => cell('left')(line) },
        { key: 'right', title: head('right'), width: '40%', render: (_, line) => cell('right')(line) },
      ]}
    />
  );
}
