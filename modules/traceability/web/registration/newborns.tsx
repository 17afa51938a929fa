import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, Card, DatePicker, Flex, Form, Input } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { breedDict, Choices, DictChoice, useLabel } from '#modules/registry/web/index.ts';
import type { FarmerRegistration } from '#modules/traceability/contract/registration/farmer-registration.ts';

export type Newborn = Partial<FarmerRegistration['lines'][number]>;

interface Mother {
  readonly earTag: string;
  readonly species: string;
  readonly breed: string;
  readonly stage: string;
}

interface Props {
  readonly principalId: number | null;
  /** The day of the sheet: the birthday unless a line says another. */
  readonly happenedOn: string | null;
  readonly value: readonly Newborn[];
  readonly errors: Readonly<Record<string, string>>;
  onChange(lines: readonly Newborn[]): void;
}

/** Grown females of the holder, found by the last digits of their numbers. */
function useMothers(principalId: number | null): readonly Mother[] {
  const maySee = useCan('pri:animal:list');
  const { data } = useQuery({
    queryKey: ['traceability.mothers', principalId],
    queryFn: () =>
      call(callOf(animal, 'list'), {
        query: { principalId, sex: 'female', status: 'inStock', stage: 'cow,heifer,ewe,eweLamb', pageSize: 200 },
        quiet: true,
      }) as Promise<readonly Mother[]>,
    enabled: maySee && principalId !== null,
  });
  return data ?? [];
}

/** One card for each newborn: its mother, sex and birthday. Species and breed are the mother's until somebody says otherwise. */
export function Newborns({ principalId, happenedOn, value, errors, onChange }: Props) {
  const text = useTexts('traceability.registrationPage');
  const label = useTexts('traceability.farmerRegistrationLine');
  const id = useId();
  const stage = useLabel('stage');
  const mothers = useMothers(principalId);
  const lines = value.length > 0 ? value : [{}];
  const set = (at: number, part: Newborn) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  const item = (at: number, name: keyof Newborn & string, required: boolean) => {
    const problem = errors[`lines.${at}.${name}`];
    return {
      label: label.any(name),
      htmlFor: `${id}-${at}-${name}`,
      required,
      style: { flex: '1 1 220px', marginBlockEnd: 12 },
      ...(problem && { validateStatus: 'error' as const, help: problem }),
    };
  };
  const choose = (at: number, motherTag: string) => {
    const mother = mothers.find((one) => one.earTag === motherTag);
    set(at, { motherTag: motherTag || null, ...(mother && { species: mother.species, breed: mother.breed }) });
  };
  return (
    <Flex vertical gap={12}>
      {lines.map((line, at) => (
        <Card
          // biome-ignore lint/suspicious/noArrayIndexKey: a newborn has no other name while it is typed
          key={at}
          size="small"
          title={text('newbornNo', { n: at + 1 })}
          extra={
            lines.length > 1 && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={text('removeNewborn', { n: at + 1 })}
                onClick={() => onChange(lines.filter((_, index) => index !== at))}
              />
            )
          }
        >
          <Flex wrap gap={'0 24px'}>
            <Form.Item {...item(at, 'motherTag', false)} extra={text('motherHint')}>
              <AutoComplete
                id={`${id}-${at}-motherTag`}
                value={line.motherTag ?? ''}
                onChange={(tag: string) => choose(at, tag.trim())}
                showSearch={{ filterOption: (typed, option) => String(option?.value ?? '').includes(typed) }}
                options={mothers.map((one) => ({ value: one.earTag, label: `${one.earTag} ${stage(one.stage)}` }))}
              />
            </Form.Item>
            <Form.Item {...item(at, 'sex', true)}>
              <Choices
                dict="animal_sex"
                values={['female', 'male']}
                size="middle"
                value={line.sex ?? ''}
                onChange={(sex) => set(at, { sex })}
              />
            </Form.Item>
            <Form.Item {...item(at, 'birthDate', true)}>
              <DatePicker
                id={`${id}-${at}-birthDate`}
                style={{ width: '100%' }}
                allowClear={false}
                maxDate={dayjs()}
                value={line.birthDate || happenedOn ? dayjs(line.birthDate ?? happenedOn, dateFormat) : null}
                onChange={(day) => day && set(at, { birthDate: day.format(dateFormat) })}
              />
            </Form.Item>
            <Form.Item {...item(at, 'species', true)}>
              <Choices
                dict="species"
                values={['cattle', 'sheep', 'goat']}
                size="middle"
                value={line.species ?? ''}
                onChange={(species) => set(at, { species, breed: null })}
              />
            </Form.Item>
            <Form.Item {...item(at, 'breed', true)}>
              <DictChoice
                id={`${id}-${at}-breed`}
                dict={breedDict(line.species ?? 'cattle')}
                value={line.breed}
                onChange={(breed) => set(at, { breed: breed || null })}
              />
            </Form.Item>
            <Form.Item {...item(at, 'tag', false)} extra={text('tagHint')}>
              <Input
                id={`${id}-${at}-tag`}
                inputMode="numeric"
                maxLength={15}
                value={line.tag ?? ''}
                onChange={(event) => set(at, { tag: event.target.value.replace(/\D/g, '') || null })}
              />
            </Form.Item>
          </Flex>
        </Card>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() => {
          // A twin has the mother, the kind and the day of the one before.
          const { motherTag, species, breed, birthDate } = lines.at(-1) ?? {};
          onChange([...lines, { motherTag, species, breed, birthDate } as Newborn]);
        }}
      >
        {text('addNewborn')}
      </Button>
    </Flex>
  );
}
