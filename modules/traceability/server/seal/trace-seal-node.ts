import type { Tx } from '#kit/server/db/database.ts';

export interface TreeNode {
  readonly level: number;
  readonly at: number;
  readonly hash: Buffer;
}

export const insertNodes = (tx: Tx, sealNo: number, nodes: readonly TreeNode[]): Promise<unknown> =>
  tx.query(
    `insert into traceability.trace_seal_node (tenant_no, seal_no, level, at, hash)
     select kit.tenant(), $1, n.level, n.at, decode(n.hash, 'hex')
     from unnest($2::int[], $3::int[], $4::text[]) n(level, at, hash)`,
    [sealNo, nodes.map((one) => one.level), nodes.map((one) => one.at), nodes.map((one) => one.hash.toString('hex'))],
  );

export async function nodeAt(tx: Tx, sealNo: number, level: number, at: number): Promise<Buffer | null> {
  const [row] = await tx.query<{ hash: Buffer }>(
    `select hash from traceability.trace_seal_node
     where tenant_no = kit.tenant() and seal_no = $1 and level = $2 and at = $3`,
    [sealNo, level, at],
  );
  return row?.hash ?? null;
}
