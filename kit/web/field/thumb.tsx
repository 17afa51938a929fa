import { Image } from 'antd';
import { useEffect, useState } from 'react';
import { filePort } from '#kit/web/ui/file-port.ts';
import { type Picture, pictureOf } from './picture-store.ts';

interface Props {
  readonly picture: Picture;
  readonly width?: number;
  readonly height?: number;
}

const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** A picture small: from the device as long as it has it, else from the server. */
export function Thumb({ picture, width, height }: Props) {
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
      src={address ?? blank}
      alt={picture.name}
      {...(width && { width })}
      {...(height && { height })}
      style={{ objectFit: 'cover', borderRadius: 6 }}
      fallback={blank}
    />
  );
}
