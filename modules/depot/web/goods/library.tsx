import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input, Modal, Table, Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { type LibraryEntry, materialLibrary } from '#modules/depot/contract/goods/material.ts';

interface Props {
  onTake(entry: LibraryEntry): void;
  onClose(): void;
}

/** The tenant's library of goods; what is taken fills the form. */
export function Library({ onTake, onClose }: Props) {
  const text = useTexts('depot.materialPage');
  const label = useTexts('depot.material');
  const { options } = useDict('material_kind');
  const [keyword, setKeyword] = useDebounced('');
  const { data = [], isFetching } = useQuery({
    queryKey: ['depot.material', 'library', keyword],
    queryFn: () => call(materialLibrary, { query: keyword ? { keyword } : {}, quiet: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <Modal open title={text('library')} footer={null} width={860} onCancel={onClose}>
      <Input.Search
        allowClear
        autoFocus
        placeholder={text('librarySearch')}
        onChange={(event) => setKeyword(event.target.value)}
        style={{ marginBottom: 12 }}
      />
      <Table<LibraryEntry>
        size="small"
        rowKey="id"
        loading={isFetching}
        dataSource={data}
        pagination={false}
        scroll={{ y: 360, x: 760 }}
        columns={[
          { key: 'code', dataIndex: 'commodityCode', title: label('materialNo'), width: 120 },
          { key: 'name', dataIndex: 'commodityName', title: label('name') },
          { key: 'spec', dataIndex: 'spec', title: label('spec'), width: 130 },
          {
            key: 'kind',
            title: label('kind'),
            width: 100,
            render: (_, row) => options.find((one) => one.dictValue === row.kind)?.dictLabel ?? row.kind,
          },
          { key: 'maker', dataIndex: 'manufacturer', title: label('manufacturer'), width: 150, ellipsis: true },
          {
            key: '_take',
            width: 90,
            render: (_, row) =>
              row.isTaken ? (
                <Tag>{text('taken')}</Tag>
              ) : (
                <Button type="link" size="small" onClick={() => onTake(row)}>
                  {text('choose')}
                </Button>
              ),
          },
        ]}
      />
    </Modal>
  );
}
