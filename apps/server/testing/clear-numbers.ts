import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { examplePerson } from '#kit/server/sheets/template.ts';

/** A telephone number, an identity card or a bank card, whole and alone: masks and parts of longer codes are none. */
const clearNumber =
  /(?<![\w*.-])1[3-9]\d{9}(?![\w*.-])|(?<![\w*])\d{6}(19|20)\d{2}(0[1-9]|1[0-2])\d{5}[\dX](?![\w*])|(?<![\w*.-])62\d{14,17}(?![\w*.-])/;

/** The calls that tell such a number on purpose, to those who may: one of any record, and that of who receives a delivery. */
const onPurpose = /\/api\/(sys\/sensitive\/reveal|suppliers\/order\/phone)$/;

export interface Watch {
  /** Answers looked at. */
  readonly looked: number;
  /** Of those that told a number: what was asked, and the number. */
  readonly told: readonly string[];
}

/** The first such number in an answer, spreadsheets included; null where there is none. */
export async function clearNumberIn(answer: Buffer): Promise<string | null> {
  return clearNumber.exec(withoutExamples(await textOf(answer)))?.[0] ?? null;
}

/** From now on every answer of the program is looked over; whoever asks for a stream looks at it themselves. */
export function watchAnswers(app: { inject: unknown }): Watch {
  const watch = { looked: 0, told: [] as string[] };
  const inject = (app.inject as (ask: object) => Promise<{ rawPayload: Buffer }>).bind(app);
  app.inject = async (ask: { method?: string; url?: string; payloadAsStream?: boolean }) => {
    const answer = await inject(ask);
    if (ask.payloadAsStream) return answer;
    watch.looked += 1;
    const found = await clearNumberIn(answer.rawPayload);
    if (found && !onPurpose.test(ask.url ?? '')) watch.told.push(`${ask.method} ${ask.url}: ${found}`);
    return answer;
  };
  return watch;
}

/** A template shows what a number looks like: these are nobody's. */
const withoutExamples = (text: string) =>
  Object.values(examplePerson).reduce((rest, example) => rest.replaceAll(example, ''), text);

/** What a reader would see: a spreadsheet is unpacked first. */
async function textOf(answer: Buffer): Promise<string> {
  if (answer.subarray(0, 2).toString() !== 'PK') return answer.toString();
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(answer, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))),
  );
  const parts: string[] = [];
  await new Promise<void>((resolve, reject) => {
    zip.on('end', resolve).on('error', reject);
    zip.on('entry', (entry: yauzl.Entry) =>
      zip.openReadStream(entry, (error, stream: Readable) => {
        if (error) return reject(error);
        buffer(stream).then((bytes) => {
          parts.push(bytes.toString());
          zip.readEntry();
        }, reject);
      }),
    );
    zip.readEntry();
  });
  return parts.join('\n');
}
