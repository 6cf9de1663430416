import { expect, it } from 'vitest'
import { statementsOf } from './migrate.ts'

it('splits a migration into its statements', () => {
  const body = `create function f() returns int language plpgsql as $$
begin
  perform 1;
  return 2;
end $$;`
  const two = `insert into t values (';'), ('a;b'); -- one; two`
  expect(
    statementsOf(`-- A comment that ends in a semicolon;
create table t (a int); \r
${body}

${two}
select 1;
select 2`),
  ).toEqual(['-- A comment that ends in a semicolon;\ncreate table t (a int);', body, `${two}\nselect 1;`, 'select 2'])
})
