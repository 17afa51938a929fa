import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  type TabsProps as AntTabsProps,
  Button,
  Card,
  Descriptions,
  Flex,
  QRCode,
  Space,
  Tabs,
  Typography,
} from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { useSlotParts } from '#kit/web/slot-parts.tsx';
import { paper } from '#kit/web/ui/palette.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type Animal, animal } from '#modules/registry/contract/animal/animal.ts';
import { animalTags } from '#modules/registry/contract/animal/animal-life.ts';
import { Doors } from '../change/doors.tsx';
import { AnimalEdit } from './animal-edit.tsx';
import { Flags } from './flags.tsx';
import { Family } from './life/family.tsx';
import { LifeLine } from './life/life-line.tsx';
import { BreedName, DictName } from './names.tsx';
import { Photos } from './photos.tsx';
import { EarTag } from './tag/ear-tag.tsx';
import { TagTable } from './tag/tag-table.tsx';

/** Everything about one animal: what it is, where it stands, and its life. */
export function AnimalView({ id }: { readonly id: number }) {
  const { row, error, refresh } = useResourceDetail(animal, id);
  const text = useTexts('registry.animalPage');
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row) return <Waiting />;
  const one = row as unknown as Animal;
  // R64: a record that was merged leads to the one that was kept.
  if (one.mergedIntoId)
    return (
      <Flex vertical gap={12}>
        <Alert type="info" showIcon title={text('mergedInto')} />
        <AnimalView key={one.mergedIntoId} id={one.mergedIntoId} />
      </Flex>
    );
  return (
    <Flex vertical gap={12}>
      <AnimalHead row={one} />
      <Card size="small">
        <AnimalTabs row={one} />
      </Card>
    </Flex>
  );
}

interface TabsProps {
  readonly row: Animal;
  /** Tabs of the page it stands on, before the others. */
  readonly before?: NonNullable<AntTabsProps['items']>;
  readonly defaultActiveKey?: string;
  /** Parts that the page around it shows itself, by their keys. */
  readonly without?: readonly string[];
}

/** Other modules register their tabs at the same place, by this name. */
const animalPlace = 'registry.animal';

/** What is known of an animal, a tab each; other modules' tabs stand before the history. */
export function AnimalTabs({ row, before = [], defaultActiveKey, without = [] }: TabsProps) {
  const { id } = row;
  const text = useTexts('registry.animalPage');
  const parts = useSlotParts<{ id: number }>(animalPlace, useSession().actions);
  const items = [
    ...before,
    { key: 'line', label: text('line'), children: <LifeLine id={id} /> },
    { key: 'facts', label: text('facts'), children: <Facts row={row} /> },
    { key: 'family', label: text('family'), children: <Family id={id} /> },
    { key: 'tags', label: text('tags'), children: <TagTable id={id} /> },
    { key: 'photos', label: text('photos'), children: <Photos id={id} /> },
    { key: 'moves', label: text('moves'), children: <LifeLine id={id} group="movement" /> },
    ...parts
      .filter(({ key }) => !without.includes(key))
      .map(({ key, label, View }) => ({ key, label, children: <View id={id} /> })),
    { key: 'history', label: text('history'), children: <HistoryView resource={animal} id={id} /> },
  ];
  return <Tabs items={items} {...(defaultActiveKey && { defaultActiveKey })} />;
}

const facts = [
  'birthDate',
  'coatColor',
  'parity',
  'source',
  'motherTag',
  'fatherCode',
  'electronicTag',
  'tagWornOn',
  'entryOn',
  'entryId',
  'originRegionCode',
  'quarantineCertNo',
  'weight',
  'weightOn',
  'castrated',
  'breedingUse',
  'ownerId',
  'exitOn',
  'remark',
  'createdAt',
] as const;

function Facts({ row }: { readonly row: Animal }) {
  const t = useT();
  return (
    <Descriptions
      bordered
      size="small"
      column={{ xs: 1, sm: 1, md: 2, xl: 3 }}
      styles={{ label: { whiteSpace: 'nowrap' } }}
      items={facts.map((name) => ({
        key: name,
        label: t.any(`registry.animal.${name}`),
        children: (
          <span data-record>
            <Cell name={name} field={animal.fields[name]} row={{ ...row }} />
          </span>
        ),
      }))}
    />
  );
}

export function AnimalHead({ row }: { readonly row: Animal }) {
  const t = useT();
  const { openPage } = usePage();
  const mayChange = useCan('pri:animal:change');
  const mayRetag = useCan('pri:animal:tagReplace');
  const [isEditing, setEditing] = useState(false);
  const { data: tags } = useQuery({
    queryKey: [...resourceKey(animal), 'tags', row.id],
    queryFn: () => call(animalTags, { params: { id: row.id }, quiet: true }),
  });
  const former = (tags ?? []).filter((one) => one.tagKind === 'ear' && one.removedOn !== null);
  const text = useTexts('registry.animalPage');
  const isHere = row.status === 'inStock' && !row.changePending;
  const change = (type: string, danger = false) => (
    <Button key={type} danger={danger} onClick={() => openPage(`/pri/animal/changeAdd?type=${type}&ids=${row.id}`)}>
      {text.any(type)}
    </Button>
  );
  return (
    <Card size="small">
      <Flex gap={24} wrap justify="space-between">
        <Flex vertical gap={8} style={{ minWidth: 0, flex: '1 1 420px' }}>
          <Flex gap={12} align="center" wrap>
            <Typography.Title level={2} style={{ margin: 0, letterSpacing: 1, fontWeight: 400 }}>
              <EarTag tag={row.earTag} size={32} />
            </Typography.Title>
            <Cell name="status" field={animal.fields.status} row={{ ...row }} />
            <Flags row={row} />
          </Flex>
          {former.length > 0 && (
            <Typography.Text type="secondary">
              {text('former')}
              {former.map((one) => (
                <span key={one.tagNo} style={{ marginInlineStart: 8 }}>
                  <EarTag tag={one.tagNo} />
                </span>
              ))}
            </Typography.Text>
          )}
          <Space separator={<Typography.Text type="secondary">·</Typography.Text>} wrap>
            <DictName dict="species" value={row.species} />
            <BreedName species={row.species} breed={row.breed} />
            <DictName dict="animal_sex" value={row.sex} />
            <DictName dict="stage" value={row.stage} />
            <span>{text('months', { n: row.ageMonths })}</span>
          </Space>
          <Typography.Text data-record>
            {[row.principalIdName, row.penIdName && `${text('pen')} ${row.penIdName}`, row.regionCodeName]
              .filter(Boolean)
              .join(' · ')}
          </Typography.Text>
          <Space wrap style={{ marginBlockStart: 4 }}>
            <Doors id={row.id} />
            {row._can.includes('edit') && <Button onClick={() => setEditing(true)}>{t('kit.edit')}</Button>}
            {mayChange && isHere && [change('penMove'), change('handover'), change('saleOut'), change('death', true)]}
            {mayChange && row.status !== 'inStock' && change('recover')}
            {mayRetag && isHere && (
              <Button onClick={() => openPage(`/pri/animal/tagReplace?replace=${row.earTag}`)}>{text('retag')}</Button>
            )}
          </Space>
        </Flex>
        <Flex vertical align="center" gap={4}>
          {/* Dark on light in every theme: many scanners read nothing else. */}
          <QRCode
            value={`${location.origin}/t?c=${row.animalUid}`}
            size={112}
            type="svg"
            bordered={false}
            color={paper.black}
            bgColor={paper.white}
            style={{ padding: 4 }}
            aria-label={text('publicPage')}
          />
          <Typography.Link href={`/t?c=${row.animalUid}`} target="_blank" rel="noopener">
            {text('publicPage')}
          </Typography.Link>
        </Flex>
      </Flex>
      {isEditing && <AnimalEdit id={row.id} onClose={() => setEditing(false)} />}
    </Card>
  );
}
