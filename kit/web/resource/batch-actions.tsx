import { Button, Space, Typography } from 'antd';
import { maxPageSize } from '#kit/contract/envelope.ts';
import { type Transition, transitionKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Row } from './resource-calls.ts';
import type { ResourceList } from './use-resource-list.ts';

interface Props {
  readonly list: ResourceList;
  onRemove(rows: readonly Row[]): void;
  onTransition(name: string, rows: readonly Row[]): void;
}

/** Verbs for the chosen rows; each acts on those rows that allow it and says on how many. */
export function BatchActions({ list, onRemove, onTransition }: Props) {
  const t = useT();
  const { resource, selected: rows, total, isCapped } = list;
  if (rows.length === 0) return null;
  const verb = (name: string, label: string, danger: boolean, run: (able: readonly Row[]) => void) => {
    const able = rows.filter((row) => row._can.includes(name));
    if (able.length === 0) return null;
    return (
      <Button key={name} danger={danger} onClick={() => run(able)}>
        {able.length === rows.length ? label : t('kit.someOf', { label, n: able.length })}
      </Button>
    );
  };
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
      {Object.entries<Transition>(resource.transitions ?? {}).map(([name, { danger = false }]) =>
        verb(name, t.any(transitionKey(resource, name)), danger, (able) => onTransition(name, able)),
      )}
      {verb('remove', t('kit.remove'), true, onRemove)}
    </Space>
  );
}
