import { PictureOutlined } from '@ant-design/icons';
import { theme } from 'antd';

interface Props {
  readonly src: string | null;
  readonly size: number | string;
}
/** A picture of goods, or the place where it would be. */
export function Photo({ src, size }: Props) {
  const { token } = theme.useToken();
  const box = { width: size, aspectRatio: '1', borderRadius: token.borderRadius, flex: 'none' } as const;
  return src ? (
    <img src={src} alt="" loading="lazy" style={{ ...box, objectFit: 'cover' }} />
  ) : (
    <div style={{ ...box, display: 'grid', placeItems: 'center', background: token.colorFillTertiary }}>
      <PictureOutlined aria-hidden style={{ fontSize: 28, color: token.colorTextQuaternary }} />
    </div>
  );
}
