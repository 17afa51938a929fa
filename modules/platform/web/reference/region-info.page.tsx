import { ImportOutlined } from '@ant-design/icons';
import { Button, Grid } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { sysRegion } from '#modules/platform/contract/reference/sys-region.ts';
import { CodeListDrawer } from './code-list-drawer.tsx';
import { RegionSide } from './region-side.tsx';

const sideWidth = 300;

/** The tree and the map beside the places below the one chosen. */
export default function RegionInfoPage() {
  const t = useT();
  const url = useUrlState();
  const isNarrow = Grid.useBreakpoint().lg !== true;
  const mayImport = useCan('sys:region:import');
  const [isImporting, setImporting] = useState(false);
  const parent = Number(url.get('parentCode')) || null;
  const chosen = Number(url.get('at')) || parent;
  const choose = (code: number | null) =>
    url.set({
      at: code === null ? null : String(code),
      parentCode: code === null ? null : String(code),
      pageNum: null,
    });
  return (
    <div style={{ position: 'relative', paddingInlineStart: isNarrow ? 0 : sideWidth + 12 }}>
      {!isNarrow && <RegionSide code={chosen} onChoose={choose} width={sideWidth} />}
      <ResourcePage
        resource={sysRegion}
        cells={{ code: (row) => <span>{row.code}</span> }}
        extra={() =>
          mayImport && (
            <Button icon={<ImportOutlined aria-hidden />} onClick={() => setImporting(true)}>
              {t('platform.sysRegion.import')}
            </Button>
          )
        }
      />
      {isImporting && <CodeListDrawer onClose={() => setImporting(false)} />}
    </div>
  );
}
