import { create } from 'zustand';

interface LayoutStore {
  collapsed: boolean;
  /** The menu as a drawer, on small screens. */
  drawerOpen: boolean;
  /** Navigations whose page is not there yet. */
  loading: boolean;
  /** The first page has been drawn. */
  hasArrived: boolean;
  toggleCollapsed(): void;
  setDrawerOpen(open: boolean): void;
  setLoading(loading: boolean): void;
}

export const useLayoutStore = create<LayoutStore>()((set) => ({
  collapsed: false,
  drawerOpen: false,
  loading: false,
  hasArrived: false,
  toggleCollapsed: () => set(({ collapsed }) => ({ collapsed: !collapsed })),
  setDrawerOpen: (drawerOpen) => set({ drawerOpen }),
  setLoading: (loading) => set({ loading }),
}));
