import { useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { showVideoSpot, type VideoSpot, videoSpot } from '#modules/prevention/contract/settings/video-spot.ts';

/** Shown on the large screens or not, where the row stands. */
export function OnScreen({ row }: { readonly row: VideoSpot }) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const change = async (onScreen: boolean) => {
    setBusy(true);
    try {
      await call(showVideoSpot, { body: { id: row.id, version: row.version, onScreen } });
    } catch {
      // The client has said why.
    } finally {
      await client.invalidateQueries({ queryKey: resourceKey(videoSpot) });
      setBusy(false);
    }
  };
  return (
    <Switch
      size="small"
      aria-label={`${t('prevention.videoSpot.onScreen')} ${row.name}`}
      checked={row.onScreen}
      loading={busy}
      disabled={row.status !== 'enabled'}
      onChange={(checked) => void change(checked)}
    />
  );
}
