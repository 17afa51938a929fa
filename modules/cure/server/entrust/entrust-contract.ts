import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { ContractForm } from '#modules/cure/contract/entrust/contract.ts';

export interface ContractRow {
  readonly id: number;
  readonly docNo: string;
  readonly version: number;
  readonly status: string;
  readonly principalId: number;
  readonly hostId: number;
  readonly societyUnitId: number | null;
  readonly typeId: number;
  readonly mode: string;
  readonly species: string;
  readonly fromOn: string;
  readonly toOn: string;
  readonly startedOn: string | null;
  readonly feeMode: string;
  readonly freeLossPct: string;
  readonly hostSharePct: string;
  readonly offspring: string;
  readonly reportEveryDays: number;
  readonly noticeDays: number;
  readonly ownerSigned: boolean;
  readonly hostSigned: boolean;
  readonly endsAskedBy: number | null;
  readonly endsOn: string | null;
  readonly needPapers: readonly string[];
}
const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`;
const columns = `c.id, c.doc_no as "docNo", c.version, c.status, c.principal_id as "principalId", c.host_id as "hostId",
  c.society_unit_id as "societyUnitId", c.type_id as "typeId", c.mode, c.species, ${day('c.from_on')} as "fromOn",
  ${day('c.to_on')} as "toOn", ${day('c.started_on')} as "startedOn", c.fee_mode as "feeMode",
  c.free_loss_pct::text as "freeLossPct", c.host_share_pct::text as "hostSharePct", c.offspring,
  c.report_every_days as "reportEveryDays", c.notice_days as "noticeDays",
  c.owner_signed_at is not null as "ownerSigned", c.host_signed_at is not null as "hostSigned",
  c.ends_asked_by as "endsAskedBy", ${day('c.ends_on')} as "endsOn",
  (select y.need_papers from cure.entrust_type y where y.id = c.type_id) as "needPapers"`;

export async function contractOf(tx: Tx, id: number, lock = false): Promise<ContractRow> {
  const [row] = await tx.query<ContractRow>(
    `select ${columns} from cure.entrust_contract c where c.id = $1${lock ? ' for update of c' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

export const openContracts = (tx: Tx): Promise<ContractRow[]> =>
  tx.query<ContractRow>(
    `select ${columns} from cure.entrust_contract c where c.tenant_no = kit.tenant()
       and c.status in ('running', 'settling') order by c.id`,
    [],
  );

export interface ContractFacts {
  readonly regionCode: number;
  readonly societyUnitId: number | null;
  readonly mode: string;
  readonly reportEveryDays: number;
  readonly freeLossPct: number;
  readonly hostSharePct: number;
}
export async function saveContract(
  tx: Tx,
  form: ContractForm,
  facts: ContractFacts,
): Promise<{ id: number; docNo: string }> {
  const values = [
    form.principalId,
    form.hostId,
    facts.societyUnitId,
    facts.regionCode,
    form.typeId,
    facts.mode,
    form.societyId ?? null,
    form.species,
    form.fromOn,
    form.toOn,
    form.feeMode,
    facts.freeLossPct,
    facts.hostSharePct,
    form.insureBy,
    form.offspring,
    form.cycleId ?? null,
    form.feedingTemplateId ?? null,
    facts.reportEveryDays,
    form.noticeDays,
    form.remark ?? null,
  ];
  const names = `principal_id, host_id, society_unit_id, region_code, type_id, mode, society_id, species, from_on, to_on,
    fee_mode, free_loss_pct, host_share_pct, insure_by, offspring, cycle_id, feeding_template_id, report_every_days,
    notice_days, remark`;
  const places = values.map((_, at) => `$${at + 1}`).join(', ');
  const [row] = form.id
    ? await tx.query<{ id: number; docNo: string }>(
        `update cure.entrust_contract set (${names}) = (${places}), status = 'draft', version = version + 1,
           updated_at = now(), updated_by = kit.user_id()
         where id = $21 and version = $22 and status in ('draft', 'refused') returning id, doc_no as "docNo"`,
        [...values, form.id, form.version ?? 0],
      )
    : await tx.query<{ id: number; docNo: string }>(
        `insert into cure.entrust_contract (tenant_no, doc_no, created_by, ${names})
         values (kit.tenant(), kit.doc_no('CE'), kit.user_id(), ${places}) returning id, doc_no as "docNo"`,
        values,
      );
  if (!row) throw notFound();
  return row;
}

type Patch = Partial<{
  status: string;
  startedOn: string;
  endsAskedBy: number | null;
  endsOn: string | null;
  endReason: string | null;
  lastLogOn: string;
  disputed: boolean;
}>;
const names: Readonly<Record<keyof Patch, string>> = {
  status: 'status',
  startedOn: 'started_on',
  endsAskedBy: 'ends_asked_by',
  endsOn: 'ends_on',
  endReason: 'end_reason',
  lastLogOn: 'last_log_on',
  disputed: 'disputed',
};
export async function patchContract(tx: Tx, id: number, patch: Patch): Promise<void> {
  const entries = Object.entries(patch) as [keyof Patch, unknown][];
  await tx.query(
    `update cure.entrust_contract set ${entries.map(([name], at) => `${names[name]} = $${at + 2}`).join(', ')},
       version = version + 1, updated_at = now() where id = $1`,
    [id, ...entries.map(([, value]) => value)],
  );
}

/** Of a side that is merged into another unit: what is not over yet. */
export async function reassignContracts(tx: Tx, from: number, to: number): Promise<void> {
  for (const column of ['principal_id', 'host_id'])
    await tx.query(
      `update cure.entrust_contract set ${column} = $2 where tenant_no = kit.tenant() and ${column} = $1
         and status <> 'ended' and $2 not in (principal_id, host_id)`,
      [from, to],
    );
}
