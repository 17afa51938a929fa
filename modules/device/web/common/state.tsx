import { Tag } from 'antd';
import { chart } from '#kit/web/ui/palette.ts';
import { useLabel } from './names.ts';

export const stateColours: Readonly<Record<string, string>> = {
  online: chart.green,
  silent: chart.grey,
  never: chart.yellow,
  alarm: chart.red,
};

export function OnlineTag({ state }: { readonly state: string }) {
  const label = useLabel('device_online');
  return (
    <Tag color={{ online: 'success', silent: 'default', never: 'warning' }[state] ?? 'default'}>{label(state)}</Tag>
  );
}

export const levelColours: Readonly<Record<string, string>> = { urgent: 'error', warn: 'warning', info: 'processing' };

export function LevelTag({ level }: { readonly level: string }) {
  const label = useLabel('alarm_level');
  return <Tag color={levelColours[level] ?? 'default'}>{label(level)}</Tag>;
}

/** Units of what is measured. */
export const metricUnits: Readonly<Record<string, string>> = {
  temp: '°C',
  hum: '%',
  nh3: 'mg/m³',
  h2s: 'mg/m³',
  co2: 'mg/m³',
  bodyTemp: '°C',
  bat: '%',
  speed: 'km/h',
  kg: 'kg',
  rssi: 'dBm',
};
