import { type RefObject, useEffect } from 'react';
import { useTheme } from '../theme/theme-store.ts';
import { useLayoutStore } from './layout-store.ts';

const settleFor = 100;
const foldFor = 800;

/** Name of the window event that carries the content area's size to charts and tables. */
export const contentSizeEvent = 'contentsize';

function publish(element: HTMLElement | null): void {
  if (!element) return;
  const detail = { width: element.clientWidth, height: element.clientHeight };
  element.style.setProperty('--content-width', `${detail.width}px`);
  element.style.setProperty('--content-height', `${detail.height}px`);
  window.dispatchEvent(new CustomEvent(contentSizeEvent, { detail }));
}

/** Publishes the size shortly after the window or the theme changed, and after the sidebar has finished folding. */
export function useContentSize(content: RefObject<HTMLElement | null>): void {
  const settings = useTheme();
  const collapsed = useLayoutStore((store) => store.collapsed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the settings may change the size
  useEffect(() => {
    let timer = setTimeout(() => publish(content.current), settleFor);
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => publish(content.current), settleFor);
    };
    window.addEventListener('resize', later);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', later);
    };
  }, [content, settings]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: folding is the cause, not an input
  useEffect(() => {
    const timer = setTimeout(() => publish(content.current), foldFor);
    return () => clearTimeout(timer);
  }, [content, collapsed]);
}
