import { UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Drawer, Flex, Space, Table, Tabs, Tag, Typography, Upload } from 'antd';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { regionDiff, sysRegion } from '#modules/platform/contract/reference/sys-region.ts';

type Difference = DataOf<typeof regionDiff>;

/** The yearly code list: compared first, written when somebody has looked at the difference. */
export function CodeListDrawer({ onClose }: { onClose(): void }) {
  const t = useT();
  const text = useTexts('platform.sysRegion');
  const changed = useChanged(sysRegion);
  const [file, setFile] = useState<File | null>(null);
  const [difference, setDifference] = useState<Difference | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async (given: File, mode: 'check' | 'commit') => {
    setBusy(true);
    try {
      const found = await call(regionDiff, { body: { mode }, file: given, idempotencyKey: newKey() });
      if (mode === 'check') return setDifference(found);
      notify('success', text('committed'));
      void changed();
      onClose();
    } catch {
      // The client has said why; another file can be chosen.
    } finally {
      setBusy(false);
    }
  };
  const changes = difference ? difference.added.length + difference.renamed.length + difference.gone.length : 0;
  return (
    <Drawer
      open
      title={text('import')}
      size="min(760px, 100vw)"
      onClose={onClose}
      footer={
        <Space style={{ float: 'inline-end' }}>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button
            type="primary"
            disabled={!file || changes === 0}
            loading={busy && difference !== null}
            onClick={() => file && void ask(file, 'commit')}
          >
            {text('commit')}
          </Button>
        </Space>
      }
    >
      <Flex vertical gap={16}>
        <Alert type="info" showIcon title={text('importHint')} />
        <Flex gap={12} align="center">
          <Upload
            accept=".xlsx"
            showUploadList={false}
            beforeUpload={(given) => {
              setFile(given);
              setDifference(null);
              void ask(given, 'check');
              return false;
            }}
          >
            <Button icon={<UploadOutlined aria-hidden />} loading={busy}>
              {text('choose')}
            </Button>
          </Upload>
          {file && <Typography.Text data-record>{file.name}</Typography.Text>}
        </Flex>
        {difference && (changes === 0 ? <Alert type="success" showIcon title={text('nothing')} /> : null)}
        {difference && <Views difference={difference} />}
      </Flex>
    </Drawer>
  );
}

function Views({ difference }: { readonly difference: Difference }) {
  const t = useT();
  const text = useTexts('platform.sysRegion');
  const code = { title: text('code'), dataIndex: 'code', width: 140 };
  const parent = { title: text('parentCode'), dataIndex: 'parentName', ellipsis: true };
  const tables = {
    added: { rows: difference.added, columns: [code, { title: text('name'), dataIndex: 'name' }, parent] },
    renamed: {
      rows: difference.renamed,
      columns: [
        code,
        { title: text('oldName'), dataIndex: 'oldName' },
        { title: text('name'), dataIndex: 'name' },
        parent,
      ],
    },
    gone: {
      rows: difference.gone,
      columns: [
        code,
        { title: text('name'), dataIndex: 'name' },
        parent,
        {
          title: text('used'),
          dataIndex: 'used',
          width: 130,
          render: (used: boolean) => (used ? <Tag color="warning">{t('kit.yes')}</Tag> : t('kit.no')),
        },
      ],
    },
    wrong: {
      rows: difference.wrong.map((one, index) => ({ ...one, code: index })),
      columns: [
        { title: text('row'), dataIndex: 'row', width: 80, render: (row: number) => row || '-' },
        { title: text('rowText'), dataIndex: 'text' },
      ],
    },
  } as const;
  return (
    <Tabs
      tabBarExtraContent={<Typography.Text type="secondary">{text('same', { n: difference.same })}</Typography.Text>}
      items={Object.entries(tables).map(([key, { rows, columns }]) => ({
        key,
        label: `${text.any(key)} ${rows.length}`,
        children: (
          <Table
            size="small"
            rowKey="code"
            // biome-ignore lint/suspicious/noExplicitAny: four shapes of rows in one table
            dataSource={rows as readonly any[]}
            // biome-ignore lint/suspicious/noExplicitAny: and of columns
            columns={columns as unknown as any[]}
            pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          />
        ),
      }))}
    />
  );
}
