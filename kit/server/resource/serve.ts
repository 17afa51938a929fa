import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { AppError, forbidden, notFound } from '#kit/contract/errors.ts';
import {
  type AnyResource,
  endpointsOf,
  type FormOf,
  type RowOf,
  transitionPermission,
} from '#kit/contract/resource.ts';
import type { Call, Route } from '../http/call.ts';
import { asAppError } from '../http/failure.ts';
import { exportRows } from '../sheets/export-rows.ts';
import { importRows, registerAdder } from '../sheets/import-rows.ts';
import { sendTemplate } from '../sheets/template.ts';
import { mapTable, type TableOptions } from './columns.ts';
import { lineStatements, withLines } from './lines.ts';
import { type ListInput, planList } from './list.ts';
import { type Can, decode } from './row.ts';
import { findRow, insertRow, type Move, moveRow, removeRows, type Saved, updateRow } from './write.ts';

type Values = Record<string, unknown>;

export interface ServeOptions<R extends AnyResource> extends TableOptions {
  /** Runs in the same transaction before the row is written; may refuse, and returns columns the server decides. */
  before?: {
    add?: (call: Call, values: FormOf<R>) => Promise<Values | undefined>;
    edit?: (call: Call, values: FormOf<R>, row: RowOf<R>) => Promise<Values | undefined>;
    remove?: (call: Call, row: RowOf<R>) => Promise<void>;
    transition?: (call: Call, move: Move, row: RowOf<R>) => Promise<Values | undefined>;
  };
  /** Runs in the same transaction after it; effects outside the database belong into the outbox. */
  after?: {
    add?: (call: Call, id: number, values: FormOf<R>) => Promise<void>;
    edit?: (call: Call, id: number, values: FormOf<R>) => Promise<void>;
    remove?: (call: Call, ids: readonly number[]) => Promise<void>;
    transition?: (call: Call, move: Move, status: string) => Promise<void>;
  };
  /** May this verb be offered on this row, beyond permission and state? */
  can?: Can<R>;
}

/** The calls of a declared resource. Curried, so that literals of the declaration keep their types. */
export const serveResource =
  <R extends AnyResource>(resource: R) =>
  (options: ServeOptions<R> = {}): Route[] => {
    const map = mapTable(resource, options);
    const { before = {}, after = {}, can } = options;

    const handlers: Record<string, (call: Call) => Promise<unknown>> = {
      list: async (call) => {
        const input = call.query as ListInput;
        const plan = planList(map, input, call.actor.scope);
        if (!plan) {
          call.answer.total = 0;
          return [];
        }
        const [rows, [count]] = await call.database.read<[Values, { n: number }]>(
          call.actor.scope,
          plan.rows,
          plan.count,
        );
        call.answer.total = count?.n ?? 0;
        const last = rows.at(-1);
        const next = last && rows.length === input.pageSize ? plan.keyOf(last) : null;
        if (next) call.answer.next = next;
        return rows.map((raw) => decode(resource, raw, call.actor, call.language, can));
      },

      detail: async (call) => {
        const { id } = call.params as { id: number };
        const [rows = [], ...lines] = await call.database.read<Values[]>(
          call.actor.scope,
          { text: `select ${map.select} from ${map.table} t where t.id = $1`, values: [id] },
          ...lineStatements(resource, id),
        );
        if (!rows[0]) throw notFound();
        return decode(resource, withLines(resource, rows[0], lines, call), call.actor, call.language, can);
      },

      add: async (call) => {
        const saved = await add(call, call.body as FormOf<R>);
        call.answer.msg = call.say('ok.saved');
        return saved;
      },

      edit: async (call) => {
        const { id, version, ...values } = call.body as { id: number; version: number } & Values;
        const row = await findRow(call, resource, id, true);
        refuse(can, row, 'edit', call);
        const derived = await before.edit?.(call, values as FormOf<R>, row);
        const saved = await updateRow(call, resource, id, version, values, derived);
        await after.edit?.(call, id, values as FormOf<R>);
        call.answer.msg = call.say('ok.saved');
        return saved;
      },

      remove: async (call) => {
        const { idArr } = call.body as { idArr: number[] };
        for (const id of idArr) {
          const row = await findRow(call, resource, id, true);
          refuse(can, row, 'remove', call);
          await before.remove?.(call, row);
        }
        const removed = await removeRows(call, resource, idArr);
        await after.remove?.(call, idArr);
        call.answer.msg = call.say('ok.removed');
        return { removed };
      },

      export: (call) => exportRows(call, map),
      import: (call) => importRows(call, resource),
      importTemplate: (call) => sendTemplate(call, resource),

      transition: async (call) => {
        const body = call.body as Move & { items?: { id: number; version: number }[] };
        if (!call.actor.actions.has(transitionPermission(resource, body.name))) throw forbidden();
        call.answer.msg = call.say('ok.done');
        return body.items ? moveMany(call, body, body.items) : moveOne(call, body);
      },
    };

    async function add(call: Call, values: FormOf<R>): Promise<Saved> {
      const derived = await before.add?.(call, values);
      const saved = await insertRow(call, resource, values, derived);
      await after.add?.(call, saved.id, values);
      return saved;
    }
    if (resource.operations.includes('import'))
      registerAdder(resource, (call, values) => add(call, values as FormOf<R>));

    async function moveOne(call: Call, move: Move): Promise<{ status: string; version: number }> {
      const moved = await moveRow(call, resource, move, async (row) => {
        refuse(can, row, move.name, call);
        return before.transition?.(call, move, row);
      });
      await after.transition?.(call, move, moved.status);
      return moved;
    }

    /** Each record stands or falls alone; what failed is named with its reason. */
    async function moveMany(
      call: Call,
      body: Move,
      items: { id: number; version: number }[],
    ): Promise<{ ok: number; failed: { id: number; msg: string }[] }> {
      const failed: { id: number; msg: string }[] = [];
      for (const item of items) {
        await call.tx.query('savepoint item');
        try {
          await moveOne(call, { ...item, name: body.name, form: body.form, remark: body.remark });
          await call.tx.query('release savepoint item');
        } catch (error) {
          await call.tx.query('rollback to savepoint item');
          const known = asAppError(error);
          if (!known) throw error;
          failed.push({ id: item.id, msg: call.say(known.key, known.args) });
        }
      }
      return { ok: items.length - failed.length, failed };
    }

    return Object.entries(endpointsOf(resource)).map(([name, endpoint]) => ({
      endpoint: endpoint as AnyEndpoint,
      module: resource.module,
      entity: resource.name,
      handle: handlers[name] as Route['handle'],
    }));
  };

function refuse<R extends AnyResource>(can: Can<R> | undefined, row: RowOf<R>, verb: string, call: Call): void {
  if (can && !can(row, verb, call.actor)) throw new AppError(403, 'error.forbidden');
}
