import { ViewsMenu } from '#kit/web/views/views-menu.tsx';
import type { ListToolsProps } from './list-tools.tsx';
import { PrintList } from './print-list.tsx';

export default function WholeList({ list, prefs, cells }: ListToolsProps) {
  return (
    <>
      <ViewsMenu list={list} prefs={prefs} />
      <PrintList list={list} prefs={prefs} cells={cells} />
    </>
  );
}
