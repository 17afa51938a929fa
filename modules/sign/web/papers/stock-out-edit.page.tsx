import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Checkbox,
  Col,
  Flex,
  Form,
  Input,
  InputNumber,
  Row,
  Select,
  Skeleton,
  Space,
  Statistic,
  Typography,
} from 'antd';
import { useEffect, useId, useState } from 'react';
import { endpointsOf } from '#kit/contract/resource.ts';
import { call, newKey } from '#kit/web/api/client.ts';
import { SignaturePad } from '#kit/web/field/signature-pad.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { uploadFile } from '#modules/platform/contract/file/files.ts';
import { proposeTags } from '#modules/sign/contract/numbers/tag-segment.ts';
import { rangeOfLine } from '#modules/sign/contract/papers/line.ts';
import { receiverCard, receivers, type SignStockOut, signStockOut } from '#modules/sign/contract/papers/stock-out.ts';
import { signDocCategory } from '#modules/sign/contract/settings/settings.ts';
import { useCategories } from '../common/categories.ts';
import { numberText } from '../common/parts.tsx';
import { type PickedLine, RangePicker } from './parts/range-picker.tsx';

const calls = endpointsOf(signStockOut);
const papers = endpointsOf(signDocCategory);
interface PaperKind {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
}

/** 出库编辑: who gets them and what he has; which numbers; both are seen before anything leaves. */
export default function StockOutEditPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { data } = useQuery({
    queryKey: [...resourceKey(signStockOut), 'edit', id],
    enabled: id !== null,
    queryFn: () =>
      call(calls.detail as NonNullable<typeof calls.detail>, {
        params: { id: id as number },
        quiet: true,
      }) as Promise<SignStockOut>,
  });
  if (id !== null && !data) return <Skeleton active />;
  return <Issue key={id ?? 'new'} row={data ?? null} />;
}

function Issue({ row }: { readonly row: SignStockOut | null }) {
  const id = useId();
  const joined = useJoined();
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const { closePage, setDirty } = usePage();
  const { user } = useSession() as unknown as { user: { principalId?: number | null } };
  const categories = useCategories();
  const mayCross = useCan('sign:stockOut:crossCounty');
  const kinds = useQuery({
    queryKey: ['sign.stockOutKinds'],
    queryFn: () =>
      call(papers.list as NonNullable<typeof papers.list>, {
        query: { docType: 'stockOut', status: 'enabled', pageSize: 50 },
        quiet: true,
      }) as Promise<PaperKind[]>,
  });
  const [docCategoryId, setDoc] = useState<number | undefined>(row?.docCategoryId);
  // The first kind of paper for which this unit has a receiver: a station has workers below it, no stations.
  const [first, setFirst] = useState(0);
  const paper = kinds.data?.find((one) => one.id === docCategoryId) ?? kinds.data?.[first];
  const who = useQuery({
    queryKey: ['sign.receivers', paper?.kind],
    enabled: paper !== undefined,
    queryFn: () => call(receivers, { query: { kind: paper?.kind as string }, quiet: true }),
  });
  if (docCategoryId === undefined && who.data?.units.length === 0 && first + 1 < (kinds.data?.length ?? 0))
    setFirst(first + 1);
  const [unit, setUnit] = useState<number | undefined>(row?.toPrincipalId);
  const [staff, setStaff] = useState<number | undefined>(row?.toStaffId ?? undefined);
  const toUnit = unit ?? who.data?.units[0]?.id;
  const isPerson = paper?.kind === 'issueWorker';
  const toStaff = isPerson ? staff : undefined;
  const isReady = toUnit !== undefined && (!isPerson || toStaff !== undefined);
  const card = useQuery({
    queryKey: ['sign.card', toUnit, toStaff],
    enabled: isReady,
    queryFn: () =>
      call(receiverCard, {
        query: { principalId: toUnit as number, ...(toStaff && { staffId: toStaff }) },
        quiet: true,
      }),
  });
  const [lines, setLines] = useState<readonly PickedLine[]>(() =>
    (row?.lines ?? []).flatMap((line) => {
      const range = rangeOfLine(line);
      return range ? [{ ...range, categoryId: line.categoryId, category: '', packNo: line.packNo ?? null }] : [];
    }),
  );
  const asked = row?.lines.find((line) => !line.codeFrom);
  const [category, setCategory] = useState<number | undefined>(asked?.categoryId);
  const [count, setCount] = useState(asked?.count ?? 100);
  const [remains, setRemains] = useState<{ n: number; opened: readonly string[] } | null>(null);
  const [reason, setReason] = useState(row?.reason ?? '');
  const [crossCounty, setCross] = useState(false);
  const [picture, setPicture] = useState<Blob | null>(null);
  const { busy, act } = useAct(closePage);
  useEffect(() => setDirty(lines.length > 0), [lines.length, setDirty]);
  const own = row?.fromPrincipalId ?? user.principalId ?? 0;
  const named = lines.map((line) => ({
    ...line,
    category: line.category || (categories.find((one) => one.id === line.categoryId)?.name ?? ''),
  }));
  const total = lines.reduce((sum, line) => sum + line.to - line.from + 1, 0);
  const chosen = category ?? categories[0]?.id;
  const propose = async () => {
    if (chosen === undefined) return;
    const answer = await call(proposeTags, { body: { principalId: own, categoryId: chosen, count } }).catch(() => null);
    if (!answer) return;
    const fresh = answer.ranges.filter((one) => !lines.some((line) => line.from <= one.to && line.to >= one.from));
    setLines([
      ...lines,
      ...fresh.map((one) => ({ from: one.from, to: one.to, packNo: one.packNo, categoryId: chosen, category: '' })),
    ]);
    setRemains({ n: answer.remains, opened: answer.opened });
  };
  const write = async (isIssued: boolean, paperId: number, receiver: number) => {
    const handSign = picture
      ? [
          (
            await call(uploadFile, {
              body: { bizType: 'sign.signStockOut' },
              file: new File([picture], 'signature.png', { type: 'image/png' }),
            })
          ).fileId,
        ]
      : null;
    const form = {
      docCategoryId: paperId,
      toPrincipalId: receiver,
      toStaffId: toStaff ?? null,
      reason: reason || null,
      crossCounty,
      handSign,
      lines: lines.map((line) => ({
        categoryId: line.categoryId,
        codeFrom: String(line.from),
        codeTo: String(line.to),
        count: line.to - line.from + 1,
        packNo: line.packNo,
      })),
    };
    const key = newKey();
    const saved = (
      row
        ? await call(
            calls.edit as NonNullable<typeof calls.edit>,
            { body: { id: row.id, version: row.version, ...form }, key } as never,
          )
        : await call(calls.add as NonNullable<typeof calls.add>, { body: form, key } as never)
    ) as { id: number; version: number };
    if (!isIssued) return;
    let { version } = saved;
    const move = (name: string) =>
      call(
        calls.transition as NonNullable<typeof calls.transition>,
        { body: { id: saved.id, version, name } } as never,
      ) as Promise<{ version: number }>;
    if (row?.status === 'requested') version = (await move('prepare')).version;
    await move('issue');
  };
  const save = (isIssued: boolean) => {
    if (!paper || toUnit === undefined) return;
    act(
      () => write(isIssued, paper.id, toUnit),
      async () => {
        await client.invalidateQueries({ queryKey: resourceKey(signStockOut) });
        setDirty(false);
      },
    );
  };
  const over = card.data?.quotaLeft !== null && card.data?.quotaLeft !== undefined && total > card.data.quotaLeft;
  return (
    <Row gutter={[16, 16]}>
      <Col xs={24} lg={9}>
        <Card size="small" title={text('receiver')}>
          <Form layout="vertical">
            <Form.Item label={text('paperKind')} htmlFor={`${id}-kind`}>
              <Select
                id={`${id}-kind`}
                value={paper?.id ?? null}
                onChange={(value) => {
                  setDoc(value ?? undefined);
                  setUnit(undefined);
                  setStaff(undefined);
                }}
                options={(kinds.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
              />
            </Form.Item>
            <Form.Item label={text('unit')} htmlFor={`${id}-unit`}>
              <Select
                id={`${id}-unit`}
                showSearch={{ optionFilterProp: 'label' }}
                value={toUnit ?? null}
                onChange={(value) => setUnit(value ?? undefined)}
                options={(who.data?.units ?? []).map((one) => ({ value: one.id, label: one.name }))}
              />
            </Form.Item>
            {isPerson && (
              <Form.Item label={text('worker')} htmlFor={`${id}-staff`}>
                <Select
                  id={`${id}-staff`}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={staff ?? null}
                  onChange={(value) => setStaff(value ?? undefined)}
                  options={(who.data?.staff ?? []).map((one) => ({ value: one.id, label: one.name }))}
                />
              </Form.Item>
            )}
          </Form>
          {card.data && (
            <>
              <Typography.Title level={5} data-record>
                {card.data.name}
              </Typography.Title>
              <Flex gap={24} wrap>
                <Statistic title={text('inHand')} value={card.data.hand} />
                <Statistic title={text('onTheWay')} value={card.data.inTransit} />
                <Statistic title={text('perMonth')} value={card.data.wornPerMonth} />
                {card.data.quotaLeft !== null && <Statistic title={text('quotaLeft')} value={card.data.quotaLeft} />}
              </Flex>
              {card.data.blocked && (
                <Alert
                  type="error"
                  showIcon
                  style={{ marginBlockStart: 12 }}
                  title={card.data.blocked === 'countGap' ? text('countGap') : text('countOverdue')}
                />
              )}
              {over && <Alert type="warning" showIcon style={{ marginBlockStart: 12 }} title={text('goesToCounty')} />}
            </>
          )}
        </Card>
      </Col>
      <Col xs={24} lg={15}>
        <Card size="small" title={text('whichNumbers')}>
          <Space wrap style={{ marginBlockEnd: 12 }}>
            <Select
              style={{ width: 180 }}
              value={chosen ?? null}
              onChange={(value) => setCategory(value ?? undefined)}
              options={categories.map((one) => ({ value: one.id, label: one.name }))}
              aria-label={text('category')}
            />
            <InputNumber
              min={1}
              step={100}
              value={count}
              onChange={(value) => setCount(Number(value ?? 1))}
              aria-label={text('count')}
            />
            <Button onClick={() => void propose()}>{text('propose')}</Button>
            {remains && (
              <Typography.Text type="secondary">
                {text('remains', { n: numberText(remains.n) })}
                {remains.opened.length > 0 && ` · ${text('opens', { packs: joined(remains.opened) })}`}
              </Typography.Text>
            )}
          </Space>
          <RangePicker
            holder={{ principalId: own, staffId: row?.fromStaffId ?? null }}
            action="issue"
            lines={named}
            onChange={setLines}
          />
          <Form layout="vertical" style={{ marginBlockStart: 12 }}>
            <Form.Item label={text('why')} htmlFor={`${id}-why`}>
              <Input
                id={`${id}-why`}
                maxLength={300}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Form.Item>
            {mayCross && (
              <Checkbox checked={crossCounty} onChange={(event) => setCross(event.target.checked)}>
                {text('crossCounty')}
              </Checkbox>
            )}
          </Form>
          <Typography.Text>{text('giverSigns')}</Typography.Text>
          <SignaturePad label={text('giverSigns')} onChange={setPicture} />
          <Space style={{ marginBlockStart: 12 }}>
            <Button loading={busy} disabled={lines.length === 0 || !isReady} onClick={() => save(false)}>
              {text('saveDraft')}
            </Button>
            <Button type="primary" loading={busy} disabled={lines.length === 0 || !isReady} onClick={() => save(true)}>
              {text('issueTags', { n: numberText(total) })}
            </Button>
          </Space>
        </Card>
      </Col>
    </Row>
  );
}
