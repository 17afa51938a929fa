import { useT } from '#kit/web/i18n/i18n.ts';
import type { Boundaries } from '#kit/web/lookups/lookups.ts';

/** Says on a map that no outlines are kept for the place, so that an empty ground is not taken for a fault. */
export function NoOutlines({ boundaries }: { readonly boundaries: Boundaries | undefined }) {
  const t = useT();
  if (!boundaries || boundaries.features.length > 0) return null;
  return (
    <div
      role="note"
      style={{
        position: 'absolute',
        insetInline: 12,
        insetBlockEnd: 12,
        fontSize: 12,
        lineHeight: 1.5,
        textAlign: 'center',
        opacity: 0.85,
        pointerEvents: 'none',
      }}
    >
      {t('kit.noOutlines')}
    </div>
  );
}
