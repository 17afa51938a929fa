import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Mode } from '../sheet/form.ts';
import { outbox } from './outbox.ts';
import { fillPack, householdsOf, preparedOf } from './pack.ts';

export const packKey = ['prevention.visitPack'];
// The browser's word for "online" is a guess: the call is made, and its failure is what counts.
const always = { networkMode: 'always', retry: false } as const;

export const useHouseholds = (mode: Mode, keyword: string) =>
  useQuery({ queryKey: [...packKey, 'list', mode, keyword], queryFn: () => householdsOf(mode, keyword), ...always });

export const usePrepared = (mode: Mode, principalId: number | null) =>
  useQuery({
    queryKey: [...packKey, 'herd', mode, principalId],
    queryFn: () => preparedOf(mode, principalId as number),
    enabled: principalId !== null,
    // What is being filled in must not change under the hand.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...always,
  });

/** Keeps households and the queue on the device, and sends what waits as soon as there is a network. */
export function usePack(mode: Mode, isOnline: boolean) {
  const client = useQueryClient();
  const [step, setStep] = useState<{ done: number; of: number } | null>(null);
  const rows = useHouseholds(mode, '').data;
  useEffect(() => {
    void outbox.read().then(() => {
      if (isOnline) void outbox.sendAll(() => void client.invalidateQueries({ queryKey: [...packKey, 'list'] }));
    });
  }, [client, isOnline]);
  useEffect(() => {
    if (!isOnline || !rows || rows.at !== null) return;
    let isOver = false;
    void fillPack(
      mode,
      rows.rows,
      (done, of) => !isOver && setStep({ done, of }),
      () => isOver,
    );
    return () => {
      isOver = true;
    };
  }, [mode, rows, isOnline]);
  return step;
}
