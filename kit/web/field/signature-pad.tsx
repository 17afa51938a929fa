import { Button, Flex, theme } from 'antd';
import { type PointerEvent, useRef } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { paper } from '#kit/web/ui/palette.ts';

interface Props {
  readonly label: string;
  /** Instead of the usual word for beginning again. */
  readonly clearLabel?: string;
  /** Beside the button: whether somebody has signed. */
  readonly note?: string;
  /** A picture, or null where nothing is drawn. */
  onChange(picture: Blob | null): void;
}

const [width, height] = [640, 200];

/** A place to sign with finger, pen or mouse. */
export function SignaturePad({ label, clearLabel, note, onChange }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDown = useRef(false);
  // Drawn in the picture's own measure: a narrow screen shows it smaller.
  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      ((event.clientX - box.left) * width) / box.width,
      ((event.clientY - box.top) * height) / box.height,
    ] as const;
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    isDown.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    Object.assign(pen, { lineWidth: 4, lineCap: 'round', strokeStyle: paper.ink });
    pen.beginPath();
    pen.moveTo(...at(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = canvas.current?.getContext('2d');
    if (!isDown.current || !pen) return;
    pen.lineTo(...at(event));
    pen.stroke();
  };
  const end = () => {
    if (!isDown.current) return;
    isDown.current = false;
    canvas.current?.toBlob((picture) => picture && onChange(picture), 'image/png');
  };
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, width, height);
    onChange(null);
  };
  return (
    <Flex vertical gap={4} style={{ maxWidth: 480 }}>
      <canvas
        ref={canvas}
        width={width}
        height={height}
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        style={{
          width: '100%',
          height: 130,
          background: paper.white,
          border: `1px dashed ${token.colorBorder}`,
          borderRadius: token.borderRadius,
          touchAction: 'none',
        }}
      />
      <Flex justify="space-between" align="center">
        <span>{note}</span>
        <Button size="small" onClick={clear}>
          {clearLabel ?? t('kit.clear')}
        </Button>
      </Flex>
    </Flex>
  );
}
