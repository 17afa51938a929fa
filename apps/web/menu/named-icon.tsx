import type { CSSProperties } from 'react';
import * as Icons from './icons.ts';

interface NamedIconProps {
  readonly name: string | null;
  readonly style?: CSSProperties | undefined;
}

export function NamedIcon({ name, style }: NamedIconProps) {
  const Icon = (name && (Icons as Record<string, typeof Icons.AppstoreOutlined>)[name]) || Icons.AppstoreOutlined;
  return <Icon style={style} />;
}
