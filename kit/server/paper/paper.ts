import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { toBuffer } from 'bwip-js/node';
import type { Language } from '#kit/contract/envelope.ts';
import type { TextArgs } from '#kit/contract/errors.ts';
import type { Tx } from '../db/database.ts';
import { saveFile } from '../files/files.ts';
import { paperParts } from './provided.ts';
import { PaperSheet } from './sheet.ts';

export interface PaperFact {
  readonly label: string;
  readonly value: string;
}

type Say = (key: string, args?: TextArgs) => string;

/** A kind of paper: the record it is about, how it is written, and what anybody who holds it may read when they verify it. */
export interface PaperKind<D> {
  readonly name: string;
  /** `<module>.<noun>` of the record; whoever may open that may fetch the file. */
  readonly entity: string;
  title(data: D, say: Say): string;
  draw(sheet: PaperSheet, data: D, say: Say): void;
  facts(data: D, say: Say): readonly PaperFact[];
}

export interface PaperInput<D> {
  /** The record. */
  readonly id: number;
  readonly docNo: string;
  readonly data: D;
  readonly language: Language;
  readonly say: Say;
}

export interface MadePaper {
  readonly id: number;
  readonly fileId: number;
  /** On the paper, in letters and in its square code. */
  readonly code: string;
  readonly fileHash: string;
}

/** Nothing is registered: the kind is a value its module keeps. */
export const definePaper = <D>(kind: PaperKind<D>): PaperKind<D> => kind;

// Letters that cannot be taken for digits.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newCode = () => Array.from(randomBytes(16), (byte) => letters[byte % 32]).join('');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
/** As it is printed: in fours, so that it can be read out. */
const inFours = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

/** How a file tells which paper it claims to be, also when somebody has changed it. */
export const paperMark = (code: string): string => `mulian-paper:${code}`;

export interface RenderedPaper {
  readonly bytes: Buffer;
  readonly code: string;
  readonly title: string;
  readonly facts: readonly PaperFact[];
  readonly contentHash: string;
  readonly fileHash: string;
  readonly at: Date;
}

/** The slow half of `makePaper` (a third of a second), for calls that make many and must not hold a transaction meanwhile. */
export async function renderPaper<D>(kind: PaperKind<D>, input: PaperInput<D>): Promise<RenderedPaper> {
  const { data, say, docNo, language } = input;
  const [code, at, title] = [newCode(), new Date(), kind.title(data, say)];
  const facts = kind.facts(data, say);
  const contentHash = sha256(
    JSON.stringify([kind.name, docNo, title, facts.map((one) => [one.label, one.value]), code]),
  );
  const sheet = new PaperSheet({ title, mark: paperMark(code), at, language: language.replace('_', '-') });
  kind.draw(sheet, data, say);
  const page = `${paperParts().address}/verify`;
  const bytes = await sheet.finish({
    square: await toBuffer({ bcid: 'qrcode', text: `${page}?c=${code}`, scale: 3 }),
    lines: [
      say('paper.no', { no: docNo }),
      say('paper.code', { code: inFours(code) }),
      say('paper.hash', { hash: contentHash.slice(0, 16) }),
      say('paper.verifyAt', { page }),
    ],
    page: (no, of) => say('paper.page', { no, of }),
  });
  return { bytes, code, title, facts, contentHash, fileHash: sha256(bytes), at };
}

/**
 * Issues a paper: writes the file, hangs it on its record and keeps by which bytes it is known.
 *
 * @example
 * const { fileId } = await makePaper(tx, statement, { id, docNo, data, language: call.language, say: call.say });
 */
export async function makePaper<D>(
  tx: Tx,
  kind: PaperKind<D>,
  input: PaperInput<D>,
  rendered?: RenderedPaper,
): Promise<MadePaper> {
  const { bytes, code, title, facts, contentHash, fileHash, at } = rendered ?? (await renderPaper(kind, input));
  const { fileId, sha256: storedHash } = await saveFile(tx, {
    source: Readable.from([bytes]),
    name: `${title} ${input.docNo}.pdf`,
    mime: 'application/pdf',
    bizType: kind.entity,
    bizId: input.id,
  });
  if (storedHash !== fileHash) throw new Error(`paper ${code} was stored with other bytes than it was made with`);
  const [row] = await tx.query<{ id: number }>(
    `insert into kit.paper (tenant_no, kind, code, doc_no, entity, entity_id, title, facts,
       content_hash, file_hash, file_id, issued_at, issued_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      kind.name,
      code,
      input.docNo,
      kind.entity,
      input.id,
      title,
      JSON.stringify(facts),
      contentHash,
      fileHash,
      fileId,
      at,
      tx.scope.userId,
    ],
  );
  if (!row) throw new Error('a new paper has no row');
  return { id: row.id, fileId, code, fileHash };
}

/** The paper no longer holds; whoever verifies it is told so, and why. */
export async function voidPapers(tx: Tx, entity: string, entityId: number, reason: string): Promise<number> {
  const rows = await tx.query(
    `update kit.paper set voided_at = now(), void_reason = $3
     where entity = $1 and entity_id = $2 and voided_at is null returning id`,
    [entity, entityId, reason],
  );
  return rows.length;
}
