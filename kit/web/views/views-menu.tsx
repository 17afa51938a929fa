import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import type { ListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { useViews } from './use-views.ts';
import { viewsPort } from './views-port.ts';

const ViewList = lazy(() => import('./view-list.tsx'));
const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

interface Props {
  readonly list: ResourceList;
  readonly prefs: ListPrefs;
}

/** A list's saved views, and a name for what it shows now. */
export function ViewsMenu(props: Props) {
  return viewsPort.current ? <Menu {...props} /> : null;
}

function Menu({ list, prefs }: Props) {
  const t = useT();
  const views = useViews(list, prefs);
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={isOpen}
        onOpenChange={setOpen}
        styles={{ root: { width: 340, maxWidth: 'calc(100vw - 16px)' } }}
        content={
          <Suspense fallback={null}>
            <ViewList
              views={views}
              onPut={(view) => {
                views.put(view.content);
                setOpen(false);
              }}
              onSave={() => {
                setOpen(false);
                setSaving(true);
              }}
            />
          </Suspense>
        }
      >
        <Button type="text" icon={<DownOutlined aria-hidden />} iconPlacement="end" aria-expanded={isOpen}>
          {views.current?.name ?? t('view.views')}
        </Button>
      </Popover>
      {isSaving && (
        <Suspense fallback={null}>
          <SaveViewDialog views={views} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  );
}
