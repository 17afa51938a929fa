import { Flex, Space, Tag, Typography } from 'antd';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { type HolderHit, searchHolders } from '#modules/prevention/contract/home/search.ts';
import { Opens } from '../../common/opens.tsx';
import { Hits, Marked } from './hits.tsx';
import { SeasonProgress } from './progress.tsx';

const pathOf = ({ id }: HolderHit) => `/ant/animalProtection/householdDetail?id=${id}`;
const visitPath = '/ant/preventionMange/immuneVisit';

/** Those who keep animals, by name. */
export default function SearchPrincipalPage() {
  const may = useMayOpen();
  const { options } = useDict('species');
  const speciesName = (code: string) => options.find((one) => one.dictValue === code)?.dictLabel ?? code;
  const text = useTexts('prevention.search');
  return (
    <Hits<HolderHit>
      endpoint={searchHolders}
      what="holder"
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
              {hit.contactName !== hit.name && <Marked text={hit.contactName} field="contactName" match={hit.match} />}
              <Tag>{hit.typeName}</Tag>
            </Space>
            <Typography.Text type="secondary">{hit.regionName}</Typography.Text>
            <Space size={16} wrap>
              {hit.stock.map(({ species, n }) => (
                <span key={species}>{`${speciesName(species)} ${n.toLocaleString('en')}`}</span>
              ))}
              {hit.stock.length === 0 && <Typography.Text type="secondary">{text('noStock')}</Typography.Text>}
            </Space>
          </Flex>
          <Flex vertical gap={4} style={{ flex: '0 1 320px', alignSelf: 'center' }}>
            <SeasonProgress due={hit.due} done={hit.done} />
            <Space size={16}>
              <Typography.Text type="secondary">
                {hit.lastVisitOn ? text('lastVisit', { on: hit.lastVisitOn }) : text('noVisit')}
              </Typography.Text>
              {may(visitPath) && <Opens to={`${visitPath}?principalId=${hit.id}`}>{text('visit')}</Opens>}
            </Space>
          </Flex>
        </Flex>
      )}
    />
  );
}
