import { useQuery } from '@tanstack/react-query';
import { Flex } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { homeSummary } from '#modules/prevention/contract/home/home.ts';
import { AreaHome, TownshipHome } from './area-home.tsx';
import { Counters } from './counters.tsx';
import { HolderHome } from './holder-home.tsx';
import { Lately } from './lately.tsx';
import { SeasonStrip } from './season-strip.tsx';
import { WorkerHome } from './worker-home.tsx';

/** 防疫首页: the season, one's own work, and what was done lately. */
export default function HomePage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['prevention.home'],
    queryFn: () => call(homeSummary, { quiet: true }),
  });
  usePush(
    'screen',
    useRefresh(() => refetch()),
  );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <SeasonStrip data={data} />
      {data.role === 'worker' && <WorkerHome data={data} />}
      {data.role === 'township' && <TownshipHome data={data} />}
      {data.role === 'area' && <AreaHome data={data} />}
      {data.role === 'holder' && <HolderHome data={data} />}
      {(data.role === 'lab' || data.role === 'finance') && <Counters counters={data.counters} />}
      <Lately data={data} />
    </Flex>
  );
}
