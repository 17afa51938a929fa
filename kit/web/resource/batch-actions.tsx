import { Button, Dropdown, Space, Typography } from 'antd';
import type { ReactNode } from 'react';
import { maxPageSize } from '#kit/contract/envelope.ts';
import { type Transition, transitionKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Row } from './resource-calls.ts';
import type { ResourceList } from './use-resource-list.ts';

interface Props {
  readonly list: ResourceList;
  onRemove(rows: readonly Row[]): void;
  onTransition(name: string, rows: readonly Row[]): void;
  /** What the page does with them. */
  readonly children?: ReactNode;
}

/** More verbs than this go into a menu. */
const mostInline = 3;

/** Verbs for the chosen rows; each acts on those rows that allow it and says on how many. */
export function BatchActions({ list, onRemove, onTransition, children }: Props) {
  const t = useT();
  const { resource, selected: rows, total, isCapped } = list;
  if (rows.length === 0) return null;
  const verb = (key: string, label: string, danger: boolean, act: (able: readonly Row[]) => void) => {
    const able = rows.filter((row) => row._can.includes(key));
    const shown = able.length === rows.length ? label : t('kit.someOf', { label, n: able.length });
    return able.length === 0 ? [] : [{ key, label: shown, danger, onClick: () => act(able) }];
  };
  const verbs = [
    ...Object.entries<Transition>(resource.transitions ?? {}).flatMap(([name, { danger = false }]) =>
      verb(name, t.any(transitionKey(resource, name)), danger, (able) => onTransition(name, able)),
    ),
    ...verb('remove', t('kit.remove'), true, onRemove),
  ];
  return (
    <Space wrap>
      <Typography.Text aria-live="polite">{t('kit.selected', { n: rows.length })}</Typography.Text>
      {rows.length < Math.min(total, maxPageSize) && (
        <Button type="link" size="small" onClick={() => void list.selectAll()}>
          {isCapped || total > maxPageSize
            ? t('kit.selectFirst', { n: maxPageSize })
            : t('kit.selectAll', { n: total })}
        </Button>
      )}
      <Button type="link" size="small" onClick={() => list.select([])}>
        {t('kit.clearSelection')}
      </Button>
      {verbs.length <= mostInline ? (
        verbs.map(({ key, label, danger, onClick }) => (
          <Button key={key} danger={danger} onClick={onClick}>
            {label}
          </Button>
        ))
      ) : (
        <Dropdown trigger={['click']} menu={{ items: verbs }}>
          <Button>{t('kit.batch')}</Button>
        </Dropdown>
      )}
      {children}
    </Space>
  );
}
