import { Flex, Space, Tag, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { searchWorkers, type WorkerHit } from '#modules/prevention/contract/home/search.ts';
import { Opens } from '../../common/opens.tsx';
import { Hits, Marked } from './hits.tsx';
import { SeasonProgress } from './progress.tsx';

const pathOf = ({ id }: WorkerHit) => `/ant/person/prevention?open=detail:${id}`;
const shown = 6;

/** Prevention workers by name. */
export default function SearchPreventionPage() {
  const t = useT();
  return (
    <Hits<WorkerHit>
      endpoint={searchWorkers}
      what="worker"
      pathOf={pathOf}
      draw={(hit) => (
        <Flex justify="space-between" gap={24} wrap style={{ width: '100%' }}>
          <Flex vertical gap={4} style={{ flex: '1 1 320px', minWidth: 0 }}>
            <Space size={12} wrap>
              <Typography.Text strong style={{ fontSize: 16 }}>
                <Opens to={pathOf(hit)}>
                  <Marked text={hit.name} field="name" match={hit.match} />
                </Opens>
              </Typography.Text>
              <span>{hit.phone}</span>
            </Space>
            <Typography.Text type="secondary">
              {[hit.unitName, hit.regionName].filter(Boolean).join(' · ')}
            </Typography.Text>
            <Space size={[4, 4]} wrap>
              {hit.villages.slice(0, shown).map((village) => (
                <Tag key={village}>{village}</Tag>
              ))}
              {hit.villages.length > shown && (
                <Typography.Text type="secondary">
                  {t('prevention.search.moreVillages', { n: hit.villages.length - shown })}
                </Typography.Text>
              )}
              {hit.villages.length === 0 && (
                <Typography.Text type="secondary">{t('prevention.search.noVillage')}</Typography.Text>
              )}
            </Space>
          </Flex>
          <div style={{ flex: '0 1 320px', alignSelf: 'center' }}>
            <SeasonProgress due={hit.due} done={hit.done} />
          </div>
        </Flex>
      )}
    />
  );
}
