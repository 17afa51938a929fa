import { CameraOutlined, CloseOutlined } from '@ant-design/icons';
import { Button, Flex, Typography, Upload } from 'antd';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { dropPicture, type Picture, takePicture } from './picture-store.ts';
import { Thumb } from './thumb.tsx';

interface Props {
  readonly value: readonly Picture[];
  readonly label: string;
  readonly hint?: string;
  readonly most?: number;
  onChange(value: readonly Picture[]): void;
}

const largest = 20;

/** Those small enough to be sent; of the others it is told. */
export function useFitting(): (files: readonly File[]) => readonly File[] {
  const t = useT();
  return (files) => {
    const fit = files.filter((file) => file.size <= largest * 1024 * 1024);
    if (fit.length < files.length) notify('error', t('error.tooLarge', { n: largest }));
    return fit;
  };
}

/** Pictures taken on the spot: they stay on the device until they can be sent. */
export function PictureField({ value, label, hint, most = 9, onChange }: Props) {
  const t = useT();
  const fitting = useFitting();
  const take = async (files: readonly File[]) => {
    const taken = await Promise.all(
      fitting(files)
        .slice(0, most - value.length)
        .map(takePicture),
    );
    onChange([...value, ...taken]);
  };
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap>
        {value.map((one) => (
          <span key={one.key} style={{ position: 'relative' }}>
            <Thumb picture={one} width={88} height={72} />
            <Button
              size="small"
              shape="circle"
              icon={<CloseOutlined />}
              aria-label={t('kit.remove')}
              style={{ position: 'absolute', insetBlockStart: -6, insetInlineEnd: -6, transform: 'scale(.8)' }}
              onClick={() => {
                void dropPicture(one);
                onChange(value.filter((other) => other.key !== one.key));
              }}
            />
          </span>
        ))}
        {value.length < most && (
          <Upload
            accept="image/*"
            multiple
            showUploadList={false}
            beforeUpload={(file, files) => {
              if (file === files[0]) void take(files);
              return false;
            }}
          >
            <Button
              icon={<CameraOutlined aria-hidden />}
              style={{ width: 88, height: 72, whiteSpace: 'normal' }}
              aria-label={label}
            >
              {t('field.photo')}
            </Button>
          </Upload>
        )}
      </Flex>
      {hint && (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {hint}
        </Typography.Text>
      )}
    </Flex>
  );
}
