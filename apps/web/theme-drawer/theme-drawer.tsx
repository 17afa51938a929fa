import { App, Button, Drawer, Segmented, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { copyText } from '#kit/web/ui/copy-text.ts';
import { layoutStyles, type ThemeSettings, tabStyles, transitions } from '../theme/settings.ts';
import { useThemeStore } from '../theme/theme-store.ts';
import { ColorChoice } from './color-choice.tsx';
import s from './theme-drawer.module.css';
import { LayoutThumb, StyleThumbs } from './thumbs.tsx';
import { useThemeChange } from './use-theme-change.ts';

const switches = [
  'fixedHeader',
  'fixedSidebar',
  'fixedBody',
  'bodyFull',
  'logoAutoSize',
  'colorfulIcon',
  'sideUniqueOpen',
  'weakMode',
  'showFooter',
  'styleResponsive',
] as const satisfies readonly (keyof ThemeSettings)[];

/** Every theme setting; each applies at once. */
export default function ThemeDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const { message } = App.useApp();
  const { settings, reset } = useThemeStore();
  const change = useThemeChange();

  const copy = async () => {
    if (await copyText(JSON.stringify(settings, null, 2))) void message.success(t('shell.theme.copied'));
  };
  const isHeld = (name: string) => settings.fixedBody && (name === 'fixedHeader' || name === 'fixedSidebar');
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('shell.theme.title')}
      size={320}
      footer={
        <div className={s.foot}>
          <Button onClick={() => void copy()}>{t('shell.theme.copy')}</Button>
          <Button danger onClick={reset}>
            {t('shell.theme.reset')}
          </Button>
        </div>
      }
    >
      <Group title={t('shell.theme.style')}>
        <StyleThumbs settings={settings} onChange={change} />
        <Toggle
          label={t('shell.theme.darkMode')}
          checked={settings.darkMode}
          onChange={(darkMode) => change({ darkMode })}
        />
      </Group>
      <Group title={t('shell.theme.color')}>
        <ColorChoice color={settings.color} onChange={(color) => change({ color })} />
      </Group>
      <Group title={t('shell.theme.layout')}>
        <div className={s.thumbs}>
          {layoutStyles.map((layoutStyle) => (
            <LayoutThumb
              key={layoutStyle}
              settings={{ ...settings, layoutStyle, sideMenuStyle: 'default' }}
              label={t(`shell.theme.layouts.${layoutStyle}`)}
              chosen={settings.layoutStyle === layoutStyle}
              onChoose={() => change({ layoutStyle })}
            />
          ))}
        </div>
        {settings.layoutStyle !== 'top' && (
          <Toggle
            label={t('shell.theme.sideMenu')}
            checked={settings.sideMenuStyle === 'mix'}
            onChange={(columns) => change({ sideMenuStyle: columns ? 'mix' : 'default' })}
          />
        )}
      </Group>
      <Group title={t('shell.theme.tabs')}>
        <Toggle
          label={t('shell.theme.showTabs')}
          checked={settings.showTabs}
          onChange={(showTabs) => change({ showTabs })}
        />
        <Segmented
          block
          aria-label={t('shell.theme.tabStyle')}
          disabled={!settings.showTabs}
          value={settings.tabStyle}
          options={tabStyles.map((value) => ({ value, label: t(`shell.theme.tabStyles.${value}`) }))}
          onChange={(tabStyle) => change({ tabStyle })}
        />
      </Group>
      <Group title={t('shell.theme.transition')}>
        <Select
          aria-label={t('shell.theme.transition')}
          value={settings.transitionName}
          options={transitions.map((value) => ({ value, label: t(`shell.theme.transitions.${value}`) }))}
          onChange={(transitionName) => change({ transitionName })}
        />
      </Group>
      <Group title={t('shell.theme.others')}>
        {switches.map((name) => (
          <Toggle
            key={name}
            label={t(`shell.theme.${name}`)}
            checked={settings[name]}
            disabled={isHeld(name)}
            onChange={(on) => change({ [name]: on })}
          />
        ))}
        {settings.fixedBody && <p className={s.hint}>{t('shell.theme.byFixedBody')}</p>}
      </Group>
    </Drawer>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={s.group}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Toggle({ label, checked, disabled = false, onChange }: ToggleProps) {
  return (
    <div className={s.toggle} data-disabled={disabled}>
      <span>{label}</span>
      <Switch checked={checked} disabled={disabled} aria-label={label} onChange={onChange} />
    </div>
  );
}
