import { randomBytes } from 'node:crypto';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type Envelope, languageOf } from '#kit/contract/envelope.ts';
import { hashToken, tokenFrom } from '#kit/server/auth/token.ts';
import { Database, type Login } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import type { Texts } from '#kit/server/http/texts.ts';

/** One of several databases, with the program's own processes before it. Cell 0 is home: it knows where everybody is. */
export interface Cell {
  readonly cell: number;
  /** Where its API answers. */
  readonly api: string;
  readonly login: Login;
}

const nobody = makeScope({ tenantNo: -1, userId: null });
/** How old the directory may be; a move lasts longer than that. */
export const directoryAge = 200;
const mostTokens = 50_000;
const mostBytes = 1024 * 1024;

interface Kept extends Cell {
  readonly database: Database;
  readonly host: string;
  readonly port: string;
}

/** The county that issued an ear tag is written in it: species, six digits of the county, eight of the animal. */
const issuerIn = (target: string): string | null => /[?&](?:c|tag)=\d(\d{6})\d{8}(?:&|$)/.exec(target)?.[1] ?? null;

/** Of the origin form alone is every byte a path: `//host` and `http://host` would name another machine. */
const isOriginForm = (target: string | undefined): target is string => /^\/(?!\/)/.test(target ?? '');

/** These describe one connection, not the call; the two lengths describe a body that was read here already. */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'];
const ofBody = ['content-length', 'transfer-encoding'];

/**
 * One address before all cells. Whose a call is, is known by its token, or at the door by the name or ticket in it; in which
 * cell that tenant lies is read from the directory. What belongs to nobody is home's, and a public question that home cannot
 * answer is put to the others.
 */
export class Gate {
  readonly server: Server;
  readonly #cells: readonly Kept[];
  readonly #texts: Texts;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 500 });
  /** A token never changes its tenant. */
  readonly #tenants = new Map<string, number>();
  #directory = new Map<number, { cell: number; state: string }>();
  /** Tenants by the digits their regions begin with, counties before the prefectures they lie in. */
  #issuers: readonly { readonly digits: string; readonly tenantNo: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;

  constructor(cells: readonly Cell[], texts: Texts) {
    this.#cells = cells.map((one) => {
      const { protocol, hostname, port } = new URL(one.api);
      if (protocol !== 'http:') throw new Error(`cell ${one.cell}: ${one.api} is no http address`);
      return {
        ...one,
        host: hostname.replace(/^\[(.*)\]$/, '$1'),
        port: port || '80',
        database: new Database(one.login, { max: 4 }),
      };
    });
    this.#texts = texts;
    this.server = createServer((call, answer) => {
      if (!isOriginForm(call.url)) return void answer.writeHead(400, { connection: 'close' }).end();
      this.#pass(call, answer).catch(() => this.#unavailable(call, answer));
    });
    // Whoever asks for a tunnel is refused like every other call that names a machine.
    this.server.on('connect', (_call, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
  }

  async start(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => {
      // What was known before holds until home answers again: changes that come to the wrong cell are refused there.
      this.#looking ??= this.#look()
        .catch(() => {})
        .finally(() => {
          this.#looking = null;
        });
    }, directoryAge);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    this.server.closeAllConnections();
    this.server.close();
    this.#agent.destroy();
    await Promise.all(this.#cells.map((one) => one.database.close()));
  }

  async #look(): Promise<void> {
    const [rows, tenants] = await this.#home.database.read<
      [{ tenant_no: number; cell: number; state: string }, { tenant_no: number; digits: string }]
    >(
      nobody,
      { text: 'select tenant_no, cell, state from kit.tenant_cell', values: [] },
      {
        text: 'select tenant_no, left(region_code::text, 6) as digits from platform.sys_tenant where region_code > 0',
        values: [],
      },
    );
    this.#directory = new Map(rows.map((row) => [row.tenant_no, row]));
    this.#issuers = tenants
      .map((one) => ({ digits: one.digits.replace(/(00)+$/, ''), tenantNo: one.tenant_no }))
      .sort((a, b) => b.digits.length - a.digits.length);
  }

  get #home(): Kept {
    const home = this.#cells.find((one) => one.cell === 0);
    if (!home) throw new Error('no cell 0: somebody must know where everybody is');
    return home;
  }

  /** Null while it is on its way. */
  #cellOf(tenantNo: number): Kept | null {
    const place = this.#directory.get(tenantNo);
    if (!place) return this.#home;
    if (place.state === 'moving') return null;
    return this.#cells.find((one) => one.cell === place.cell) ?? null;
  }

  async #whose(by: { hash?: string; name?: string; client?: string }): Promise<number | null> {
    const found = await Promise.all(
      this.#cells.map(({ database }) =>
        database.read<[{ tenant: number | null }]>(nobody, {
          text: 'select platform.door_whose($1, $2, $3) as tenant',
          values: [by.hash ?? null, by.name ?? null, by.client ?? null],
        }),
      ),
    );
    return found.map(([[row]]) => row?.tenant ?? null).find((one) => one !== null) ?? null;
  }

  async #ofToken(token: string): Promise<number | null> {
    const hash = hashToken(token);
    const known = this.#tenants.get(hash);
    if (known !== undefined) return known;
    const tenantNo = await this.#whose({ hash });
    if (tenantNo !== null) this.#remember(hash, tenantNo);
    return tenantNo;
  }

  #remember(hash: string, tenantNo: number): void {
    if (this.#tenants.size >= mostTokens) this.#tenants.clear();
    this.#tenants.set(hash, tenantNo);
  }

  async #pass(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const token = tokenFrom(call.headers.authorization);
    if (token) {
      const tenantNo = await this.#ofToken(token);
      const cell = tenantNo === null ? this.#home : this.#cellOf(tenantNo);
      if (!cell) return this.#unavailable(call, answer);
      return this.#forward(call, answer, [cell], null, tenantNo);
    }
    if (call.method === 'GET' || call.method === 'HEAD') {
      const isApi = call.url?.startsWith('/api/');
      return this.#forward(call, answer, isApi ? this.#inOrder(call.url ?? '') : [this.#home], Buffer.alloc(0), null);
    }
    const body = await read(call);
    if (!body) return void answer.writeHead(413).end();
    const cell = await this.#atTheDoor(body);
    if (!cell) return this.#unavailable(call, answer);
    return this.#forward(call, answer, [cell], body, null);
  }

  /** Whoever issued a tag most likely knows its animal: that cell is asked first, then home and the others. */
  #inOrder(target: string): Kept[] {
    const county = issuerIn(target);
    const issuer = county && this.#issuers.find((one) => county.startsWith(one.digits));
    const first = issuer ? this.#cellOf(issuer.tenantNo) : null;
    return [...this.#cells].sort((a, b) => Number(b === first) - Number(a === first) || a.cell - b.cell);
  }

  /** Nobody is known yet: the name, the ticket of the step before, or the third party says whose it is. */
  async #atTheDoor(body: Buffer): Promise<Kept | null> {
    const said = words(body);
    const ticket = said.stepTicket ?? said.ticket;
    const by = {
      ...(ticket ? { hash: hashToken(ticket) } : {}),
      ...(said.username ? { name: said.username.trim() } : {}),
      ...(said.clientId ? { client: said.clientId } : {}),
    };
    const tenantNo = Object.keys(by).length > 0 ? await this.#whose(by) : null;
    const cell = tenantNo === null ? this.#home : this.#cellOf(tenantNo);
    if (cell && cell !== this.#home && said.captchaId) await this.#carryCaptcha(cell, said.captchaId);
    return cell;
  }

  /** It was drawn at home, before anybody said who they are; taken from there, it is still good for one attempt alone. */
  async #carryCaptcha(cell: Kept, id: string): Promise<void> {
    const [rows] = await this.#home.database.read<[{ hash: string; seconds: number; taken: boolean }]>(nobody, {
      text: `select answer_hash as hash, extract(epoch from expires_at - now())::int as seconds, platform.door_take_captcha(captcha_id, answer_hash) as taken
             from platform.sys_captcha where captcha_id = $1`,
      values: [id],
    });
    for (const { hash, seconds } of rows.filter((row) => row.taken))
      await cell.database.read(nobody, {
        text: 'select platform.door_put_captcha($1, $2, $3)',
        values: [id, hash, Math.max(1, seconds)],
      });
  }

  /** `body` is what was read of the call already; null, and it flows on as it comes. */
  async #forward(
    call: IncomingMessage,
    answer: ServerResponse,
    cells: readonly Kept[],
    body: Buffer | null,
    tenantNo: number | null,
  ): Promise<void> {
    const [cell, ...others] = cells;
    if (!cell) return this.#unavailable(call, answer);
    const came = [call.headers['x-forwarded-for'], call.socket.remoteAddress].filter(Boolean).join(', ');
    const onward = request({
      agent: this.#agent,
      host: cell.host,
      port: cell.port,
      // As it came: read as an address first, it could name another machine.
      path: call.url ?? '/',
      method: call.method ?? 'GET',
      headers: {
        ...without(call.headers, body ? [...ofConnection, ...ofBody] : ofConnection),
        ...(body && body.length > 0 ? { 'content-length': body.length } : {}),
        'x-forwarded-for': came,
      },
    });
    answer.on('close', () => onward.destroy());
    await new Promise<void>((resolve, reject) => {
      onward.on('error', reject);
      onward.on('response', (back) => {
        if (back.statusCode === 404 && others.length > 0) {
          back.resume();
          this.#forward(call, answer, others, body, tenantNo).then(resolve, reject);
          return;
        }
        const renewed = tokenFrom(back.headers.authorization);
        if (renewed && tenantNo !== null) this.#remember(hashToken(renewed), tenantNo);
        answer.writeHead(back.statusCode ?? 502, ofCall(back.rawHeaders));
        // A stream says that it is open long before its first word.
        answer.flushHeaders();
        back.pipe(answer);
        back.on('error', () => answer.destroy());
        back.on('end', resolve);
        back.on('close', resolve);
      });
      if (body) onward.end(body);
      else call.pipe(onward);
    });
  }

  /** As the program says it when its database is away: the same question under the same key is right, a little later. */
  #unavailable(call: IncomingMessage, answer: ServerResponse): void {
    if (answer.headersSent) return void answer.destroy();
    const language = languageOf(call.headers['accept-language']);
    const envelope: Envelope = {
      code: 503,
      msg: this.#texts.say(language, 'error.away'),
      data: null,
      traceId: randomBytes(8).toString('hex'),
    };
    answer
      .writeHead(503, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '1',
      })
      .end(JSON.stringify(envelope));
    call.resume();
  }
}

/** Of names and values in turn, those that speak of the call. */
const ofCall = (raw: readonly string[]): string[] =>
  raw.filter((_, at) => !ofConnection.includes((raw[at - (at % 2)] ?? '').toLowerCase()));

const without = (headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Null when there is more than a call without a token may bring. */
async function read(call: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of call as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const names = ['username', 'stepTicket', 'ticket', 'clientId', 'captchaId'] as const;

/** What is no object of words says nothing about whose it is. */
function words(body: Buffer): Partial<Record<(typeof names)[number], string>> {
  try {
    const given: unknown = JSON.parse(body.toString());
    if (typeof given !== 'object' || given === null) return {};
    return Object.fromEntries(
      names
        .map((name) => [name, (given as Record<string, unknown>)[name]] as const)
        .filter(([, value]) => typeof value === 'string' && value.length <= 200),
    );
  } catch {
    return {};
  }
}
