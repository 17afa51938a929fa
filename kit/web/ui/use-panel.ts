import { useUrlState } from './use-url-state.ts';

/** What stands open beside the list. In the address, so that a reload, a shared link and a new login bring it back. */
export type Panel =
  | { readonly kind: 'new'; readonly parentId?: number | undefined }
  | { readonly kind: 'edit' | 'detail'; readonly id: number };

export interface PanelState {
  readonly panel: Panel | null;
  open(panel: Panel): void;
  close(): void;
}

export function usePanel(urlKey?: string): PanelState {
  const url = useUrlState(urlKey);
  return {
    panel: parse(url.get('open')),
    open: (panel) => {
      const id = panel.kind === 'new' ? panel.parentId : panel.id;
      url.set({ open: id === undefined ? panel.kind : `${panel.kind}:${id}` });
    },
    close: () => url.set({ open: null }, { replace: true }),
  };
}

function parse(text: string | null): Panel | null {
  const [kind, number] = text?.split(':') ?? [];
  const id = Number(number);
  const isId = Number.isSafeInteger(id) && id > 0;
  if (kind === 'new') return isId ? { kind, parentId: id } : { kind };
  return (kind === 'edit' || kind === 'detail') && isId ? { kind, id } : null;
}
