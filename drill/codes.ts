import { randomBytes } from 'node:crypto';
import { alphabet, codeKinds } from '#modules/traceability/contract/code/trace-code.ts';
import { makeCoding } from '#modules/traceability/server/code/coding.ts';
import { Report } from './report.ts';

export interface CodesAsk {
  /** Codes as somebody who knows their form would make them up. */
  readonly invented: number;
  readonly issued: number;
}

/** R45: of codes that were made up none passes that was not issued; every one that was issued does. */
export function drillCodes({ invented, issued }: CodesAsk): Report {
  const report = new Report();
  const secret = randomBytes(32).toString('hex');
  const coding = makeCoding(secret);
  const cell = 3;
  const every = 20;
  let lost = 0;
  for (let serial = 0; serial < issued; serial += every) {
    const read = coding.read(coding.code('P', { cell, serial }));
    if (read?.serial !== serial || read.cell !== cell) lost += 1;
  }
  report.add(`codes of every ${every}th of ${issued} issued that are not read back`, lost, 0);

  let [wellFormed, hits, forged] = [0, 0, 0];
  const bytes = Buffer.alloc(11 * 4096);
  for (let done = 0, at = bytes.length; done < invented; done += 1, at += 11) {
    if (at >= bytes.length) {
      randomBytes(bytes.length).copy(bytes);
      at = 0;
    }
    let code: string = codeKinds[done % codeKinds.length] as string;
    for (let n = 0; n < 11; n += 1) code += alphabet[(bytes[at + n] ?? 0) & 31];
    const read = coding.read(code);
    if (!read) continue;
    wellFormed += 1;
    if (read.kind !== 'P' || read.cell !== cell || read.serial >= issued) continue;
    // One to one: whoever hits an issued serial has written down the very code that was printed.
    if (coding.code('P', read) === code) hits += 1;
    else forged += 1;
  }
  report.add(`codes of ${invented} invented that pass as issued and are not`, forged, 0);
  report.add('invented codes that are by chance one of the issued', hits, 'at most 1', hits <= 1);
  // Fifteen bits of check: without them every invented code would be asked of a table.
  const expected = invented / 32_768;
  report.add(
    'invented codes whose check fits, so that a table is asked',
    wellFormed,
    `about ${Math.round(expected)}`,
    Math.abs(wellFormed - expected) <= 6 * Math.sqrt(expected) + 5,
  );
  const other = makeCoding(`${secret} of somebody else`);
  let foreign = 0;
  const others = 20_000;
  for (let serial = 0; serial < others; serial += 1) if (coding.read(other.code('P', { cell, serial }))) foreign += 1;
  report.add(
    'control: codes of another secret whose check fits by chance, of 20,000',
    foreign,
    'at most 10',
    foreign <= 10,
  );
  return report;
}
