import { expect, it } from 'vitest'
import { nameOf } from './trace-database.ts'

it.each([
  ['select id from battles where id = $1', 'select battles'],
  ['select id, (select 1 from suspensions s where s.user_id = u.id) from users u for update', 'select users'],
  ['insert into battle_steps (id) select * from unnest($1::uuid[])', 'insert battle_steps'],
  ['insert into a (id) values ($1) on conflict (id) do update set n = a.n', 'insert a'],
  ['with old as (select id from a for no key update) delete from b using old where b.id = old.id', 'delete b'],
  [
    'with due as (select 1 from a), taken as (update push_messages m set n = 1 returning n) select n from taken',
    'update push_messages',
  ],
  ['select * from (select id from a union all select id from b) both_of', 'select a'],
  ['select coalesce($1, clock_timestamp()) as at', 'select'],
  ['select 1 from unnest($1::int[]) n join battles b on b.id = n', 'select'],
  ['  select forget_ranks($1)', 'select'],
  ['', 'statement'],
])('%s is called %s', (text, name) => {
  expect([nameOf(text), nameOf(text)]).toEqual([name, name])
})
