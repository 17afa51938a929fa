import { Alert, Card, Empty, Flex } from 'antd';
import { useEffect } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';
import { UnitHead, useUnitId } from '../principal/grants/unit-head.tsx';
import { ArchiveHead, ArchiveTabs } from './archive-view.tsx';

/** Everything known of one unit or household; each module brings its own tab. */
export default function MainFilePage() {
  const t = useT();
  const id = useUnitId();
  return (
    <Flex vertical gap={12}>
      <UnitHead />
      {id === null ? <Empty description={t('registry.archive.choose')} /> : <Archive key={id} id={id} />}
    </Flex>
  );
}

function Archive({ id }: { readonly id: number }) {
  const t = useT();
  const url = useUrlState();
  const { row, error, refresh } = useResourceDetail(principal, id);
  const mergedInto = row?.status === 'merged' ? row.mergedIntoId : null;
  // R63: what was merged leads to what it was merged into.
  useEffect(() => {
    if (mergedInto) url.set({ id: String(mergedInto), merged: String(mergedInto) }, { replace: true });
  });
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row || mergedInto) return <Waiting />;
  return (
    <>
      {url.get('merged') === String(id) && <Alert type="info" showIcon title={t('registry.archive.mergedInto')} />}
      <ArchiveHead row={row} />
      <Card size="small">
        <ArchiveTabs id={id} />
      </Card>
    </>
  );
}
