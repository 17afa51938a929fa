import { CameraOutlined, CloseOutlined } from '@ant-design/icons';
import { Button, Flex, Image, Typography, Upload } from 'antd';
import { useEffect, useState } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { dropPicture, pictureOf, takePicture } from '../offline/pictures-store.ts';
import { useWords } from '../texts.ts';
import type { Picture } from './form.ts';

interface Props {
  readonly value: readonly Picture[];
  readonly label: string;
  readonly hint?: string;
  onChange(value: readonly Picture[]): void;
}

const most = 9;
const largest = 20;

/** Pictures taken at the household: they stay on the device until they can be sent. */
export function Pictures({ value, label, hint, onChange }: Props) {
  const t = useT();
  const words = useWords();
  const take = async (files: readonly File[]) => {
    const fit = files.filter((file) => file.size <= largest * 1024 * 1024);
    if (fit.length < files.length) notify('error', t('error.tooLarge', { n: largest }));
    const taken = await Promise.all(fit.slice(0, most - value.length).map(takePicture));
    onChange([...value, ...taken]);
  };
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap>
        {value.map((one) => (
          <span key={one.key} style={{ position: 'relative' }}>
            <Thumb picture={one} />
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
              {words('photo')}
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

function Thumb({ picture }: { readonly picture: Picture }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    void pictureOf(picture).then(async (blob) => {
      if (isGone) return;
      if (blob) made = URL.createObjectURL(blob);
      setAddress(made ?? (picture.fileId ? await filePort.current?.link(picture.fileId) : undefined));
    });
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [picture]);
  return (
    <Image
      src={address ?? ''}
      alt={picture.name}
      width={88}
      height={72}
      style={{ objectFit: 'cover', borderRadius: 6 }}
      fallback="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
    />
  );
}
