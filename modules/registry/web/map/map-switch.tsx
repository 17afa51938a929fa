import { EnvironmentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';

/** Shows the list's rows on a map above it, and takes the map away again; where it stands is part of the address. */
export function MapSwitch() {
  const t = useT();
  const url = useUrlState();
  const isMap = url.get('map') === '1';
  return (
    <Button
      icon={<EnvironmentOutlined aria-hidden />}
      type={isMap ? 'primary' : 'default'}
      ghost={isMap}
      aria-pressed={isMap}
      onClick={() => url.set({ map: isMap ? null : '1' }, { replace: true })}
    >
      {t('registry.distribution.map')}
    </Button>
  );
}
