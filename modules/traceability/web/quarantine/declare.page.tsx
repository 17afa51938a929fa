import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form, Result, Select, Typography } from 'antd';
import { useId, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import {
  checkQuarantine,
  destinations,
  quarantineDeclaration,
} from '#modules/traceability/contract/quarantine/quarantine-declaration.ts';
import { AnimalPick } from './animal-pick.tsx';
import { ConditionList } from './condition-list.tsx';

const first = ['principalId', 'species', 'purpose', 'departAt'] as const;
const second = ['toText', 'toRegionCode', 'plateNo', 'route'] as const;
const last = ['approvalFile', 'photos', 'remark'] as const;

/** 检疫申报: animals, destination and vehicle, with every condition told while the form is filled in. */
export default function DeclarePage() {
  const text = useTexts('traceability.declarePage');
  const { search, openPage } = usePage();
  const { user } = useSession();
  const id = Number(search.get('id')) || undefined;
  const formId = useId();
  const form = useResourceForm(quarantineDeclaration, {
    id,
    initial: { principalId: user.principalId, animals: [], purpose: 'slaughter', species: 'cattle' },
  });
  const [sought, setSought] = useDebounced('');
  const [made, setMade] = useState<{ id: number; isSubmitted: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { values } = form;
  const principalId = values.principalId as number | null;
  const toPrincipalId = values.toPrincipalId as number | null;
  const lines = (values.animals ?? []) as readonly { id?: number; animalId: number }[];
  const animalIds = lines.map((one) => one.animalId);
  const { data: units = [] } = useQuery({
    queryKey: ['traceability.destinations', sought],
    queryFn: () => call(destinations, { query: { name: sought } }),
    placeholderData: (old) => old,
  });
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>(null);
  // Whoever was chosen keeps the name, whatever is searched for next.
  const known =
    chosen ??
    (toPrincipalId && form.allValues.toName ? { id: toPrincipalId, name: String(form.allValues.toName) } : null);
  const offered = known && !units.some((one) => one.id === known.id) ? [known, ...units] : units;
  const asked = {
    principalId: principalId ?? 0,
    animalIds,
    purpose: String(values.purpose ?? ''),
    species: String(values.species ?? ''),
    toPrincipalId,
    toRegionCode: Number(values.toRegionCode ?? 0),
    departAt: String(values.departAt ?? ''),
    plateNo: (values.plateNo as string | null) || null,
    hasApproval: ((values.approvalFile ?? []) as readonly number[]).length > 0,
  };
  const isReady = principalId !== null && asked.toRegionCode > 0 && asked.departAt !== '' && animalIds.length > 0;
  const { data: checked } = useQuery({
    queryKey: ['traceability.checkQuarantine', asked],
    queryFn: () => call(checkQuarantine, { body: asked, quiet: true }),
    enabled: isReady,
    placeholderData: (old) => old,
  });
  const choose = (ids: readonly number[]) => {
    const known = new Map(lines.map((one) => [one.animalId, one]));
    form.set(
      'animals',
      ids.map((animalId) => known.get(animalId) ?? { animalId }),
    );
  };
  const save = async (isSubmitted: boolean) => {
    setProblem(null);
    const saved = await form.submit();
    if (!saved) return;
    if (isSubmitted) {
      const body = { id: saved.id, version: saved.version, name: 'submit' };
      try {
        await call(callOf(quarantineDeclaration, 'transition'), { body, idempotencyKey: newKey(), quiet: true });
      } catch (error) {
        // Saved as a draft, with the reasons in the panel beside it.
        setProblem((error as Error).message);
      }
    }
    setMade({ id: saved.id, isSubmitted });
  };
  if (form.loading) return <Waiting />;
  if (made)
    return (
      <Card>
        <Result
          status={problem ? 'warning' : 'success'}
          title={problem ?? text(made.isSubmitted ? 'submitted' : 'saved')}
          extra={
            <Button
              type="primary"
              onClick={() => openPage(`/traceability/livestockRegistration/quarantineManagement/detail?id=${made.id}`)}
            >
              {text('toDetail')}
            </Button>
          }
        />
      </Card>
    );
  return (
    <Flex gap={12} wrap align="start">
      <Flex vertical gap={12} style={{ flex: '2 1 460px', minWidth: 0 }}>
        <Card size="small">
          <Form layout="vertical">
            <FormFields id={formId} form={form} names={first} />
            <Form.Item label={text('to')} htmlFor={`${formId}-to`}>
              <Select<number>
                id={`${formId}-to`}
                allowClear
                value={toPrincipalId}
                showSearch={{ filterOption: false, onSearch: setSought }}
                placeholder={text('toHint')}
                options={offered.map((one) => ({ value: one.id, label: one.name }))}
                onChange={(value?: number) => {
                  form.set('toPrincipalId', value ?? null);
                  const unit = units.find((one) => one.id === value);
                  setChosen(unit ?? null);
                  if (unit) form.set('toRegionCode', unit.regionCode);
                }}
              />
            </Form.Item>
            <FormFields id={formId} form={form} names={second} />
          </Form>
        </Card>
        {principalId !== null && (
          <Card size="small" title={text('animals')}>
            <AnimalPick principalId={principalId} species={asked.species} chosen={animalIds} onChoose={choose} />
          </Card>
        )}
        <Card size="small">
          <Form layout="vertical">
            <FormFields id={formId} form={form} names={last} />
          </Form>
          {form.otherErrors.map((one) => (
            <Alert key={one} type="error" showIcon title={one} style={{ marginBottom: 8 }} />
          ))}
          <Flex gap={8} wrap>
            <Button
              type="primary"
              loading={form.submitting}
              disabled={lines.length === 0}
              onClick={() => void save(true)}
            >
              {text('submit')}
            </Button>
            <Button loading={form.submitting} disabled={lines.length === 0} onClick={() => void save(false)}>
              {text('save')}
            </Button>
          </Flex>
        </Card>
      </Flex>
      <Card size="small" title={text('panel')} style={{ flex: '1 1 300px', minWidth: 0 }}>
        {checked && isReady ? (
          <Flex vertical gap={8}>
            <Flex gap={8} align="center" wrap>
              <Typography.Text strong>{text('fit', { n: checked.fit.length, m: animalIds.length })}</Typography.Text>
              {checked.fit.length > 0 && checked.fit.length < animalIds.length && (
                <Button size="small" onClick={() => choose(checked.fit)}>
                  {text('onlyFit')}
                </Button>
              )}
            </Flex>
            <ConditionList conditions={checked.conditions} />
          </Flex>
        ) : (
          <Typography.Text type="secondary">{text('fill')}</Typography.Text>
        )}
      </Card>
    </Flex>
  );
}
