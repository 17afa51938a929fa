import { useQuery } from '@tanstack/react-query';
import { Card, Descriptions, Empty, Flex, Image, Segmented, Tag, Timeline, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { CaseFile, CasePage } from '#modules/cure/contract/consult/case.ts';
import { liveFile } from '#modules/cure/contract/together/co-consult.ts';
import { BreedName, DictName, EarTag } from '#modules/registry/web/index.ts';
import { UntilTag } from '../withdrawal/until-tag.tsx';

/** What is told of the illness, the pictures, and the frozen file of every animal with its life line. */
export function CaseFileView({ data }: { readonly data: CasePage }) {
  const text = useTexts('cure.casePage');
  const together = useTexts('cure.coConsult');
  const [isNow, setNow] = useState(false);
  // R6: after the end only the frozen file is there.
  const mayLook = data.me.mayWrite && data.file.animals.length > 0;
  const { data: live } = useQuery({
    queryKey: ['cure.live', data.id],
    queryFn: () => call(liveFile, { query: { consultId: data.id }, quiet: true }),
    enabled: mayLook && isNow,
  });
  const file = (isNow && mayLook && live) || data.file;
  return (
    <Flex vertical gap={12}>
      <Card size="small" title={text('illness')}>
        <Descriptions
          size="small"
          column={1}
          items={[
            {
              key: 'signs',
              label: text('signs'),
              children: (
                <Flex gap={4} wrap>
                  {data.signs.map((one) => (
                    <Tag key={one}>{one}</Tag>
                  ))}
                </Flex>
              ),
            },
            { key: 'since', label: text('since'), children: data.onsetOn },
            {
              key: 'heads',
              label: text('heads'),
              children: text('headsText', { ill: data.headIll, dead: data.headDead, risk: data.headAtRisk ?? '-' }),
            },
            ...(data.temperature === null
              ? []
              : [{ key: 'temperature', label: text('temperature'), children: `${data.temperature} °C` }]),
            ...(data.drugsGiven ? [{ key: 'drugs', label: text('drugsGiven'), children: data.drugsGiven }] : []),
            {
              key: 'around',
              label: text('around'),
              children: text('aroundText', { deaths: data.file.deaths30, cases: data.file.otherCases30 }),
            },
          ]}
        />
        {data.pictures.length > 0 && (
          <Image.PreviewGroup>
            <Flex gap={6} wrap style={{ marginTop: 8 }}>
              {data.pictures.map((one) => (
                <Image
                  key={one.id}
                  src={one.url}
                  alt={text('picture')}
                  width={72}
                  height={72}
                  style={{ objectFit: 'cover', borderRadius: 4 }}
                />
              ))}
            </Flex>
          </Image.PreviewGroup>
        )}
      </Card>
      {mayLook && (
        <Segmented<string>
          block
          value={isNow ? 'now' : 'frozen'}
          onChange={(value) => setNow(value === 'now')}
          options={(['frozen', 'now'] as const).map((value) => ({ value, label: together(value) }))}
        />
      )}
      {file.animals.map((animal) => (
        <AnimalCard key={animal.animalId} animal={animal} />
      ))}
      {data.file.animals.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noAnimals', { n: data.untaggedHead })} />
      )}
      {data.fileAt && !isNow && (
        <Typography.Text type="secondary">{text('frozen', { at: wallTime(data.fileAt).slice(0, 16) })}</Typography.Text>
      )}
    </Flex>
  );
}

function AnimalCard({ animal }: { readonly animal: CaseFile['animals'][number] }) {
  const text = useTexts('cure.casePage');
  return (
    <Card size="small" title={<EarTag tag={animal.earTag} />} extra={<DictName dict="stage" value={animal.stage} />}>
      <Flex vertical gap={8}>
        <Typography.Text type="secondary">
          <DictName dict="species" value={animal.species} /> ·{' '}
          <BreedName species={animal.species} breed={animal.breed} /> · {text('age', { n: animal.ageMonths })}
          {animal.parity > 0 && ` · ${text('parity', { n: animal.parity })}`}
          {animal.weightKg !== null && ` · ${animal.weightKg} kg`}
        </Typography.Text>
        {animal.until && (
          <Flex gap={6} align="center">
            {text('until')} <UntilTag until={animal.until} />
          </Flex>
        )}
        {animal.immunity.length > 0 && (
          <Flex gap={4} wrap>
            {animal.immunity.map((one) => (
              <Tag key={one.disease} color={one.isProtected ? 'success' : 'warning'}>
                {one.disease}
              </Tag>
            ))}
          </Flex>
        )}
        <Timeline
          style={{ marginTop: 8, maxHeight: 260, overflowY: 'auto', paddingTop: 4 }}
          items={animal.life.map((one, at) => ({
            key: `${one.on} ${one.kind} ${at}`,
            content: (
              <span>
                {one.on} <DictName dict="animal_event_kind" value={one.kind} />
                {one.text && <Typography.Text type="secondary"> {one.text}</Typography.Text>}
              </span>
            ),
          }))}
        />
      </Flex>
    </Card>
  );
}
