import { DashboardOutlined, FundProjectionScreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { openInNewTab } from '#kit/web/api/token.ts';
import { useCanAny } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { pages } from '../pages.ts';

const screens = [
  { name: 'index6', path: '/ant/screen/index6', icon: <DashboardOutlined /> },
  { name: 'indexNew', path: '/ant/screen/indexNew', icon: <FundProjectionScreenOutlined /> },
] as const;

const permissions = ['immunity', 'livestock', 'workload', 'cattle', 'sheep', 'schedule', 'farm', 'company'].map(
  (name) => `screen:${name}`,
);

/** The two dashboards, each in a new browser tab. */
export function ScreenLinks() {
  const t = useT();
  if (!useCanAny(permissions)) return null;
  return screens
    .filter(({ path }) => pages.has(path))
    .map(({ name, path, icon }) => (
      <Button
        key={path}
        type="text"
        title={t(`shell.header.screens.${name}`)}
        icon={icon}
        aria-label={t(`shell.header.screens.${name}`)}
        onClick={() => openInNewTab(path)}
      />
    ));
}
