import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { openInvite } from '#modules/cure/contract/room/invite.ts';

/** What a link leads to; while its room is not open yet it is asked again. */
export const useInvite = (k: string) =>
  useQuery({
    queryKey: ['cure.invite', k],
    queryFn: () => call(openInvite, { body: { k }, quiet: true }),
    retry: false,
    refetchInterval: ({ state: { data } }) => (data && 'isRoomOpen' in data && !data.isRoomOpen ? 5_000 : false),
  });
