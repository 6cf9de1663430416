import { expect, it } from 'vitest'
import { Actor } from '../../tests/server/actors/actors.ts'
import { grantAp } from '../../tests/server/actors/battles.ts'
import { databaseState } from '../../tests/server/database/database-state.ts'
import { openForAll } from '../../tests/server/open-for.ts'
import { testApp } from '../../tests/server/test-app.ts'
import { playRatedRounds } from './play-rated-rounds.ts'

const NAMES = ['merkle_maya', 'temi_codes', 'yuki_reads', 'gas_goblin', 'kofi_mints', 'hana_hashes']
const test = openForAll(testApp)

it('the demo’s creators have ratings, so that the board isn’t empty [battles.demo-ratings]', async () => {
  test.ctx.clock.set('2026-03-02T09:30:00Z')
  for (const name of NAMES) {
    const creator = new Actor(test)
    await creator.signIn()
    await creator.call('POST /api/auth/update-profile', { body: { username: name } })
    await grantAp(test.ctx, (await creator.me()).id, 500)
  }
  let turn = 0
  // Different each time, since two who answer at the same moment tie.
  const random = () => (++turn * 0.618) % 1
  expect(await playRatedRounds(test.ctx, { random })).toBe(15)
  const off = await test.ctx.db.query('select void_reason from battles where status <> $1', ['completed'])
  expect(off).toEqual([])
  const board = await new Actor(test).call('GET /api/rating/ranking')
  expect(board.map(({ person }) => person.username).sort()).toEqual(NAMES.toSorted())
  const before = await databaseState(test.ctx.db)
  expect(await playRatedRounds(test.ctx)).toBe(0)
  expect(await databaseState(test.ctx.db)).toEqual(before)
})
