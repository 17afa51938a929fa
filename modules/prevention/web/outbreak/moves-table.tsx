import { DeleteOutlined, DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Card, Input, InputNumber, Select, Space, Table } from 'antd';
import dayjs from 'dayjs';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { InfoMove } from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { Day } from './action-form.tsx';

interface Props {
  readonly title: string;
  readonly value: readonly InfoMove[];
  /** What stands in the book and may be taken over. */
  readonly booked: readonly InfoMove[];
  readonly disabled: boolean;
  onChange(value: InfoMove[]): void;
}

/** Animals that came or went in the thirty days before the first sign. */
export function Moves({ title, value, booked, disabled, onChange }: Props) {
  const t = useT();
  const species = useDict('species').options.filter((one) => ['cattle', 'sheep', 'goat'].includes(one.dictValue));
  const text = useTexts('prevention.infoPage');
  const set = (at: number, part: Partial<InfoMove>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const isSame = (a: InfoMove, b: InfoMove) => a.on === b.on && a.head === b.head && a.species === b.species;
  const rest = booked.filter((one) => !value.some((own) => isSame(own, one)));
  return (
    <Card
      size="small"
      title={title}
      style={{ marginBlockEnd: 12 }}
      styles={{ body: { padding: 0 } }}
      extra={
        !disabled && (
          <Space>
            {rest.length > 0 && (
              <Button
                size="small"
                icon={<DownloadOutlined aria-hidden />}
                onClick={() => onChange([...value, ...rest])}
              >
                {text('takeBooked', { n: rest.length })}
              </Button>
            )}
            <Button
              size="small"
              icon={<PlusOutlined aria-hidden />}
              onClick={() =>
                onChange([...value, { on: dayjs().format(dateFormat), species: 'cattle', head: 1, counterpart: '' }])
              }
            >
              {text('addMove')}
            </Button>
          </Space>
        )
      }
    >
      <Table<InfoMove & { readonly at: number }>
        size="small"
        rowKey="at"
        dataSource={value.map((one, at) => ({ ...one, at }))}
        pagination={false}
        scroll={{ x: 620 }}
        locale={{ emptyText: text('noMoves') }}
        columns={[
          {
            key: 'on',
            title: text('on'),
            width: 140,
            render: (_, one) =>
              disabled ? (
                one.on
              ) : (
                <Day id={`${title}-on-${one.at}`} value={one.on} onChange={(on) => on && set(one.at, { on })} />
              ),
          },
          {
            key: 'who',
            title: text('counterpart'),
            render: (_, one) =>
              disabled ? (
                (one.counterpart ?? '-')
              ) : (
                <Input
                  aria-label={text('counterpart')}
                  maxLength={100}
                  value={one.counterpart ?? ''}
                  onChange={(event) => set(one.at, { counterpart: event.target.value })}
                />
              ),
          },
          {
            key: 'species',
            title: text('species'),
            width: 100,
            render: (_, one) => (
              <Select
                aria-label={text('species')}
                disabled={disabled}
                value={one.species}
                options={species.map((kind) => ({ value: kind.dictValue, label: kind.dictLabel }))}
                onChange={(kind) => set(one.at, { species: kind })}
                style={{ width: '100%' }}
              />
            ),
          },
          {
            key: 'head',
            title: text('heads'),
            width: 90,
            render: (_, one) => (
              <InputNumber
                aria-label={text('heads')}
                disabled={disabled}
                min={1}
                precision={0}
                value={one.head}
                onChange={(head) => head && set(one.at, { head })}
                style={{ width: '100%' }}
              />
            ),
          },
          {
            key: 'vehicle',
            title: text('vehicle'),
            width: 120,
            render: (_, one) =>
              disabled ? (
                (one.vehicle ?? '-')
              ) : (
                <Input
                  aria-label={text('vehicle')}
                  maxLength={40}
                  value={one.vehicle ?? ''}
                  onChange={(event) => set(one.at, { vehicle: event.target.value || null })}
                />
              ),
          },
          ...(disabled
            ? []
            : [
                {
                  key: 'remove',
                  width: 44,
                  render: (_: unknown, one: { readonly at: number }) => (
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={t('kit.remove')}
                      onClick={() => onChange(value.filter((__, at) => at !== one.at))}
                    />
                  ),
                },
              ]),
        ]}
      />
    </Card>
  );
}
