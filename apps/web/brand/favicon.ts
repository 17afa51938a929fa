import { useEffect } from 'react';

/** The picture in the browser's tab: the tenant's while one is at its door or inside, the product's own otherwise. */
export function useFavicon(address: string | null): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || !address) return;
    const own = { href: link.href, type: link.type };
    link.removeAttribute('type');
    link.href = address;
    return () => void Object.assign(link, own);
  }, [address]);
}
