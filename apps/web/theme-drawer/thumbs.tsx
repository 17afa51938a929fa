import { CheckOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { CSSProperties } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { headStyles, sideStyles, type ThemeSettings } from '../theme/settings.ts';
import { tonesOf } from '../theme/tones.ts';
import s from './theme-drawer.module.css';

interface ThumbProps {
  readonly settings: ThemeSettings;
  readonly label: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** The shell in miniature, in the colours it would have. */
export function LayoutThumb({ settings, label, chosen, onChoose }: ThumbProps) {
  const tones = tonesOf(settings);
  const head = { light: tones.container, dark: tones.side, primary: tones.fill }[settings.headStyle];
  const side = settings.sideStyle === 'dark' ? tones.side : tones.container;
  const style = { '--head': head, '--side': side, '--ground': tones.layout } as CSSProperties;
  return (
    <Tooltip title={label}>
      <button type="button" className={s.thumb} aria-label={label} aria-pressed={chosen} onClick={onChoose}>
        <span className={s.mini} data-layout={settings.layoutStyle} style={style}>
          <i />
          <i />
        </span>
        {chosen && <CheckOutlined className={s.tick ?? ''} />}
      </button>
    </Tooltip>
  );
}

/** Sidebar and header styles as one choice; without a sidebar only the header's. */
export function StyleThumbs({
  settings,
  onChange,
}: {
  settings: ThemeSettings;
  onChange: (part: Partial<ThemeSettings>) => void;
}) {
  const t = useT();
  const sides = settings.layoutStyle === 'top' ? [settings.sideStyle] : sideStyles;
  return (
    <div className={s.thumbs}>
      {sides.flatMap((sideStyle) =>
        headStyles.map((headStyle) => {
          const head = t(`shell.theme.head.${headStyle}`);
          const label = sides.length === 1 ? head : `${t(`shell.theme.side.${sideStyle}`)} · ${head}`;
          return (
            <LayoutThumb
              key={sideStyle + headStyle}
              settings={{ ...settings, sideStyle, headStyle }}
              label={label}
              chosen={settings.sideStyle === sideStyle && settings.headStyle === headStyle}
              onChoose={() => onChange({ sideStyle, headStyle })}
            />
          );
        }),
      )}
    </div>
  );
}
