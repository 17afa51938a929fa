import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, DatePicker, Input, Select, Table } from 'antd';
import dayjs from 'dayjs';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { Licence } from '#modules/depot/contract/goods/purveyor.ts';
import { OneFile } from '../common/one-file.tsx';

interface Props {
  readonly value: readonly Licence[];
  onChange(value: Licence[]): void;
}

const most = 10;

/** The papers of a purveyor, one line each. */
export function LicencesField({ value, onChange }: Props) {
  const t = useT();
  const text = useTexts('depot.purveyorPage');
  const { options } = useDict('document_kind');
  const change = (at: number, patch: Partial<Licence>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  return (
    <>
      <Table<Licence>
        size="small"
        rowKey={(one) => String(value.indexOf(one))}
        pagination={false}
        scroll={{ x: 640 }}
        dataSource={[...value]}
        locale={{ emptyText: text('noLicences') }}
        columns={[
          {
            key: 'kind',
            title: text('licenceKind'),
            width: 190,
            render: (_, one, at) => (
              <Select
                aria-label={`${text('licenceKind')} ${at + 1}`}
                value={one.kind}
                options={options.map((each) => ({ value: each.dictValue, label: each.dictLabel }))}
                onChange={(kind) => change(at, { kind })}
                style={{ width: '100%' }}
              />
            ),
          },
          {
            key: 'no',
            title: text('licenceNo'),
            render: (_, one, at) => (
              <Input
                aria-label={`${text('licenceNo')} ${at + 1}`}
                maxLength={60}
                value={one.no}
                onChange={(event) => change(at, { no: event.target.value })}
              />
            ),
          },
          {
            key: 'validTo',
            title: text('validTo'),
            width: 170,
            render: (_, one, at) => (
              <DatePicker
                aria-label={`${text('validTo')} ${at + 1}`}
                value={one.validTo ? dayjs(one.validTo, dateFormat) : null}
                onChange={(day) => change(at, { validTo: day ? day.format(dateFormat) : null })}
                style={{ width: '100%' }}
              />
            ),
          },
          {
            key: 'file',
            title: text('file'),
            width: 130,
            render: (_, one, at) => (
              <OneFile
                bizType="depot.purveyor"
                label={text('upload')}
                value={one.fileId}
                onChange={(fileId) => change(at, { fileId })}
              />
            ),
          },
          {
            key: '_remove',
            width: 48,
            render: (_: unknown, one: Licence) => (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('kit.remove')}
                onClick={() => onChange(value.filter((each) => each !== one))}
              />
            ),
          },
        ]}
      />
      <Button
        type="dashed"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= most}
        style={{ marginTop: 8 }}
        onClick={() => onChange([...value, { kind: 'vetDrugLicence', no: '', validTo: null, fileId: null }])}
      >
        {text('addLicence')}
      </Button>
    </>
  );
}
