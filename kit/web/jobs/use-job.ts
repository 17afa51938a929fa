import { useQuery } from '@tanstack/react-query';
import { isOver, type Job, jobDesk, jobsKey } from './job-desk.ts';

const every = 1_000;

/** One job, followed until it is over. */
export function useJob(id: number | null): Job | undefined {
  const query = useQuery({
    queryKey: [...jobsKey, id],
    queryFn: () => jobDesk.current?.get(id as number),
    enabled: id !== null && jobDesk.current !== null,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : every),
  });
  return query.data;
}
