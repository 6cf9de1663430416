import { fragment } from './sql.ts'

/** Condition on `pg_class c`: not from an extension, such as PostGIS or pg_stat_statements. */
export const isOwn = fragment`
  not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
