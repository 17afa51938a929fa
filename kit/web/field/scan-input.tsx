import { ScanOutlined } from '@ant-design/icons';
import { Input, type InputProps, type InputRef } from 'antd';
import { type Ref, useState } from 'react';
import { CameraScan } from './camera-scan.tsx';

interface Props extends Omit<InputProps, 'value' | 'onChange' | 'onPressEnter' | 'suffix' | 'ref'> {
  readonly ref?: Ref<InputRef>;
  /** A whole text, from a reader that types and presses Enter, a hand that does the same, or the camera. False: it stays, to be completed. */
  onScan(text: string): unknown;
}

/** Where codes come in: a scanner at the cable, a hand, a telephone's camera. It empties itself for the next one. */
export function ScanInput({ onScan, ref, ...rest }: Props) {
  const [text, setText] = useState('');
  const take = (raw: string) => {
    if (!raw.trim() || onScan(raw.trim()) !== false) setText('');
  };
  return (
    <Input
      prefix={<ScanOutlined aria-hidden />}
      autoComplete="off"
      {...rest}
      {...(ref && { ref })}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={(event) => {
        event.preventDefault();
        take(text);
      }}
      suffix={<CameraScan onScan={take} />}
    />
  );
}
