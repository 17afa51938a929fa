import { Flex, Space, Tag, Typography } from 'antd';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { type AnimalHit, searchAnimals } from '#modules/prevention/contract/home/search.ts';
import { Opens } from '../../common/opens.tsx';
import { Hits, Marked } from './hits.tsx';

/** Who searches may look at what was found, whatever else they open. */
const pathOf = ({ id }: AnimalHit) => `/ant/search/animalDetail?id=${id}`;

/** Animals by the last digits of their number, by electronic tag, holder or breed. */
export default function SearchAnimalPage() {
  const label = {
    species: useDict('species').options,
    sex: useDict('animal_sex').options,
    stage: useDict('stage').options,
    status: useDict('animal_status').options,
  };
  const say = (dict: keyof typeof label, value: string) =>
    label[dict].find((one) => one.dictValue === value)?.dictLabel ?? value;
  return (
    <Hits<AnimalHit>
      endpoint={searchAnimals}
      what="animal"
      pathOf={pathOf}
      draw={(hit) => (
        <Flex vertical gap={4} style={{ width: '100%', minWidth: 0 }}>
          <Space size={12} wrap>
            <Typography.Text strong style={{ fontSize: 16, fontVariantNumeric: 'tabular-nums' }}>
              <Opens to={pathOf(hit)}>
                <Marked text={hit.earTag} field="earTag" match={hit.match} />
              </Opens>
            </Typography.Text>
            {hit.electronicTag && <Marked text={hit.electronicTag} field="electronicTag" match={hit.match} />}
            {hit.status !== 'inStock' && <Tag>{say('status', hit.status)}</Tag>}
          </Space>
          <Space size={12} wrap>
            <span>{say('species', hit.species)}</span>
            <Marked text={hit.breedName} field="breedName" match={hit.match} />
            <span>{say('sex', hit.sex)}</span>
            <span>{say('stage', hit.stage)}</span>
          </Space>
          <Typography.Text type="secondary">
            <Marked text={hit.holderName ?? '-'} field="holderName" match={hit.match} />
            {hit.regionName && ` · ${hit.regionName}`}
          </Typography.Text>
        </Flex>
      )}
    />
  );
}
