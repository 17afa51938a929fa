import { Alert, Button, Card, DatePicker, Flex, Input, Segmented, Tag, Typography, theme } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useRef, useState } from 'react';
import { PictureField } from '#kit/web/field/picture-field.tsx';
import { SignatureField } from '#kit/web/field/signature-field.tsx';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { DueAnimal, Prepared } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { useWords } from '../texts.ts';
import { useDisease } from '../use-disease.ts';
import { AnimalGrid, type TableRef } from './animal-grid.tsx';
import { type Computed, compute, tickDue } from './compute.ts';
import { DueStrip } from './due-strip.tsx';
import { ExemptDialog } from './exempt-dialog.tsx';
import { allDue, outcomes, today, type VisitForm } from './form.ts';
import { PlaceField } from './place-field.tsx';
import { ScanBox } from './scan-box.tsx';
import { Untagged } from './untagged.tsx';
import type { useVisit } from './use-visit.ts';
import { VaccineCards } from './vaccine-cards.tsx';

interface Props {
  readonly visit: ReturnType<typeof useVisit>;
  readonly prepared: Prepared;
  readonly form: VisitForm;
  readonly computed: Computed;
  readonly isNarrow: boolean;
  readonly busy: boolean;
  onSubmit(): void;
  onDraft(): void;
}

/** The sheet of one household: the animals in the middle, what they get at the side. */
export function SheetForm({ visit, prepared, form, computed, isNarrow, busy, onSubmit, onDraft }: Props) {
  const words = useWords();
  const { token } = theme.useToken();
  const table = useRef<TableRef>(null);
  const [lastScanned, setLastScanned] = useState<number | null>(null);
  const [exempting, setExempting] = useState<DueAnimal | null>(null);
  const diseaseName = useDisease(prepared.diseases);
  const { options: results } = useDict('visit_result');
  const animals = useMemo(() => {
    const isDone = (one: DueAnimal) => Number(Object.keys(one.due).length === 0);
    return [...form.guests, ...prepared.animals.toSorted((a, b) => isDone(a) - isDone(b))];
  }, [form.guests, prepared.animals]);
  const waits = useMemo(() => compute(prepared, { ...form, marks: allDue(prepared) }).refusedOf, [prepared, form]);
  const diseases = [
    ...new Set([
      ...(prepared.season?.items.map((one) => one.diseaseCode) ?? []),
      ...prepared.animals.flatMap((one) => Object.keys(one.due)),
    ]),
  ].slice(0, 5);
  const isDone = form.outcome === 'done';
  const scanned = Object.values(form.marks).filter((one) => one.scanned).length;
  const doses = computed.cards.reduce((sum, one) => sum + one.doses, 0);
  const found = (hits: readonly DueAnimal[]) => {
    visit.scanned(hits);
    const last = hits.at(-1);
    if (!last) return;
    setLastScanned(last.animalId);
    table.current?.scrollTo({ key: last.animalId });
  };
  return (
    <>
      <Flex vertical gap={12} className="ml-visit-main">
        <Card size="small">
          <Flex vertical gap={12}>
            <DueStrip prepared={prepared} diseaseName={diseaseName} />
            <Flex gap={8} wrap align="center">
              <Segmented
                value={form.outcome}
                onChange={(outcome) => visit.change({ outcome: outcome as VisitForm['outcome'] })}
                options={outcomes.map((value) => ({
                  value,
                  label:
                    value === 'done'
                      ? words('immunised')
                      : (results.find((one) => one.dictValue === value)?.dictLabel ?? value),
                }))}
              />
              <DatePicker
                aria-label={words('visitedOn')}
                allowClear={false}
                maxDate={dayjs(today())}
                value={dayjs(form.visitedOn)}
                onChange={(day) => day && visit.change({ visitedOn: day.format(dateFormat) })}
              />
              {prepared.staff && (
                <Typography.Text type="secondary">
                  {words('by')} <span data-record>{prepared.staff.name}</span>
                </Typography.Text>
              )}
            </Flex>
          </Flex>
        </Card>
        {isDone && (
          <Card
            size="small"
            title={words('animals', { n: animals.length })}
            extra={
              <Flex gap={8} wrap>
                {scanned > 0 && <Tag color="success">{words('scannedCount', { n: scanned })}</Tag>}
                <Button size="small" onClick={() => visit.change({ marks: tickDue(prepared, form) })}>
                  {words('tickDue')}
                </Button>
                <Button size="small" onClick={() => visit.change({ marks: {} })}>
                  {words('tickNone')}
                </Button>
              </Flex>
            }
          >
            <Flex vertical gap={12}>
              <ScanBox
                principalId={form.principalId}
                animals={animals}
                onFound={found}
                onHere={visit.join}
                onGuest={(animal) => {
                  visit.change({
                    guests: [animal, ...form.guests],
                    marks: { ...form.marks, [animal.animalId]: { result: 'done', scanned: true } },
                  });
                }}
              />
              <AnimalGrid
                animals={animals}
                form={form}
                computed={computed}
                waits={waits}
                isNarrow={isNarrow}
                lastScanned={lastScanned}
                table={table}
                diseases={diseases}
                diseaseName={diseaseName}
                onMark={visit.mark}
                onExempt={setExempting}
              />
            </Flex>
          </Card>
        )}
        {isDone && (
          <Card size="small" title={words('untagged')}>
            <Untagged prepared={prepared} form={form} onChange={visit.change} />
          </Card>
        )}
      </Flex>
      <Flex vertical gap={12} className="ml-visit-side">
        {isDone && (
          <Card size="small" title={words('vaccines')}>
            <VaccineCards
              prepared={prepared}
              form={form}
              computed={computed}
              diseaseName={diseaseName}
              onChange={(cards) => visit.change({ cards })}
            />
          </Card>
        )}
        <Card size="small" title={words('photos')}>
          <PictureField
            value={form.photos}
            label={words('photos')}
            hint={words(isDone ? 'photoHint' : 'doorHint')}
            onChange={(photos) => visit.change({ photos })}
          />
        </Card>
        {form.mode === 'self' && isDone && (
          <Card size="small" title={words('proofs')}>
            <PictureField value={form.proofs} label={words('proofs')} onChange={(proofs) => visit.change({ proofs })} />
          </Card>
        )}
        <Card size="small" title={words('placeAndSign')}>
          <Flex vertical gap={12}>
            <PlaceField value={form.location} onChange={(location) => visit.change({ location })} />
            <SignatureField
              key={form.clientKey}
              label={words('sign')}
              clearLabel={words('signAgain')}
              asks={words('notSigned')}
              signed={words('signed')}
              value={form.sign}
              onChange={(sign) => visit.change({ sign })}
            />
            <Input.TextArea
              aria-label={words('remark')}
              placeholder={words(isDone ? 'remark' : 'reason')}
              maxLength={500}
              autoSize={{ minRows: 2 }}
              value={form.remark}
              onChange={(event) => visit.change({ remark: event.target.value })}
            />
          </Flex>
        </Card>
        {form.mode !== 'self' && !prepared.staff && <Alert type="error" showIcon title={words('noWorker')} />}
      </Flex>
      <div
        className="ml-visit-bar"
        style={{ gridColumn: '1 / -1', background: token.colorBgElevated, borderColor: token.colorBorderSecondary }}
      >
        <span>
          {words('heads')} <strong style={{ fontSize: 18 }}>{computed.heads + computed.untaggedHeads}</strong>
        </span>
        <span>
          {words('doses')} <strong style={{ fontSize: 18 }}>{doses}</strong>
        </span>
        {computed.exempt > 0 && <Tag color="warning">{`${words('exempt')} ${computed.exempt}`}</Tag>}
        {computed.notFound > 0 && <Tag>{`${words('notFound')} ${computed.notFound}`}</Tag>}
        {computed.refused.length > 0 && (
          <Tag color="error">{words('refusedCount', { n: computed.refusedOf.size })}</Tag>
        )}
        <span style={{ flex: 1 }} />
        <Button onClick={onDraft} disabled={busy}>
          {words('saveDraft')}
        </Button>
        <Button type="primary" size="large" loading={busy} onClick={onSubmit}>
          {words('submit')}
        </Button>
      </div>
      {exempting && (
        <ExemptDialog
          animal={exempting}
          mark={form.marks[exempting.animalId]}
          on={form.visitedOn}
          onSave={(mark) => visit.mark(exempting.animalId, mark)}
          onClose={() => setExempting(null)}
        />
      )}
    </>
  );
}
