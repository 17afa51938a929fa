import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';

/**
 * A typed query builder over one module's tables. It only compiles; `tx.run(…)` executes.
 *
 * @example
 * const db = queries<Pick<DB, 'platform.sys_dept'>>();
 * const rows = await tx.run(db.selectFrom('platform.sys_dept').select(['id', 'dept_name']).where('parent_id', '=', id));
 */
export function queries<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
