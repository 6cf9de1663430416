import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { updateIsAdmin } from '../profile/index.ts'

type Person = Actor & { id: string }

const test = openForEach(testApp)
let ada: Person
let bo: Person
let cy: Person
const person = async (actor: Actor): Promise<Person> => Object.assign(actor, { id: (await actor.me()).id })
beforeEach(async () => {
  ada = await person(await withUsdc(test))
  bo = await person(await newcomer(test))
  cy = await person(await newcomer(test))
})

const vouch = (from: Actor, to: Actor, options = {}) =>
  test.ctx.chain.vouch(from.wallet.address, to.wallet.address, USDC, options)
const create = (from: Actor, to: Person, transactionHash: string, words?: unknown) =>
  from.send('POST', '/api/vouch/create', { vouchedUserId: to.id, usdcAmount: 1, transactionHash, words })
const linesSeenBy = async (viewer: Actor, id: string) =>
  (await viewer.call('GET /api/users/:id/vouches', { params: { id } })).map(({ words }) => words?.text ?? null)
async function written(from: Person, to: Person, text: string): Promise<string> {
  expect(await create(from, to, vouch(from, to), text)).toMatchObject({ status: 200 })
  const [newest] = await from.call('GET /api/users/:id/vouches', { params: { id: to.id } })
  return newest?.words?.id ?? ''
}
const remove = (actor: Actor, id: string) => actor.send('DELETE', `/api/vouch/words/${id}`)
const report = (actor: Actor, id: string, reason: unknown = 'abuse') =>
  actor.send('PUT', `/api/texts/words/${id}/report`, { reason })
async function adminOf(actor: Person): Promise<Person> {
  await updateIsAdmin(test.ctx.db, actor.id, true)
  await actor.signIn()
  return actor
}

describe('words', () => {
  it('are cleaned, stay with the vouch once it is credited, and are there once [vouching.words] [vouching.state-confirming]', async () => {
    test.ctx.chain.confirmationSeconds = 2
    const hash = vouch(ada, bo)
    expect(await create(ada, bo, hash, 'She\u202E taught\n me ')).toMatchObject({
      status: 202,
      body: { status: 'confirming', auraAwarded: null, multiplier: null },
    })
    expect(await linesSeenBy(cy, bo.id)).toEqual([])
    test.ctx.chain.mine(1, 2)
    const both = await Promise.all([create(ada, bo, hash, 'She taught me'), create(ada, bo, hash, 'She taught me')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await create(ada, bo, hash, 'Something else')
    const silent = vouch(ada, bo)
    test.ctx.chain.mine(1, 2)
    await create(ada, bo, silent)
    expect(await linesSeenBy(cy, bo.id)).toEqual([null, 'She taught me'])
    expect(await linesSeenBy(cy, ada.id)).toEqual([])
    expect(await test.ctx.db.query('select text from vouch_words')).toEqual([{ text: 'She taught me' }])
  })

  it('of invisible characters alone are none, and too long ones are refused', async () => {
    const hash = vouch(ada, bo)
    const before = await databaseState(test.ctx.db)
    expect(await create(ada, bo, hash, 'x'.repeat(141))).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect(await create(ada, bo, hash, '\u200B \u2800')).toMatchObject({ status: 200 })
    expect(await test.ctx.db.query('select 1 from vouch_words')).toEqual([])
    await create(ada, bo, hash, 'x'.repeat(140))
    expect(await linesSeenBy(cy, bo.id)).toEqual(['x'.repeat(140)])
  })

  it('leave with a vouch that is reverted and return with it', async () => {
    const hash = vouch(ada, bo)
    await create(ada, bo, hash, 'She taught me')
    test.ctx.chain.reorg(1)
    await follow(test)
    expect(await linesSeenBy(cy, bo.id)).toEqual(['She taught me'])
    test.ctx.chain.reorg(1, { drop: [hash] })
    await follow(test)
    expect(await linesSeenBy(cy, bo.id)).toEqual([])
  })

  it('are hidden across blocks and mutes, but not from their writer [vouching.words-hidden]', async () => {
    const id = await written(ada, bo, 'She taught me')
    const dee = await person(await newcomer(test))
    const hides = async (call: () => Promise<unknown>, undo: () => Promise<unknown>, viewer: Actor, row = true) => {
      await call()
      expect(await linesSeenBy(viewer, bo.id)).toEqual(row ? [null] : [])
      expect(await linesSeenBy(dee, bo.id)).toEqual(['She taught me'])
      expect(await linesSeenBy(ada, bo.id)).toEqual(['She taught me'])
      expect(await report(viewer, id)).toMatchObject(refusal(404, 'TEXT_NOT_FOUND'))
      await undo()
      expect(await linesSeenBy(viewer, bo.id)).toEqual(['She taught me'])
    }
    const set = (kind: 'blocks' | 'mutes', by: Actor, of: Person) =>
      [
        () => by.call(`PUT /api/${kind}/:id`, { params: { id: of.id } }),
        () => by.call(`DELETE /api/${kind}/:id`, { params: { id: of.id } }),
      ] as const
    await hides(...set('blocks', ada, cy), cy)
    await hides(...set('blocks', bo, cy), cy)
    await hides(...set('mutes', cy, ada), cy)
    await hides(...set('blocks', cy, ada), cy, false)
    await bo.call('PUT /api/blocks/:id', { params: { id: ada.id } })
    expect(await linesSeenBy(dee, bo.id)).toEqual([null])
    expect(await linesSeenBy(ada, bo.id)).toEqual(['She taught me'])
  })

  it('are in the feed of those who follow the voucher [vouching.words-feed]', async () => {
    await written(ada, bo, 'She taught me')
    await cy.call('PUT /api/follows/:id', { params: { id: ada.id } })
    const words = async () => (await cy.call('GET /api/feed')).events.map((event) => event.words)
    expect(await words()).toEqual(['She taught me'])
    await bo.call('PUT /api/blocks/:id', { params: { id: cy.id } })
    expect(await words()).toEqual([undefined])
  })

  it('are removed by their writer alone, for good [vouching.words-remove]', async () => {
    const hash = vouch(ada, bo)
    await create(ada, bo, hash, 'She taught me')
    const other = await written(ada, cy, 'So did he')
    const [row] = await test.ctx.db.query<{ id: string }>('select id from vouch_words where target_id = $1', [bo.id])
    const id = row?.id ?? ''
    await report(cy, id)
    const before = await databaseState(test.ctx.db)
    expect(await remove(bo, id)).toMatchObject(refusal(403, 'VOUCH_WORDS_OTHERS'))
    expect(await remove(ada, randomUUID())).toMatchObject(refusal(404, 'VOUCH_WORDS_NOT_FOUND'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect(await remove(ada, id)).toMatchObject({ status: 200 })
    expect(await remove(ada, id)).toMatchObject(refusal(404, 'VOUCH_WORDS_NOT_FOUND'))
    await create(ada, bo, hash, 'She taught me')
    expect(await linesSeenBy(cy, bo.id)).toEqual([null])
    expect(await linesSeenBy(ada, cy.id)).toEqual(['So did he'])
    const admin = await adminOf(await person(await newcomer(test)))
    expect(await admin.call('GET /api/admin/texts')).toEqual([])
    expect(await report(cy, other)).toMatchObject({ status: 200 })
  })
})

it('a report of words waits for an admin, who removes them and tells the writer why [vouching.words-report]', async () => {
  const rude = await written(ada, bo, 'Rude')
  await report(bo, rude)
  const admin = await adminOf(await person(await newcomer(test)))
  expect(await admin.call('GET /api/admin/texts')).toMatchObject([
    { kind: 'words', id: rude, text: 'Rude', writer: { id: ada.id }, about: { id: bo.id }, reasons: ['abuse'] },
  ])
  const params = { kind: 'words', id: rude } as const
  await admin.call('POST /api/admin/texts/:kind/:id/remove', { params, body: { reason: 'An insult' } })
  expect(await linesSeenBy(cy, bo.id)).toEqual([null])
  expect((await ada.call('GET /api/notifications')).find(({ type }) => type === 'other')).toMatchObject({
    title: 'Your words were removed',
    path: `/user/${bo.id}`,
    message: 'An admin removed the line beside one of your vouches: An insult',
  })
  expect((await admin.call('GET /api/admin/actions'))[0]).toMatchObject({
    ...{ action: 'remove-words', subject: ada.id, reason: 'An insult' },
  })
})

it('words are in the writer’s download, and leave with either account [vouching.words-personal]', async () => {
  const mine = await written(ada, bo, 'She taught me')
  test.ctx.clock.advance({ ms: 1_000 })
  await written(ada, cy, 'So did he')
  await report(cy, mine)
  expect((await ada.call('GET /api/user/export')).data).toMatchObject({
    vouch_words: [
      { target_id: bo.id, text: 'She taught me' },
      { target_id: cy.id, text: 'So did he' },
    ],
  })
  const leave = async (actor: Actor) => {
    const { username } = await actor.me()
    const proof = await actor.freshProof('delete-account')
    await actor.call('POST /api/user/delete', { body: { confirmation: username, proof } })
  }
  await leave(bo)
  expect(await test.ctx.db.query('select text from vouch_words')).toEqual([{ text: 'So did he' }])
  expect(await test.ctx.db.query('select 1 from text_reports')).toEqual([])
  await leave(ada)
  expect(await test.ctx.db.query('select 1 from vouch_words')).toEqual([])
})
