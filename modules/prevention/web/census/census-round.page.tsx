import { Progress } from 'antd';
import dayjs from 'dayjs';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { censusRound } from '#modules/prevention/contract/census/census.ts';

/** 普查任务: the rounds, and how far each has come. */
export default function CensusRoundPage() {
  const t = useT();
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  const { user } = useSession();
  const today = dayjs();
  return (
    <ResourcePage
      resource={censusRound}
      form={{
        initial: {
          year: today.year(),
          regionCode: user.regionCode,
          countDate: today.format(dateFormat),
          startDate: today.format(dateFormat),
          endDate: today.add(45, 'day').format(dateFormat),
          species: ['cattle', 'sheep', 'goat'],
        },
      }}
      cells={{
        progress: (row) =>
          row.progress === null ? (
            '-'
          ) : (
            <div style={{ width: 84, marginInlineStart: 'auto' }}>
              <div>{`${row.progress}%`}</div>
              <Progress
                aria-label={t('prevention.censusRound.progress')}
                percent={row.progress}
                showInfo={false}
                size={[84, 4]}
              />
            </div>
          ),
        households: (row) =>
          row.households === 0 ? (
            0
          ) : (
            <PageLink to={`/ant/censusManage/herds?roundId=${row.id}`}>{row.households.toLocaleString('en')}</PageLink>
          ),
        counted: (row) =>
          row.counted === 0 ? (
            0
          ) : (
            <PageLink to={`/ant/censusManage/herds?roundId=${row.id}&status=counted,questioned,checked`}>
              {row.counted.toLocaleString('en')}
            </PageLink>
          ),
        heads: (row) => row.heads.toLocaleString('en'),
      }}
      actions={(row) =>
        row.status === 'draft' || !mayOpen('/ant/censusManage/censusProgress')
          ? []
          : [
              {
                key: 'progress',
                label: t('prevention.censusPage.toProgress'),
                run: () => openPage(`/ant/censusManage/censusProgress?roundId=${row.id}`),
              },
            ]
      }
    />
  );
}
