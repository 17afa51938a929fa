import { DatePicker, Form, Input, Radio } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId } from 'react';
import { type Field, field } from '#kit/contract/field.ts';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import { entryKinds } from '#modules/registry/contract/animal/animal-entry.ts';
import { breedDict, DictChoice } from '../names.tsx';
import type { EntryFacts } from './entry-facts.ts';
import { PenChoice } from './pen-choice.tsx';

interface Props {
  readonly facts: EntryFacts;
  /** Names that are asked for here; the rest a page asks for elsewhere. */
  readonly names: readonly (keyof EntryFacts)[];
  readonly isLarge?: boolean;
  onChange(change: Partial<EntryFacts>): void;
}

const holder = field.ref('registry.principal') as Field;
const region = field.region({ optional: true }) as Field;
const firstBreed: Readonly<Record<string, string>> = { cattle: 'simmental', sheep: 'smallTailedHan', goat: 'cashmere' };

/** What is said once for all animals of an entry. */
export function FactsForm({ facts, names, isLarge = false, onChange }: Props) {
  const t = useT();
  const id = useId();
  const size = isLarge ? 'large' : 'middle';
  const RefInput = fieldInputs.ref;
  const RegionInput = fieldInputs.region;
  const plain = { onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };
  const date = (name: 'birthDate' | 'wornOn') => (
    <DatePicker
      id={`${id}-${name}`}
      size={size}
      value={dayjs(facts[name], dateFormat)}
      onChange={(value) => value && onChange({ [name]: value.format(dateFormat) })}
      maxDate={dayjs()}
      allowClear={false}
      style={{ width: '100%' }}
    />
  );
  const text = (name: 'quarantineCertNo' | 'sellerName' | 'price') => (
    <Input
      id={`${id}-${name}`}
      size={size}
      value={facts[name]}
      maxLength={60}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  const inputs: Partial<Record<keyof EntryFacts, ReactNode>> = {
    entryKind: (
      <Choices
        dict="entry_kind"
        values={entryKinds}
        value={facts.entryKind}
        size={size}
        onChange={(entryKind) => onChange({ entryKind: entryKind as EntryFacts['entryKind'] })}
      />
    ),
    principalId: (
      <RefInput
        {...plain}
        id={`${id}-principalId`}
        field={holder}
        value={facts.principalId}
        onChange={(value: number | null) => onChange({ principalId: value, penId: null })}
      />
    ),
    penId: (
      <PenChoice
        id={`${id}-penId`}
        size={size}
        principalId={facts.principalId}
        value={facts.penId}
        onChange={(penId) => onChange({ penId })}
      />
    ),
    species: (
      <Choices
        dict="species"
        values={['cattle', 'sheep', 'goat']}
        value={facts.species}
        size={size}
        onChange={(species) =>
          onChange({ species: species as EntryFacts['species'], breed: firstBreed[species] ?? '' })
        }
      />
    ),
    breed: (
      <DictChoice
        id={`${id}-breed`}
        size={size}
        dict={breedDict(facts.species)}
        value={facts.breed}
        onChange={(breed) => onChange({ breed })}
      />
    ),
    sex: (
      <Choices
        dict="animal_sex"
        values={['female', 'male']}
        value={facts.sex}
        size={size}
        onChange={(sex) => onChange({ sex: sex as EntryFacts['sex'] })}
      />
    ),
    birthDate: date('birthDate'),
    wornOn: date('wornOn'),
    originRegionCode: (
      <RegionInput
        {...plain}
        id={`${id}-originRegionCode`}
        field={region}
        value={facts.originRegionCode}
        onChange={(originRegionCode: number | null) => onChange({ originRegionCode })}
      />
    ),
    quarantineCertNo: text('quarantineCertNo'),
    sellerName: text('sellerName'),
    price: text('price'),
  };
  const isFree = new Set(['penId', 'originRegionCode', 'quarantineCertNo', 'sellerName', 'price']);
  return (
    <div style={isLarge ? {} : gridStyle}>
      {names.map((name) => (
        <Form.Item
          key={name}
          label={t.any(`registry.animalForm.${name}`)}
          htmlFor={`${id}-${name}`}
          required={!isFree.has(name)}
        >
          {inputs[name]}
        </Form.Item>
      ))}
    </div>
  );
}

interface ChoicesProps {
  readonly dict: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly size: 'large' | 'middle';
  onChange(value: string): void;
}

/** Few values stand side by side: one touch instead of two. */
export function Choices({ dict, values, value, size, onChange }: ChoicesProps) {
  const { options } = useDict(dict);
  const nameOf = (one: string) => options.find((option) => option.dictValue === one)?.dictLabel ?? one;
  return (
    <Radio.Group
      optionType="button"
      buttonStyle="solid"
      size={size}
      value={value}
      onChange={(event) => onChange(event.target.value as string)}
      options={values.map((one) => ({ value: one, label: nameOf(one) }))}
    />
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  columnGap: 24,
} as const;
