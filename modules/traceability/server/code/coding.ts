import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CodeKind, numberOf, readCode, signsOf } from '#modules/traceability/contract/code/trace-code.ts';

/** A serial of the platform: 5 bits say which cell gave it, 35 bits count there. */
export interface Serial {
  readonly cell: number;
  readonly serial: number;
}
const serialBits = 35n;
export const mostSerials = 2 ** 35;
const half = (1n << 20n) - 1n;
const rounds = 8;

/** Kept apart by purpose: whoever learns one of them cannot make the other. */
const keyOf = (secret: string, use: string): Buffer => createHmac('sha256', secret).update(`traceCode:${use}`).digest();

const round = (key: Buffer, number: number, value: bigint): bigint => {
  const input = Buffer.alloc(5);
  input.writeUInt8(number);
  input.writeUInt32BE(Number(value), 1);
  return BigInt(createHmac('sha256', key).update(input).digest().readUInt32BE(0)) & half;
};

/** A number of 40 bits in another order, one to one: codes cannot be counted through. */
function scramble(key: Buffer, value: bigint): bigint {
  let left = value >> 20n;
  let right = value & half;
  for (let at = 0; at < rounds; at += 1) [left, right] = [right, left ^ round(key, at, right)];
  return (left << 20n) | right;
}
function unscramble(key: Buffer, value: bigint): bigint {
  let left = value >> 20n;
  let right = value & half;
  for (let at = rounds - 1; at >= 0; at -= 1) [left, right] = [right ^ round(key, at, left), left];
  return (left << 20n) | right;
}

const checkOf = (key: Buffer, nine: string): string => {
  const bits = createHmac('sha256', key).update(nine).digest().readUInt16BE(0) & 0x7fff;
  return signsOf(BigInt(bits), 3);
};

/** Issuing a million codes writes one row: each is computed from its serial when it is printed. */
export function makeCoding(secret: string) {
  const order = keyOf(secret, 'order');
  const check = keyOf(secret, 'check');
  return {
    code: (kind: CodeKind, { cell, serial }: Serial): string => {
      if (cell < 0 || cell > 31 || serial < 0 || serial >= mostSerials) throw new Error('serial out of range');
      const nine = kind + signsOf(scramble(order, (BigInt(cell) << serialBits) | BigInt(serial)), 8);
      return nine + checkOf(check, nine);
    },
    /** R45: a mistyped or invented code is refused without a table being asked. */
    read: (text: string): ({ readonly kind: CodeKind; readonly code: string } & Serial) | null => {
      const code = readCode(text);
      if (code === null) return null;
      const nine = code.slice(0, 9);
      if (!timingSafeEqual(Buffer.from(checkOf(check, nine)), Buffer.from(code.slice(9)))) return null;
      const value = unscramble(order, numberOf(nine.slice(1)));
      return {
        kind: code[0] as CodeKind,
        code,
        cell: Number(value >> serialBits),
        serial: Number(value & ((1n << serialBits) - 1n)),
      };
    },
  };
}
