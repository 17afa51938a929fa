import { Space } from 'antd';
import { lazy, Suspense } from 'react';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import type { ListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { ExportButton } from './export-button.tsx';
import { ImportButton } from './import-button.tsx';

const WholeList = lazy(() => import('./whole-list.tsx'));

export interface ListToolsProps {
  readonly list: ResourceList;
  readonly prefs: ListPrefs;
  readonly cells?: Cells | undefined;
}

/** A list's way in and out as a spreadsheet. */
export function SheetButtons({ list, prefs }: ListToolsProps) {
  return (
    <Space>
      <ImportButton resource={list.resource} />
      <ExportButton list={list} prefs={prefs} />
    </Space>
  );
}

/** A list as a whole: under a name, and on paper. Loaded beside the rows, so that it delays none. */
export function ListTools(props: ListToolsProps) {
  return (
    <Suspense fallback={null}>
      <WholeList {...props} />
    </Suspense>
  );
}
