import { useQuery } from '@tanstack/react-query';
import { isOver, type Job, jobPort, jobsKey } from './job-port.ts';

const every = 1_000;

/** One job, followed until it is over. */
export function useJob(id: number | null): Job | undefined {
  const query = useQuery({
    queryKey: [...jobsKey, id],
    queryFn: () => jobPort.current?.get(id as number),
    enabled: id !== null && jobPort.current !== null,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : every),
  });
  return query.data;
}
