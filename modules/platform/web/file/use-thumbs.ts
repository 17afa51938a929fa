import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { fileThumbs } from '#modules/platform/contract/file/sys-file.ts';

export interface Thumb {
  readonly url: string;
  readonly thumbUrl: string;
}

/** Links to the pictures of a page of rows; they live ten minutes and are asked for anew before. */
export function useThumbs(ids: readonly number[]): ReadonlyMap<number, Thumb> {
  const { data } = useQuery({
    queryKey: ['platform.fileThumbs', ids],
    queryFn: () => call(fileThumbs, { body: { idArr: [...ids].slice(0, 100) }, quiet: true }),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  return new Map((data ?? []).map(({ id, ...links }) => [id, links]));
}
