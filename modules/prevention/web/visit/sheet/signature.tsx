import { Button, Flex, theme } from 'antd';
import { type PointerEvent, useRef } from 'react';
import { paper } from '#kit/web/ui/palette.ts';
import { dropPicture, takePicture } from '../offline/pictures-store.ts';
import { useWords } from '../texts.ts';
import type { Picture } from './form.ts';

interface Props {
  readonly value: Picture | null;
  onChange(value: Picture | null): void;
}

/** The holder signs with a finger, a pen or the mouse. */
export function HolderSign({ value, onChange }: Props) {
  const words = useWords();
  const { token } = theme.useToken();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDown = useRef(false);
  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [((event.clientX - box.left) * 640) / box.width, ((event.clientY - box.top) * 200) / box.height] as const;
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    isDown.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    pen.lineWidth = 4;
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
  const keep = async (blob: Blob) => {
    if (value) void dropPicture(value);
    onChange(await takePicture(new File([blob], 'signature.png', { type: 'image/png' })));
  };
  const end = () => {
    if (!isDown.current) return;
    isDown.current = false;
    canvas.current?.toBlob((blob) => {
      if (blob) void keep(blob);
    }, 'image/png');
  };
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, 640, 200);
    if (value) void dropPicture(value);
    onChange(null);
  };
  return (
    <Flex vertical gap={4} align="stretch">
      <canvas
        ref={canvas}
        width={640}
        height={200}
        aria-label={words('sign')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        style={{
          width: '100%',
          height: 110,
          background: paper.white,
          border: `1px dashed ${token.colorBorder}`,
          borderRadius: token.borderRadius,
          touchAction: 'none',
        }}
      />
      <Flex justify="space-between" align="center">
        <span>{value ? words('signed') : words('notSigned')}</span>
        <Button size="small" onClick={clear} disabled={!value}>
          {words('signAgain')}
        </Button>
      </Flex>
    </Flex>
  );
}
