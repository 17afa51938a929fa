import { DeleteOutlined, StarFilled, StarOutlined, TeamOutlined } from '@ant-design/icons';
import { App, Button, Divider, Flex, Tag, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import type { Views } from './use-views.ts';
import type { SavedView } from './views-port.ts';

interface ListProps {
  readonly views: Views;
  onPut(view: SavedView): void;
  onSave(): void;
}

export default function ViewList({ views, onPut, onSave }: ListProps) {
  const t = useT();
  const own = views.views.filter((one) => one.isOwn);
  const others = views.views.filter((one) => !one.isOwn);
  const section = (title: string, rows: readonly SavedView[]) =>
    rows.length > 0 && (
      <section>
        <Typography.Text type="secondary">{title}</Typography.Text>
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {rows.map((view) => (
            <li key={view.id}>
              <ViewRow view={view} views={views} onPut={() => onPut(view)} />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <Flex vertical gap={8} style={{ maxHeight: '60vh', overflow: 'auto' }}>
      {views.views.length === 0 && <Typography.Text type="secondary">{t('view.none')}</Typography.Text>}
      {section(t('view.mine'), own)}
      {section(t('view.sharedOnes'), others)}
      <Divider style={{ margin: 0 }} />
      <Button type="link" style={{ alignSelf: 'start', padding: 0 }} onClick={onSave}>
        {t('view.save')}
      </Button>
    </Flex>
  );
}

function ViewRow({ view, views, onPut }: { readonly view: SavedView; readonly views: Views; onPut(): void }) {
  const t = useT();
  const { modal } = App.useApp();
  const canShare = useSession().user.principalId !== null;
  const { id, name, isDefault, shared, isOwn, ownerName } = view;
  const button = { type: 'text', size: 'small', disabled: views.isBusy } as const;
  const labelled = (label: string) => ({ title: label, 'aria-label': `${label}: ${name}` });
  const ask = async () => {
    if (await modal.confirm({ title: t('view.removeAsk', { name }), okButtonProps: { danger: true } }))
      views.remove(id);
  };
  return (
    <Flex justify="space-between" align="center" gap={8}>
      <Button
        type="link"
        size="small"
        aria-current={views.current?.id === id}
        onClick={onPut}
        style={{ paddingInline: 0, minWidth: 0, overflow: 'hidden', fontWeight: views.current?.id === id ? 600 : 400 }}
      >
        {name}
      </Button>
      {isOwn ? (
        <span style={{ whiteSpace: 'nowrap' }}>
          {shared && <Tag>{t('view.shared')}</Tag>}
          <Button
            {...button}
            {...labelled(t(isDefault ? 'view.dropDefault' : 'view.makeDefault'))}
            icon={isDefault ? <StarFilled /> : <StarOutlined />}
            aria-pressed={isDefault}
            onClick={() => views.mark(id, { isDefault: !isDefault })}
          />
          {canShare && (
            <Button
              {...button}
              {...labelled(t(shared ? 'view.unshare' : 'view.share'))}
              icon={<TeamOutlined />}
              aria-pressed={shared}
              onClick={() => views.mark(id, { shared: !shared })}
            />
          )}
          <Button
            {...button}
            {...labelled(t('kit.remove'))}
            danger
            icon={<DeleteOutlined />}
            onClick={() => void ask()}
          />
        </span>
      ) : (
        <Typography.Text type="secondary">{t('view.by', { name: ownerName })}</Typography.Text>
      )}
    </Flex>
  );
}
