import {
  ColumnHeightOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  PlusOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Flex, Space } from 'antd';
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
  /** More to do with the list as a whole, before the icons. */
  readonly tools?: ReactNode;
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
  tools,
  children,
}: ListToolbarProps) {
  const t = useT();
  const fullText = t(isFull ? 'kit.leaveFullScreen' : 'kit.fullScreen');
  return (
    <Flex justify="space-between" align="center" gap={8} wrap>
      <Space wrap>
        {onNew && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onNew}>
            {t('kit.new')}
          </Button>
        )}
        {children}
      </Space>
      <Space size={0}>
        {tools}
        <Button
          type="text"
          icon={<ReloadOutlined spin={isFetching} />}
          onClick={onRefresh}
          title={t('kit.refresh')}
          aria-label={t('kit.refresh')}
        />
        <Dropdown
          trigger={['click']}
          menu={{
            selectable: true,
            selectedKeys: [prefs.density],
            items: densities.map((key) => ({ key, label: t(`kit.density.${key}`) })),
            onClick: ({ key }) => prefs.setDensity(key as Density),
          }}
        >
          <Button
            type="text"
            className="ml-wide-only"
            icon={<ColumnHeightOutlined />}
            title={t('kit.density.title')}
            aria-label={t('kit.density.title')}
          />
        </Dropdown>
        <ColumnChooser prefs={prefs} labelOf={labelOf} />
        <Button
          type="text"
          className="ml-wide-only"
          icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          onClick={onFull}
          title={fullText}
          aria-label={fullText}
        />
      </Space>
    </Flex>
  );
}
