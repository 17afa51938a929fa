import { CheckOutlined } from '@ant-design/icons';
import { ColorPicker, Tooltip } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { textOn } from '../theme/contrast.ts';
import { pickerColors, swatches } from '../theme/settings.ts';
import s from './theme-drawer.module.css';

export function ColorChoice({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  const t = useT();
  return (
    <div className={s.colors}>
      {swatches.map((one) => {
        const label = t(`shell.theme.swatches.${one.name}`);
        const chosen = one.color.toLowerCase() === color.toLowerCase();
        return (
          <Tooltip key={one.name} title={label}>
            <button
              type="button"
              className={s.swatch}
              style={{ background: one.color, color: textOn(one.color) }}
              aria-label={label}
              aria-pressed={chosen}
              onClick={() => onChange(one.color)}
            >
              {chosen && <CheckOutlined />}
            </button>
          </Tooltip>
        );
      })}
      <ColorPicker
        value={color}
        disabledAlpha
        presets={[{ label: t('shell.theme.color'), colors: [...pickerColors], defaultOpen: true }]}
        onChangeComplete={(chosen) => onChange(chosen.toHexString().toUpperCase())}
      >
        <button
          type="button"
          className={s.picker}
          aria-label={t('shell.theme.picker')}
          title={t('shell.theme.picker')}
        />
      </ColorPicker>
    </div>
  );
}
