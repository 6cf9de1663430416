import { expect, it } from 'vitest'
import { isBreaking, undeclaredChanges } from './schema-range.ts'

it.each([
  ['DROP TABLE "cheers";', ['drops a table']],
  ['alter table t drop column a, drop column b;', ['drops a column']],
  ['drop view user_profiles;', ['drops a view']],
  ['drop function f(), g();', ['drops a function']],
  ['alter table t rename to u;', ['renames']],
  ['alter table t rename column a to b;', ['renames']],
  ['ALTER TABLE "t" ALTER COLUMN "a" SET DATA TYPE bigint;', ['changes a type']],
  ['ALTER TABLE "t" ALTER COLUMN "a" SET NOT NULL;', ['forbids null']],
  ['ALTER TABLE "t" ADD COLUMN "a" text NOT NULL;', ['adds a column that has to be given']],
  ['ALTER TABLE "t" ADD COLUMN "a" text DEFAULT \'b\' NOT NULL;', []],
  ['ALTER TABLE "t" ADD COLUMN "a" text;\nALTER TABLE "t" ADD CONSTRAINT "c" CHECK ("a" is not null);', []],
  ['create table t (a text not null);', []],
  ['alter table t drop constraint c;', []],
  ['-- drop table t;\nselect 1;', []],
])('finds what the version before may not run on: %s', (text, changes) => {
  expect(undeclaredChanges(text)).toEqual(changes)
  expect(undeclaredChanges(`-- Breaking: nobody needs it.\n${text}`)).toEqual([])
  expect(undeclaredChanges(`${text}\n-- Not breaking: the version before no longer reads it.`)).toEqual([])
  expect(undeclaredChanges(`-- Breaking:\n${text}`)).toEqual(changes)
})

it('is breaking when it says so in a line of its own', () => {
  expect(isBreaking('-- Breaking: renames a column.\nselect 1;')).toBe(true)
  expect(isBreaking('-- Not breaking: nobody reads it.\nselect 1;')).toBe(false)
  expect(isBreaking('select 1; -- Breaking: no.')).toBe(false)
})
