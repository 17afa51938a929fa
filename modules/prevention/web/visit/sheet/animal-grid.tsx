import { MoreOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown, Flex, type GetRef, Table, type TableProps, Tag, Typography, theme } from 'antd';
import type { Ref } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import type { DueAnimal } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { useLabel, useWords } from '../texts.ts';
import type { Computed } from './compute.ts';
import type { Mark, VisitForm } from './form.ts';

export type TableRef = GetRef<typeof Table>;

interface Props {
  readonly animals: readonly DueAnimal[];
  readonly form: VisitForm;
  readonly computed: Computed;
  /** Why an animal that is due would be refused today. */
  readonly waits: Computed['refusedOf'];
  readonly isNarrow: boolean;
  readonly lastScanned: number | null;
  readonly table: Ref<TableRef>;
  readonly diseases: readonly string[];
  readonly diseaseName: (code: string) => string;
  onMark(animalId: number, mark: Mark | null): void;
  onExempt(animal: DueAnimal): void;
}

const stateColours: Readonly<Record<string, string>> = { protected: 'success', lapsing: 'warning', exempt: 'default' };
/** From here on only the rows in sight are drawn. */
const manyRows = 200;

const ageText = (birthDate: string, on: string, words: ReturnType<typeof useWords>): string => {
  const days = dayNumber(on) - dayNumber(birthDate);
  return days < 60 ? words('days', { n: days }) : words('months', { n: Math.floor(days / 30.44) });
};

/** Every animal of the household: what it is due for, whether it was done, and why it cannot be. */
export function AnimalGrid({ animals, form, computed, waits, isNarrow, lastScanned, ...own }: Props) {
  const t = useT();
  const words = useWords();
  const { token } = theme.useToken();
  const species = useLabel('species');
  const stage = useLabel('stage');
  const exemptName = useLabel('immune_exempt');
  const why = useLabel('routine_reason');
  const isMany = animals.length > manyRows;
  const refusalOf = (animal: DueAnimal) =>
    (form.marks[animal.animalId] ? computed.refusedOf : waits).get(animal.animalId) ?? [];
  const said = (animal: DueAnimal) =>
    [
      ...new Set(
        refusalOf(animal).map((one) =>
          t.any(`prevention.refusal.${one.code}`, one.n === undefined ? {} : { n: one.n }),
        ),
      ),
    ].join(' · ');
  const tick = (animal: DueAnimal, isOn: boolean) => own.onMark(animal.animalId, isOn ? { result: 'done' } : null);
  const how = (animal: DueAnimal) => {
    const mark = form.marks[animal.animalId];
    if (mark?.result === 'exempt')
      return (
        <Tag color="warning">
          {words('exempt')} {exemptName(mark.exemptReason)} {mark.exemptUntil}
        </Tag>
      );
    if (mark?.result === 'notFound') return <Tag>{words('notFound')}</Tag>;
    if (refusalOf(animal).length === 0) return null;
    return <Tag color={mark ? 'error' : 'default'}>{said(animal)}</Tag>;
  };
  const due = (animal: DueAnimal) =>
    Object.entries(animal.due).map(([code, reason]) => (
      <Tag key={code} color="processing" style={{ marginInlineEnd: 4 }}>
        {own.diseaseName(code)}
        {reason !== 'season' && ` ${why(reason)}`}
      </Tag>
    ));
  const more = (animal: DueAnimal) => (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'exempt', label: words('exemptDo') },
          { key: 'notFound', label: words('notFound') },
          { key: 'clear', label: words('clearMark') },
        ],
        onClick: ({ key }) => {
          if (key === 'exempt') return own.onExempt(animal);
          own.onMark(animal.animalId, key === 'notFound' ? { result: 'notFound' } : null);
        },
      }}
    >
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={words('moreOf', { tag: animal.earTag })} />
    </Dropdown>
  );
  const big = (animal: DueAnimal) => (
    <span data-record style={{ whiteSpace: 'nowrap' }}>
      <Typography.Text type="secondary" style={{ fontSize: 11 }}>
        {animal.earTag.slice(0, -6)}
      </Typography.Text>
      <strong style={{ fontSize: 18, fontVariantNumeric: 'tabular-nums' }}>{animal.earTag.slice(-6)}</strong>
      {animal.guest && <Tag style={{ marginInlineStart: 4 }}>{words('guest')}</Tag>}
    </span>
  );
  const facts = (animal: DueAnimal) => `${stage(animal.stage)} · ${ageText(animal.birthDate, form.visitedOn, words)}`;
  const check = (animal: DueAnimal) => (
    <Checkbox
      aria-label={animal.earTag}
      checked={form.marks[animal.animalId]?.result === 'done'}
      onChange={(event) => tick(animal, event.target.checked)}
    />
  );
  const lastOf = (code: string) => (animal: DueAnimal) => {
    const shot = animal.immunity[code];
    if (!shot?.lastOn) return <Typography.Text type="secondary">–</Typography.Text>;
    return <Tag color={stateColours[shot.state] ?? 'error'}>{shot.lastOn.slice(2)}</Tag>;
  };
  const wide: TableProps<DueAnimal>['columns'] = [
    { key: 'tick', width: 44, render: (_, one) => check(one) },
    { key: 'tag', title: words('tag'), width: 170, render: (_, one) => big(one) },
    { key: 'kind', title: words('kind'), width: 130, render: (_, one) => `${species(one.species)} ${facts(one)}` },
    {
      key: 'due',
      title: words('dueNow'),
      width: 190,
      render: (_, one) => (
        <>
          {due(one)} {how(one)}
        </>
      ),
    },
    ...own.diseases.map((code) => ({
      key: code,
      title: own.diseaseName(code),
      width: 104,
      render: (_: unknown, one: DueAnimal) => lastOf(code)(one),
    })),
    { key: 'more', width: 44, fixed: 'right', render: (_, one) => more(one) },
  ];
  const narrow: TableProps<DueAnimal>['columns'] = [
    { key: 'tick', width: 40, render: (_, one) => check(one) },
    {
      key: 'tag',
      render: (_, one) => (
        <Flex vertical gap={2}>
          {big(one)}
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {facts(one)}
          </Typography.Text>
          <span>
            {due(one)} {how(one)}
          </span>
        </Flex>
      ),
    },
    { key: 'more', width: 40, render: (_, one) => more(one) },
  ];
  return (
    <Table<DueAnimal>
      ref={own.table}
      size="small"
      rowKey="animalId"
      virtual={isMany}
      pagination={false}
      showHeader={!isNarrow}
      dataSource={animals as DueAnimal[]}
      columns={isNarrow ? narrow : wide}
      scroll={isNarrow ? { y: 420, ...(isMany && { x: 300 }) } : { x: 580 + own.diseases.length * 104, y: 460 }}
      locale={{ emptyText: words('noAnimals') }}
      onRow={(one) => ({
        style: {
          ...(one.animalId === lastScanned && { background: token.colorSuccessBg }),
          ...(form.marks[one.animalId]?.scanned && { boxShadow: `inset 3px 0 0 ${token.colorSuccess}` }),
        },
      })}
    />
  );
}
