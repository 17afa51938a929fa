import { Segmented } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type EarTag, earTag } from '#modules/device/contract/catalogue/device.ts';
import { OnlineTag } from '../common/state.tsx';

/** Each tab is a filter of the list. */
const tabs = {
  all: {},
  used: { status: 'active', online: 'online' },
  silent: { status: 'active', online: 'silent' },
  unbound: { bound: 'false' },
  collect: { toCollect: 'true' },
} as const;
type Tab = keyof typeof tabs;
const names = ['status', 'online', 'bound', 'toCollect'] as const;

interface Props {
  /** What a module's own page offers beside opening a tag. */
  readonly actions?: (row: EarTag) => readonly Action[];
}

export default function EarTagPage({ actions }: Props) {
  const text = useTexts('device.earTagPage');
  const { openPage } = usePage();
  const url = useUrlState();
  const chosen =
    (Object.keys(tabs) as Tab[]).find((tab) =>
      names.every((name) => (url.get(name) ?? undefined) === (tabs[tab] as Record<string, string>)[name]),
    ) ?? 'all';
  return (
    <ListPage
      resource={earTag}
      cells={{ online: (row) => <OnlineTag state={row.online} /> }}
      onOpen={(row) => openPage(`/anm/device/detail?id=${row.id}`)}
      actions={actions}
      above={() => (
        <Segmented
          value={chosen}
          onChange={(tab) => url.set({ ...Object.fromEntries(names.map((name) => [name, null])), ...tabs[tab as Tab] })}
          options={(Object.keys(tabs) as Tab[]).map((tab) => ({ value: tab, label: text(tab) }))}
        />
      )}
    />
  );
}
