import type { CallKey, Calls } from '@aura/api/calls'
import { expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { admin } from '../../../../tests/server/actors/admins.ts'
import { challenge, creator, doDue, gift, giver, liveBattle, step } from '../../../../tests/server/actors/battles.ts'
import { redeeming } from '../../../../tests/server/actors/redeeming.ts'
import { relatePair } from '../../../../tests/server/actors/related.ts'
import { decide, REVIEWED, waiting } from '../../../../tests/server/actors/reviewing.ts'
import { earn, USDC } from '../../../../tests/server/chain/chain.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { freezeRedemption } from '../steeze/index.ts'
import { whitelistWallet } from '../whitelist/index.ts'
import { suspendPerson } from './suspend-person.ts'

type Decision = {
  [K in CallKey]: Calls[K]['access'] extends 'admin' ? (K extends `GET ${string}` ? never : K) : never
}[CallKey]
type Admin = Awaited<ReturnType<typeof admin>>
type Person = Awaited<ReturnType<typeof creator>>
type Ask = (by: Actor) => Promise<{ status: number }>

const test = openForEach(() => testApp(REVIEWED))
const { finalise } = redeeming(() => test)
const reason = 'We looked at it.'
const on = (id: string, what: string) => (by: Actor) => by.send('POST', `/api/admin/people/${id}/${what}`, { reason })

async function comment(author: Person): Promise<string> {
  const { id, cy } = await liveBattle(test)
  const said = await author.send<{ id: string }>('POST', `/api/battles/${id}/comments`, { text: 'Rude' })
  await cy.send('PUT', `/api/texts/comment/${said.body.id}/report`, { reason: 'abuse' })
  return said.body.id
}

async function words(writer: Person, target: Person): Promise<string> {
  test.ctx.chain.mint(writer.wallet.address, USDC)
  const transactionHash = test.ctx.chain.vouch(writer.wallet.address, target.wallet.address, USDC)
  await writer.send('POST', '/api/vouch/create', {
    vouchedUserId: target.id,
    usdcAmount: 1,
    transactionHash,
    words: 'Rude',
  })
  const [line] = await writer.call('GET /api/users/:id/vouches', { params: { id: target.id } })
  await (await newcomer(test)).send('PUT', `/api/texts/words/${line?.words?.id}/report`, { reason: 'abuse' })
  return line?.words?.id ?? ''
}

async function placeLine(writer: Person, receiver: Person): Promise<string> {
  await writer.send('PUT', `/api/places/${receiver.id}`, { line: 'Rude' })
  const { places } = await writer.call('GET /api/places')
  await (await newcomer(test)).send('PUT', `/api/texts/line/${places[0]?.id}/report`, { reason: 'abuse' })
  return places[0]?.id ?? ''
}

async function redemption(owner: Person): Promise<string> {
  await earn(test, owner, 600)
  await finalise()
  return waiting(owner, 600)
}

async function proposalAbout({ id }: Person, third: Admin): Promise<string> {
  await freezeRedemption(test.ctx, id, reason)
  await on(id, 'unfreeze-redemption')(third)
  return (await third.call('GET /api/admin/proposals'))[0]?.id ?? ''
}

async function trustAppeal(person: Person, verdict: 'grant' | 'reject'): Promise<Ask> {
  const backed = await creator(test)
  await person.send('PUT', `/api/places/${backed.id}`, {})
  await suspendPerson(test.ctx, { userId: backed.id, reason, adminId: null })
  await doDue(test.ctx)
  await person.send('POST', '/api/trust/appeals', { aboutId: backed.id, text: 'She is no spammer.' })
  return on(person.id, `trust-appeals/${backed.id}/${verdict}`)
}

/** Each prepares a case that concerns `person`, and returns the decision about it. */
const CASES: Record<Decision, ((person: Person, third: Admin) => Promise<Ask> | Ask) | 'decides nothing'> = {
  'POST /api/whitelist':
    ({ wallet }) =>
    (by) =>
      by.send('POST', '/api/whitelist', { walletAddress: wallet.address }),
  'POST /api/whitelist/csv':
    ({ wallet }) =>
    (by) =>
      by.send('POST', '/api/whitelist/csv', { csv: `walletAddress\n${wallet.address}\n` }),
  'DELETE /api/whitelist/:walletAddress': async ({ wallet }) => {
    await whitelistWallet(test.ctx, wallet.address)
    return (by) => by.send('DELETE', `/api/whitelist/${wallet.address}`)
  },
  'POST /api/admin/redemptions/:id/approve': async (person) => {
    const id = await redemption(person)
    return (by) => decide(by, id, 'approve')
  },
  'POST /api/admin/redemptions/:id/reject': async (person) => {
    const id = await redemption(person)
    return (by) => decide(by, id, 'reject')
  },
  'POST /api/admin/redemptions/:id/undo': async (person, third) => {
    const id = await redemption(person)
    await decide(third, id, 'reject')
    return (by) => decide(by, id, 'undo')
  },
  // A text by them, and one about them.
  'POST /api/admin/texts/:kind/:id/remove': async (person) => {
    const id = await comment(person)
    return (by) => by.send('POST', `/api/admin/texts/comment/${id}/remove`, { reason })
  },
  'POST /api/admin/texts/:kind/:id/keep': async (person) => {
    const id = await words(await creator(test), person)
    return (by) => by.send('POST', `/api/admin/texts/words/${id}/keep`)
  },
  'POST /api/admin/people/:id/settle-reports': async (person) => {
    const { id } = await creator(test)
    await person.send('PUT', `/api/users/${id}/report`, { reason: 'abuse' })
    const upTo = test.ctx.clock.now().toISOString()
    return (by) => by.send('POST', `/api/admin/people/${id}/settle-reports`, { reason, upTo })
  },
  'POST /api/admin/proposals/:id/confirm': async (person, third) => {
    const id = await proposalAbout(person, third)
    return (by) => by.send('POST', `/api/admin/proposals/${id}/confirm`)
  },
  'POST /api/admin/proposals/:id/withdraw': 'decides nothing',
  'POST /api/admin/people/:id/suspend': ({ id }) => on(id, 'suspend'),
  'POST /api/admin/people/:id/lift': async ({ id }, third) => {
    await suspendPerson(test.ctx, { userId: id, reason, adminId: third.id })
    return on(id, 'lift')
  },
  'POST /api/admin/people/:id/hide-streams': ({ id }) => on(id, 'hide-streams'),
  'POST /api/admin/people/:id/show-streams': async ({ id }, third) => {
    await on(id, 'hide-streams')(third)
    return on(id, 'show-streams')
  },
  'POST /api/admin/people/:id/freeze-redemption': ({ id }) => on(id, 'freeze-redemption'),
  'POST /api/admin/people/:id/unfreeze-redemption': async ({ id }) => {
    await freezeRedemption(test.ctx, id, reason)
    return on(id, 'unfreeze-redemption')
  },
  'POST /api/admin/people/:id/related/:otherId/clear': async ({ id }) => {
    const other = await creator(test)
    await relatePair(test, id, other.id)
    return on(id, `related/${other.id}/clear`)
  },
  'POST /api/admin/people/:id/related/:otherId/restore': async ({ id }, third) => {
    const other = await creator(test)
    await relatePair(test, id, other.id)
    await on(id, `related/${other.id}/clear`)(third)
    return on(other.id, `related/${id}/restore`)
  },
  'POST /api/admin/people/:id/related/:otherId/uphold': async (person) => {
    const other = await creator(test)
    await relatePair(test, person.id, other.id)
    await other.send('POST', `/api/related-accounts/${person.id}/appeal`, { text: 'We are sisters.' })
    return on(person.id, `related/${other.id}/uphold`)
  },
  'POST /api/admin/people/:id/trust-appeals/:aboutId/grant': (person) => trustAppeal(person, 'grant'),
  'POST /api/admin/people/:id/trust-appeals/:aboutId/reject': (person) => trustAppeal(person, 'reject'),
  'POST /api/admin/battles/:id/void': async (person) => {
    const { id } = await challenge(await creator(test), person.id)
    await step(person, id, 'accept')
    return (by) => by.send('POST', `/api/admin/battles/${id}/void`, { reason })
  },
  'PUT /api/admin/people/:id/invites':
    ({ id }) =>
    (by) =>
      by.send('PUT', `/api/admin/people/${id}/invites`, { extra: 5, reason }),
}

const LINES = [
  {
    call: 'removing words',
    prepare: async (person: Person) => {
      const id = await words(person, await creator(test))
      return (by: Actor) => by.send('POST', `/api/admin/texts/words/${id}/remove`, { reason })
    },
  },
  {
    call: 'removing a line',
    prepare: async (person: Person) => {
      const id = await placeLine(await creator(test), person)
      return (by: Actor) => by.send('POST', `/api/admin/texts/line/${id}/remove`, { reason })
    },
  },
]

const decisions = Object.entries(CASES).flatMap(([call, prepare]) =>
  prepare === 'decides nothing' ? [] : [{ call, prepare }],
)

it.each([...decisions, ...LINES])(
  '$call: no admin decides what concerns an account related to theirs [admin.own-case]',
  async ({ prepare }) => {
    const [own, other, third] = [await admin(test), await admin(test), await admin(test)]
    const person = await creator(test)
    const ask = await prepare(person, third)
    for (const each of [own, other]) await each.signIn()
    await relatePair(test, own.id, person.id)
    const state = () => databaseState(test.ctx.db, { except: ['sessions', 'idempotent_answers'] })
    const before = await state()
    expect(await ask(own)).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
    expect(await state()).toEqual(before)
    // It was a case: somebody else decides it.
    expect(await ask(other)).toMatchObject({ status: 200 })
    expect(await state()).not.toEqual(before)
  },
)

it('a battle in which an account related to the admin gave is their own case [admin.own-case]', async () => {
  const [own, fan] = [await admin(test), await giver(test)]
  const { id, ada } = await liveBattle(test)
  await gift(fan, id, ada.id, 5)
  await relatePair(test, own.id, fan.id)
  await own.signIn()
  const asked = await own.send('POST', `/api/admin/battles/${id}/void`, { reason })
  expect(asked).toMatchObject(refusal(409, 'ADMIN_OWN_CASE'))
})

it('a proposal ends once its subject is related to the proposer [admin.own-case]', async () => {
  const [one, two] = [await admin(test), await admin(test)]
  const person = await creator(test)
  const id = await proposalAbout(person, one)
  await relatePair(test, one.id, person.id)
  expect(await two.send('POST', `/api/admin/proposals/${id}/confirm`)).toMatchObject(refusal(409, 'PROPOSAL_NOT_OPEN'))
  expect(await two.call('GET /api/admin/proposals')).toEqual([])
})
