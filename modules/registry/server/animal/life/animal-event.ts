import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { DocRef } from '../../extension-points.ts';
import { type Head, lockHeads, moveHeads } from '../animal-head.ts';
import { followEvents } from './animal.body.ts';
import { type ChainedEvent, chain, firstHash, type Json, type Verdict, verify } from './life-chain.ts';

/** What happened to an animal, as the module tells it that made the record. */
export interface LifeEvent {
  readonly animalId: number;
  readonly kind: string;
  readonly happenedOn: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly source: DocRef;
  readonly summary?: Readonly<Record<string, Json>>;
  /** The event this one takes back. */
  readonly voidOf?: number;
}

export interface UnitName {
  readonly name: string;
  readonly isHousehold: boolean;
}

interface Row extends ChainedEvent {
  readonly event: LifeEvent;
}

const countyOf = (regionCode: number) => Math.floor(regionCode / 1e6);

/** What everybody may read of an event: little, and of most kinds nothing but that there was one. */
function publicPart(event: LifeEvent, seq: number): Json {
  const { kind, summary = {}, voidOf } = event;
  const shown: Record<string, readonly string[]> = {
    tagWorn: ['tag'],
    tagReplaced: ['tag'],
    registered: ['species', 'breed', 'sex', 'birthMonth'],
    born: [],
    immunised: ['vaccine'],
    moved: ['from', 'to'],
    quarantineIssued: ['certType', 'certTail', 'validUntil'],
    slaughtered: [],
  };
  const names = shown[kind];
  const isHidden = !names || (kind === 'moved' && (summary.from === undefined || summary.from === summary.to));
  if (isHidden) return { kind: 'other', seq };
  const told = Object.fromEntries(
    names.filter((name) => summary[name] !== undefined).map((name) => [name, summary[name]]),
  );
  return {
    county: countyOf(event.regionCode),
    kind,
    month: event.happenedOn.slice(0, 7),
    ...(Object.keys(told).length > 0 && { s: told as Json }),
    seq,
    ...(voidOf !== undefined && { voidOf }),
  };
}

function privatePart(event: LifeEvent, actor: number | null, pub: Json): Json {
  const { summary = {}, voidOf } = event;
  return {
    actor,
    doc: event.source.docNo,
    on: event.happenedOn,
    principalId: event.principalId,
    region: event.regionCode,
    ...((pub as { kind: string }).kind === 'other' && { kind: event.kind }),
    ...(Object.keys(summary).length > 0 && { summary: summary as Json }),
    ...(voidOf !== undefined && { voidOf }),
  };
}

/** The events of one animal, each chained to the one before. */
export function chainEvents(
  head: Head,
  events: readonly LifeEvent[],
  actor: number | null,
  unitOf: (principalId: number) => UnitName | undefined,
): Row[] {
  let { seq } = head;
  let previous = head.hash ?? firstHash(head.uid);
  return events.map((event) => {
    seq += 1;
    const unit = unitOf(event.principalId);
    const pub = publicPart(event, seq);
    const org: Json = unit && !unit.isHousehold ? { name: unit.name } : {};
    const made = chain(previous, seq, { pub, org, priv: privatePart(event, actor, pub) });
    previous = made.hash;
    return { ...made, event };
  });
}

/** Appends chained events; whoever calls has moved the heads, or made the animals with them. */
export async function appendEvents(tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const told = rows.map(({ event, seq, pub, org, priv, secret, prevHash, hash }) => ({
    animal_id: event.animalId,
    seq,
    kind: event.kind,
    happened_on: event.happenedOn,
    void_of: event.voidOf ?? null,
    principal_id: event.principalId,
    region_code: event.regionCode,
    source_entity: event.source.entity,
    source_id: event.source.id,
    pub,
    org,
    priv,
    secret: secret.toString('hex'),
    prev_hash: prevHash.toString('hex'),
    hash: hash.toString('hex'),
  }));
  await tx.query(
    `insert into registry.animal_event (tenant_no, animal_id, seq, kind, happened_on, void_of, principal_id, region_code, source_entity, source_id, pub, org, priv,
       secret, prev_hash, hash)
     select $1, e.animal_id, e.seq, e.kind, e.happened_on, e.void_of, e.principal_id, e.region_code, e.source_entity, e.source_id, e.pub, e.org, e.priv,
       decode(e.secret, 'hex'), decode(e.prev_hash, 'hex'), decode(e.hash, 'hex')
     from jsonb_to_recordset($2::jsonb) e(animal_id bigint, seq int, kind text, happened_on date, void_of int, principal_id bigint, region_code bigint,
       source_entity text, source_id bigint, pub jsonb, org jsonb, priv jsonb, secret text, prev_hash text, hash text)`,
    [tx.scope.tenantNo, JSON.stringify(told)],
  );
}

/** Names of units as the ledger writes them: households never by name. */
export async function unitNames(tx: Tx, ids: readonly number[]): Promise<Map<number, UnitName>> {
  const rows = await tx.query<{ id: number; name: string; type: string }>(
    'select id, principal_unit_name as name, principal_unit_type as type from registry.principal where id = any ($1)',
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, { name: row.name, isHousehold: row.type === 'household' }]));
}

/**
 * The one way into the ledger, in the caller's transaction: what is written here stands or falls with the record it
 * speaks of. Answers the number each event got in its animal's life.
 *
 * @example
 * const [seq] = await writeEvents(tx, [{ animalId, kind: 'immunised', happenedOn, principalId, regionCode, source, summary: { vaccine } }]);
 */
export async function writeEvents(
  tx: Tx,
  events: readonly LifeEvent[],
  actor: number | null = tx.scope.userId,
): Promise<number[]> {
  const heads = await lockHeads(tx, [...new Set(events.map((event) => event.animalId))]);
  const units = await unitNames(
    tx,
    events.map((event) => event.principalId),
  );
  const rows: Row[] = [];
  for (const [animalId, own] of Map.groupBy(events, (event) => event.animalId)) {
    const head = heads.get(animalId);
    if (!head) throw new Error(`animal ${animalId} is not there, or not to be seen`);
    rows.push(...chainEvents(head, own, actor, (id) => units.get(id)));
  }
  await appendEvents(tx, rows);
  await moveHeads(tx, rows);
  await followEvents(tx, rows, actor);
  const seqOf = new Map(rows.map((row) => [row.event, row.seq]));
  return events.map((event) => seqOf.get(event) ?? 0);
}

/** One event; see `writeEvents`. */
export async function writeEvent(tx: Tx, event: LifeEvent, actor?: number | null): Promise<number> {
  const [seq = 0] = await writeEvents(tx, [event], actor);
  return seq;
}

/**
 * An event that happens to an animal once, such as `disposed`: whoever tells it again gets the number of the first. One that was voided is told anew.
 *
 * @example
 * const seq = await writeOnce(tx, { animalId, kind: 'disposed', happenedOn, principalId, regionCode, source, summary: { way } });
 */
export async function writeOnce(tx: Tx, event: LifeEvent, actor: number | null = tx.scope.userId): Promise<number> {
  // Held until the end of the transaction: two who tell it at once tell it one after the other.
  await lockHeads(tx, [event.animalId]);
  const [first] = await inTenant(tx, tx.scope.tenantNo, 'writeOnce', (all) =>
    all.query<{ seq: number }>(
      `select e.seq from registry.animal_event e
       where e.tenant_no = $1 and e.animal_id = $2 and e.kind = $3 and e.void_of is null and not exists (
         select 1 from registry.animal_event v where v.tenant_no = $1 and v.animal_id = $2 and v.void_of = e.seq)
       order by e.seq limit 1`,
      [tx.scope.tenantNo, event.animalId, event.kind],
    ),
  );
  return first?.seq ?? writeEvent(tx, event, actor);
}

interface StoredEvent {
  seq: number;
  kind: string;
  happened_on: string;
  void_of: number | null;
  principal_id: number;
  region_code: number;
  pub: { kind?: string };
  org: Json;
  priv: { kind?: string; on?: string; principalId?: number; region?: number; voidOf?: number };
  secret: Buffer;
  prev_hash: Buffer;
  hash: Buffer;
}

/** The columns lists are made from must say what the sealed parts say. */
const columnsMatch = (row: StoredEvent): boolean =>
  row.kind === (row.pub.kind === 'other' ? row.priv.kind : row.pub.kind) &&
  row.happened_on === row.priv.on &&
  row.principal_id === row.priv.principalId &&
  row.region_code === row.priv.region &&
  row.void_of === (row.priv.voidOf ?? null);

/** Recomputes a chain and names the first event that is not what was written. */
export async function readChain(tx: Tx, animalId: number): Promise<Verdict> {
  const [head] = await tx.query<Head>(
    'select a.animal_uid as uid, h.seq, h.hash from registry.animal a join registry.animal_head h on h.tenant_no = a.tenant_no and h.animal_id = a.id where a.id = $1',
    [animalId],
  );
  if (!head) return { ok: false, count: 0, brokenAt: 0 };
  // Whoever sees the animal may have its whole chain verified, with events in it that are not theirs to read.
  const rows = await inTenant(tx, tx.scope.tenantNo, 'readChain', (all) =>
    all.query<StoredEvent>(
      `select seq, kind, happened_on, void_of, principal_id, region_code, pub, org, priv, secret, prev_hash, hash
       from registry.animal_event where tenant_no = $1 and animal_id = $2 order by seq`,
      [tx.scope.tenantNo, animalId],
    ),
  );
  return verify(
    head.uid,
    head,
    rows.map((row) => ({
      seq: row.seq,
      pub: row.pub as Json,
      org: row.org,
      priv: row.priv as Json,
      secret: row.secret,
      prevHash: row.prev_hash,
      hash: row.hash,
      columnsMatch: columnsMatch(row),
    })),
  );
}
