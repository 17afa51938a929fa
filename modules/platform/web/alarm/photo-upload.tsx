import { CameraOutlined } from '@ant-design/icons';
import { Button, Upload, type UploadFile } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { uploadFile } from '#modules/platform/contract/file/files.ts';

interface Props {
  readonly id: string;
  onChange(fileIds: readonly number[]): void;
}

const most = 9;

/** Pictures from the place; sent at once, hung on the alarm when it is handled. */
export function PhotoUpload({ id, onChange }: Props) {
  const t = useT();
  const [files, setFiles] = useState<UploadFile[]>([]);
  return (
    <Upload
      id={id}
      accept="image/*,video/mp4"
      multiple
      maxCount={most}
      listType="picture"
      fileList={files}
      customRequest={({ file, onSuccess, onError }) => {
        call(uploadFile, { file: file as File, body: { bizType: 'platform.alarm' } }).then(
          (saved) => onSuccess?.(saved),
          (error: Error) => onError?.(error),
        );
      }}
      onChange={({ fileList }) => {
        setFiles(fileList);
        onChange(fileList.flatMap((one) => (one.status === 'done' ? [one.response.fileId as number] : [])));
      }}
    >
      <Button icon={<CameraOutlined aria-hidden />}>{t('platform.alarmPage.addPhoto')}</Button>
    </Upload>
  );
}
