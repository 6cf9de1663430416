import { fragment } from './sql.ts'

/** Of `pg_class c`: no extension brought it, as PostGIS brings spatial_ref_sys and pg_stat_statements its view. */
export const isOwn = fragment`
  not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
