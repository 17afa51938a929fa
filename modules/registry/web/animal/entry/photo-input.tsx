import { CameraOutlined } from '@ant-design/icons';
import { Button, Upload, type UploadFile } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { uploadFile } from '#modules/platform/contract/file/files.ts';

interface Props {
  readonly bizType: string;
  onChange(fileIds: readonly number[]): void;
}

/** Pictures from the yard; sent at once, hung on the paper when it is saved. */
export function PhotoInput({ bizType, onChange }: Props) {
  const t = useT();
  const [files, setFiles] = useState<UploadFile[]>([]);
  return (
    <Upload
      accept="image/*"
      multiple
      maxCount={9}
      listType="picture"
      fileList={files}
      customRequest={({ file, onSuccess, onError }) => {
        call(uploadFile, { file: file as File, body: { bizType } }).then(
          (saved) => onSuccess?.(saved),
          (error: Error) => onError?.(error),
        );
      }}
      onChange={({ fileList }) => {
        setFiles(fileList);
        onChange(fileList.flatMap((one) => (one.status === 'done' ? [one.response.fileId as number] : [])));
      }}
    >
      <Button icon={<CameraOutlined aria-hidden />}>{t('registry.replaceForm.addPhoto')}</Button>
    </Upload>
  );
}
