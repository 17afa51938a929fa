import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Card, Flex, Input, Select, Tag, Typography } from 'antd';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import type { Prepared } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { outbox, owedOf } from '../offline/outbox.ts';
import { useLabel, useWords } from '../texts.ts';
import type { Computed } from './compute.ts';
import { cardOf, lotsOf, today, type VaccineCard, type VisitForm } from './form.ts';

interface Props {
  readonly prepared: Prepared;
  readonly form: VisitForm;
  readonly computed: Computed;
  readonly diseaseName: (code: string) => string;
  onChange(cards: readonly VaccineCard[]): void;
}

/** One card per vaccine: the bottle it comes from, what this visit takes of it, and what stays. */
export function VaccineCards({ prepared, form, computed, diseaseName, onChange }: Props) {
  const joined = useJoined();
  const words = useWords();
  const species = useLabel('species');
  const queued = outbox.useOutbox((box) => box.items);
  const isSelf = form.mode === 'self';
  const change = (at: number, next: Partial<VaccineCard>) =>
    onChange(form.cards.map((one, index) => (index === at ? { ...one, ...next } : one)));
  const offered = prepared.vaccines.filter(
    (one) =>
      !form.cards.some((card) => card.vaccineCode === one.vaccineCode) &&
      (isSelf || prepared.held.some((held) => held.vaccineCode === one.vaccineCode)),
  );
  const risky = prepared.diseases.filter(
    (one) =>
      one.humanRisk &&
      form.cards.some((card) =>
        prepared.vaccines.find((vaccine) => vaccine.vaccineCode === card.vaccineCode)?.diseaseCodes.includes(one.code),
      ),
  );
  const covered = new Set(
    form.cards.flatMap(
      (card) => prepared.vaccines.find((one) => one.vaccineCode === card.vaccineCode)?.diseaseCodes ?? [],
    ),
  );
  const open = [...new Set(prepared.animals.flatMap((one) => Object.keys(one.due)))].filter((one) => !covered.has(one));
  return (
    <Flex vertical gap={8}>
      {open.length > 0 && (
        <Alert type="warning" showIcon title={words('notCovered', { names: joined(open.map(diseaseName)) })} />
      )}
      {form.cards.map((card, at) => {
        const vaccine = prepared.vaccines.find((one) => one.vaccineCode === card.vaccineCode);
        const lots = lotsOf(prepared, card.vaccineCode).map((lot) => ({
          ...lot,
          left: lot.qty - owedOf(queued, lot.lotId),
        }));
        const lot = lots.find((one) => one.lotId === card.lotId);
        const sum = computed.cards[at] ?? { heads: 0, loose: 0, doses: 0 };
        const after = (lot?.left ?? 0) - sum.doses;
        return (
          <Card
            key={card.vaccineCode}
            size="small"
            title={<span data-record>{vaccine?.name ?? card.vaccineCode}</span>}
            extra={
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={words('dropVaccine')}
                onClick={() => onChange(form.cards.filter((_, index) => index !== at))}
              />
            }
          >
            <Flex vertical gap={8}>
              <Flex gap={4} wrap>
                {vaccine?.diseaseCodes.map((code) => (
                  <Tag key={code} color="processing">
                    {diseaseName(code)}
                  </Tag>
                ))}
                {vaccine?.species.map((one) => {
                  const dose = vaccine.doses[one];
                  return (
                    <Tag key={one}>
                      {species(one)}
                      {dose?.ml !== undefined && ` ${dose.ml} ml`}
                    </Tag>
                  );
                })}
              </Flex>
              {isSelf ? (
                <Input
                  aria-label={words('lotNo')}
                  placeholder={words('lotNo')}
                  maxLength={60}
                  value={card.lotNo}
                  onChange={(event) => change(at, { lotNo: event.target.value })}
                />
              ) : lots.length === 0 ? (
                <Alert type="error" showIcon title={words('notInBox')} />
              ) : (
                <Select
                  aria-label={words('lot')}
                  showSearch
                  value={card.lotId}
                  onChange={(lotId) =>
                    change(at, { lotId, materialId: lots.find((one) => one.lotId === lotId)?.materialId ?? null })
                  }
                  options={lots.map((one, index) => ({
                    value: one.lotId,
                    label: `${one.lotNo} · ${one.expireOn ?? ''} · ${words('doseCount', { n: one.left })}${index === 0 && lots.length > 1 ? ` · ${words('first')}` : ''}`,
                  }))}
                />
              )}
              {lot?.expireOn && dayNumber(lot.expireOn) - dayNumber(today()) <= 7 && (
                <Typography.Text type="danger">{words('expiresSoon', { on: lot.expireOn })}</Typography.Text>
              )}
              <Flex justify="space-between" wrap gap={8}>
                <span>{words('takes', { heads: sum.heads + sum.loose, n: sum.doses })}</span>
                {!isSelf && lot && (
                  <Typography.Text type={after < 0 ? 'danger' : 'secondary'}>
                    {after < 0 ? words('lacksDoses', { n: -after }) : words('stays', { n: after })}
                  </Typography.Text>
                )}
              </Flex>
            </Flex>
          </Card>
        );
      })}
      {form.cards.length < 9 && offered.length > 0 && (
        <Select
          aria-label={words('addVaccine')}
          placeholder={words('addVaccine')}
          prefix={<PlusOutlined aria-hidden />}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          options={offered.map((one) => ({ value: one.vaccineCode, label: one.name }))}
          onChange={(code: string | null) => code && onChange([...form.cards, cardOf(prepared, code)])}
        />
      )}
      {form.cards.length === 0 && offered.length === 0 && <Alert type="warning" showIcon title={words('boxEmpty')} />}
      {risky.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={words('protectYourself', { names: joined(risky.map((one) => diseaseName(one.code))) })}
        />
      )}
    </Flex>
  );
}
