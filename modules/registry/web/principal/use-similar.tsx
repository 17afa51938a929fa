import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { matchPrincipal, type SimilarPrincipal } from '#modules/registry/contract/principal/principal.ts';
import { SimilarDialog } from './similar-dialog.tsx';

type Steps = Readonly<Record<'save' | 'saveAndNext', () => Promise<void>>>;

/** R5: before a new one is saved, those of the village with the same name or number are shown, and the user says it is another. */
export function useSimilar(form: ResourceForm, steps: Steps) {
  const [found, setFound] = useState<readonly SimilarPrincipal[]>([]);
  const [waiting, setWaiting] = useState<keyof Steps | null>(null);
  const { ignoreSimilar } = form.values;
  const [isAgreed, setAgreed] = useState(false);

  // The answer must stand in the form before it is sent: the steps of that drawing send it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps are new in every drawing; only the answer sets one off
  useEffect(() => {
    if (!isAgreed || !ignoreSimilar || !waiting) return;
    setAgreed(false);
    setWaiting(null);
    void steps[waiting]();
  }, [isAgreed, ignoreSimilar, waiting]);

  const ask = async (step: keyof Steps) => {
    const { principalUnitName, contactPhone, regionCode } = form.values;
    const isKnown = typeof principalUnitName === 'string' && typeof regionCode === 'number';
    if (form.isEditing || ignoreSimilar || !isKnown) return steps[step]();
    const rows = await call(matchPrincipal, {
      query: {
        name: principalUnitName,
        regionCode,
        ...(typeof contactPhone === 'string' && contactPhone !== '' && { phone: contactPhone }),
      },
      quiet: true,
    }).catch(() => []);
    if (rows.length === 0) return steps[step]();
    setFound(rows);
    setWaiting(step);
  };
  const dialog = found.length > 0 && (
    <SimilarDialog
      rows={found}
      onCancel={() => {
        setFound([]);
        setWaiting(null);
      }}
      onAnyway={() => {
        setFound([]);
        form.set('ignoreSimilar', true);
        setAgreed(true);
      }}
    />
  );
  return { ask: (step: keyof Steps) => void ask(step), dialog };
}
