import { Button, Flex, theme } from 'antd';
import { type PointerEvent, useRef } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { paper } from '#kit/web/ui/palette.ts';

/** A place to sign with finger, pen or mouse; answers a picture, or null where nothing was drawn. */
export function Signature({ onChange }: { onChange(picture: Blob | null): void }) {
  const t = useT();
  const { token } = theme.useToken();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDown = useRef(false);
  // Drawn in the picture's own measure: a narrow screen shows it smaller.
  const at = ({ currentTarget: one, nativeEvent: { offsetX, offsetY } }: PointerEvent<HTMLCanvasElement>) =>
    [(offsetX * one.width) / one.clientWidth, (offsetY * one.height) / one.clientHeight] as const;
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    isDown.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    pen.lineWidth = 2.5;
    pen.lineCap = 'round';
    pen.strokeStyle = paper.ink;
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
    canvas.current?.toBlob((picture) => onChange(picture), 'image/png');
  };
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, 440, 150);
    onChange(null);
  };
  return (
    <Flex vertical gap={4} align="start">
      <canvas
        ref={canvas}
        width={440}
        height={150}
        aria-label={t('depot.docPage.orSign')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        style={{
          width: 440,
          maxWidth: '100%',
          height: 150,
          background: paper.white,
          border: `1px dashed ${token.colorBorder}`,
          borderRadius: token.borderRadius,
          touchAction: 'none',
        }}
      />
      <Button size="small" onClick={clear}>
        {t('depot.docPage.clear')}
      </Button>
    </Flex>
  );
}
