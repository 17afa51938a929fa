import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Flex, Space, Typography, Upload } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { download } from '#kit/web/api/download.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { animalImport, animalImportTemplate } from '#modules/registry/contract/animal/animal-import.ts';

/** R41: more than a screen can show goes through a job, checked first, then registered holder by holder. */
export function ImportFile() {
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  const [busy, setBusy] = useState(false);
  const text = useTexts('registry.animalImport');
  const send = async (file: File, mode: 'check' | 'commit') => {
    setBusy(true);
    try {
      await call(animalImport, { file, body: { mode } });
      notify('success', text('underWay'));
      // Whoever has no page of jobs follows this one in the header.
      if (mayOpen('/system/jobs')) openPage('/system/jobs');
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const button = (mode: 'check' | 'commit') => (
    <Upload
      accept=".xlsx"
      showUploadList={false}
      beforeUpload={(file) => {
        void send(file, mode);
        return Upload.LIST_IGNORE;
      }}
    >
      <Button icon={<UploadOutlined aria-hidden />} loading={busy}>
        {text(mode)}
      </Button>
    </Upload>
  );
  if (!useCan('pri:animal:import')) return null;
  return (
    <Flex justify="space-between" align="center" wrap gap={8}>
      <Typography.Text type="secondary">{text('hint')}</Typography.Text>
      <Space wrap>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void download(animalImportTemplate)}>
          {text('template')}
        </Button>
        {button('check')}
        {button('commit')}
      </Space>
    </Flex>
  );
}
