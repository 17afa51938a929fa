import {
  ColumnHeightOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  PlusOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Flex, Space, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ColumnChooser } from './column-chooser.tsx';
import type { Density, ListPrefs } from './use-list-prefs.ts';

interface ListToolbarProps {
  readonly prefs: ListPrefs;
  labelOf(column: string): string;
  readonly isFetching: boolean;
  onRefresh(): void;
  /** Absent where the user may not add. */
  readonly onNew?: (() => void) | undefined;
  readonly isFull: boolean;
  onFull(): void;
  /** What can be done with the chosen rows. */
  readonly children?: ReactNode;
}

const densities: readonly Density[] = ['large', 'medium', 'small'];

export function ListToolbar({
  prefs,
  labelOf,
  isFetching,
  onRefresh,
  onNew,
  isFull,
  onFull,
  children,
}: ListToolbarProps) {
  const t = useT();
  const fullText = t(isFull ? 'kit.leaveFullScreen' : 'kit.fullScreen');
  return (
    <Flex justify="space-between" align="center" gap={8} wrap>
      <Space wrap>
        {onNew && (
          <Button type="primary" icon={<PlusOutlined />} onClick={onNew}>
            {t('kit.new')}
          </Button>
        )}
        {children}
      </Space>
      <Space size={0}>
        <Tooltip title={t('kit.refresh')}>
          <Button
            type="text"
            icon={<ReloadOutlined spin={isFetching} />}
            onClick={onRefresh}
            aria-label={t('kit.refresh')}
          />
        </Tooltip>
        <Dropdown
          trigger={['click']}
          menu={{
            selectable: true,
            selectedKeys: [prefs.density],
            items: densities.map((key) => ({ key, label: t(`kit.density.${key}`) })),
            onClick: ({ key }) => prefs.setDensity(key as Density),
          }}
        >
          <Tooltip title={t('kit.density.title')}>
            <Button type="text" icon={<ColumnHeightOutlined />} aria-label={t('kit.density.title')} />
          </Tooltip>
        </Dropdown>
        <ColumnChooser prefs={prefs} labelOf={labelOf} />
        <Tooltip title={fullText}>
          <Button
            type="text"
            icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            onClick={onFull}
            aria-label={fullText}
          />
        </Tooltip>
      </Space>
    </Flex>
  );
}
