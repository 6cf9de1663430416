import { randomUUID } from 'node:crypto'
import { UNFINISHED_STATUSES } from '@aura/api/battle-statuses'
import type { Lab } from '@aura/api/calls/lessons/lab'
import { personalTables } from '../../server/src/features/settings/personal-tables.ts'
import { features } from '../../server/src/features.ts'
import { sqlList } from '../../server/src/platform/db/sql-list.ts'
import { answerAll, type Lesson, rightAnswer, solveLab } from '../../tests/server/actors/learning.ts'
import { challengeOf, pendingChallenge, step } from './battle-races.ts'
import { type Heat, type Race, succeeded } from './heat.ts'
import type { Racer, Reply } from './racer.ts'

type Ask = (server: number) => Promise<Reply>

async function deletion(racer: Racer): Promise<Ask> {
  const { username: confirmation } = await racer.me()
  const { message, signature } = await racer.signedMessage({ purpose: 'delete-account' })
  const proof = { message, signature }
  return (server) => racer.send('POST', '/api/user/delete', { body: { confirmation, proof } }, server)
}

async function passedLesson(racer: Racer): Promise<Lesson> {
  const [lesson] = (await racer.call('GET', '/api/lessons/daily')) as Lesson[]
  if (!lesson) throw new Error('there are no lessons today')
  await answerAll(lesson, (answer) => racer.call('POST', `/api/lessons/${lesson.id}/quiz`, { answer }))
  const lab = `/api/lessons/${lesson.id}/lab`
  await solveLab(lesson, {
    open: async () => (await racer.call('GET', lab)) as Lab,
    submit: (transcript) => racer.call('POST', lab, { transcript }),
  })
  return lesson
}

const claim = (racer: Racer, { id }: Lesson): Ask => {
  const body = { lessonId: id, tweetUrl: 'completed' }
  return (server) => racer.send('POST', '/api/lessons/complete', { body }, server)
}

async function isGone(heat: Heat, id: string): Promise<boolean> {
  return (await heat.count('users where id = $1 and deleted_at is not null', id)) === 1
}

const OPEN = sqlList(UNFINISHED_STATUSES)

/** Checks that a deleted account has nothing left or in progress, and that any other has lost nothing. */
async function mustBeWhole(heat: Heat, id: string, [deleted, other]: readonly Reply[]): Promise<void> {
  const gone = await isGone(heat, id)
  heat.must(gone === (deleted?.status === 200), 'the account is deleted where that was answered')
  if (!gone) {
    heat.must(other?.status === 200, 'only what succeeded keeps the account')
    return
  }
  for (const { table, columns } of personalTables(features)) {
    // A concurrent request may leave its key and its refusal, which contain nothing personal.
    const unless = table === 'idempotent_answers' ? 'and status < 400' : ''
    for (const [column, { onDeletion }] of Object.entries(columns)) {
      const isKept = onDeletion === 'kept' || onDeletion === 'carried'
      const isGone = isKept || (await heat.count(`${table} where ${column} = $1 ${unless}`, id)) === 0
      heat.must(isGone, `nothing is left in ${table}.${column}`)
    }
  }
  const left = Object.values(await heat.balances(id)).reduce((sum, balance) => sum + balance, 0)
  heat.must(left === 0, `${left} are left in the ledger`)
  const battles = await heat.count(`battles where $1 in (challenger_id, opponent_id) and status in ${OPEN}`, id)
  const redemptions = await heat.count('steeze_redemptions where user_id = $1 and closed_at is null', id)
  const gifts = await heat.count(
    `battles b join battle_gifters g on g.battle_id = b.id where g.giver_id = $1 and b.status in ${OPEN}`,
    id,
  )
  heat.must(battles + redemptions + gifts === 0, `${battles} battles, ${redemptions} redemptions, ${gifts} gifts open`)
}

const MEANWHILE: Record<string, (heat: Heat, racer: Racer) => Promise<Ask>> = {
  claim: async (_heat, racer) => claim(racer, await passedLesson(racer)),
  async gift(heat, racer) {
    const battle = await heat.liveBattle()
    const body = { battleId: battle.id, participantId: battle.sides[0], amount: 1 }
    return (server) => racer.send('POST', '/api/battles/gift', { body }, server)
  },
  async stake(heat, racer) {
    const body = challengeOf((await heat.person()).id)
    return (server) => racer.send('POST', '/api/battles', { body }, server)
  },
  async 'be challenged'(heat, racer) {
    const challenger = await heat.person()
    return (server) => challenger.send('POST', '/api/battles', { body: challengeOf(racer.id) }, server)
  },
  async accept(heat, racer) {
    return step(racer, await pendingChallenge(await heat.person(), racer), 'accept')
  },
  redeem: async (_heat, racer) => (server) => racer.send('POST', '/api/steeze/redeem', { body: { amount: 1 } }, server),
  async 'link another wallet'(heat, racer) {
    const next = racer.withWallet((await heat.stranger()).wallet)
    const linking = await next.signedMessage({ purpose: 'link' })
    const { message, signature } = await racer.signedMessage({ purpose: 'replace', replacedBy: next.wallet.address })
    const body = { ...linking, replacing: { message, signature } }
    return (server) => next.send('POST', '/api/auth/link-wallet', { body }, server)
  },
  async 'link X'(_heat, racer) {
    const back = await racer.consentAtX(`x${randomUUID().slice(0, 12).replace('-', '')}`)
    return (server) => racer.send('GET', back, {}, server)
  },
  'read notifications': async (_heat, racer) => (server) =>
    racer.send('POST', '/api/notifications/read-all', {}, server),
  'add a push browser': async (_heat, racer) => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
    const body = { endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`, keys }
    return (server) => racer.send('POST', '/api/notifications/push', { body }, server)
  },
  rename: async (_heat, racer) => {
    const body = { username: `r${randomUUID().replaceAll('-', '').slice(0, 12)}` }
    return (server) => racer.send('POST', '/api/auth/update-profile', { body }, server)
  },
  'delete twice': (_heat, racer) => deletion(racer),
  async 'sign in'(heat, racer) {
    const elsewhere = heat.again(racer)
    const body = await elsewhere.signedMessage()
    return (server) => elsewhere.send('POST', '/api/auth/wallet', { body }, server)
  },
  'be frozen': async (heat, racer) => (server) =>
    heat.admin.send('POST', `/api/admin/people/${racer.id}/freeze-redemption`, { body: { reason: 'A race' } }, server),
  'mute notifications': async (_heat, racer) => (server) =>
    racer.send('POST', '/api/notifications/preferences', { body: { type: 'battle_rejected', isOn: false } }, server),
  async 'ask to be reminded'(heat, racer) {
    const [ada, bo] = [await heat.person(), await heat.person()]
    const id = await pendingChallenge(ada, bo)
    return (server) => racer.send('PUT', `/api/battles/${id}/reminder`, {}, server)
  },
  async 'answer a question'(_heat, racer) {
    const [lesson] = (await racer.call('GET', '/api/lessons/daily')) as Lesson[]
    if (!lesson) throw new Error('there are no lessons today')
    const body = { answer: rightAnswer(lesson) }
    return (server) => racer.send('POST', `/api/lessons/${lesson.id}/quiz`, { body }, server)
  },
  'be suspended': async (heat, racer) => (server) =>
    heat.admin.send('POST', `/api/admin/people/${racer.id}/suspend`, { body: { reason: 'A race' } }, server),
  'leave the whitelist': async (heat, racer) => (server) =>
    heat.admin.send('DELETE', `/api/whitelist/${racer.wallet.address}`, {}, server),
}

const deletions = Object.entries(MEANWHILE).map(
  ([name, prepare]): Race => ({
    name: `delete the account against: ${name}`,
    async run(heat) {
      const racer = await heat.person({ earned: name === 'gift' || name === 'redeem' ? 1 : 0 })
      const other = await prepare(heat, racer)
      const replies = await heat.atOnce(await deletion(racer), other)
      await mustBeWhole(
        heat,
        racer.id,
        name === 'delete twice' ? [...replies].sort((a, b) => a.status - b.status) : replies,
      )
    },
  }),
)

const signInWhileRemoved: Race = {
  name: 'leave the whitelist against: sign in',
  async run(heat) {
    const racer = await heat.person()
    const elsewhere = heat.again(racer)
    const body = await elsewhere.signedMessage()
    const [removed, signedIn] = await heat.atOnce(
      (server) => heat.admin.send('DELETE', `/api/whitelist/${racer.wallet.address}`, {}, server),
      (server) => elsewhere.send('POST', '/api/auth/wallet', { body }, server),
    )
    heat.must(removed?.status === 200, 'the wallet is taken off')
    heat.must(signedIn?.status === 200, 'its owner can come back for what is theirs')
    heat.must((await racer.send('GET', '/api/auth/user')).status === 401, 'older sessions have ended')
    const me = await elsewhere.send('GET', '/api/auth/user')
    heat.must(me.status === 401 || me.body.restriction !== null, 'what is left of a session is restricted')
  },
}

/** Suspends a person who is staking: no hold may remain. */
const suspension = (name: string, prepare: (heat: Heat, racer: Racer) => Promise<Ask>): Race => ({
  name: `suspend against: ${name}`,
  async run(heat) {
    const racer = await heat.person()
    const [suspended] = await heat.atOnce(
      (server) =>
        heat.admin.send('POST', `/api/admin/people/${racer.id}/suspend`, { body: { reason: 'A race' } }, server),
      await prepare(heat, racer),
    )
    heat.must(suspended?.status === 200, 'they are suspended')
    const waiting = await heat.count(
      `battles where $1 in (challenger_id, opponent_id) and status = 'pending'`,
      racer.id,
    )
    heat.must(waiting === 0, `${waiting} challenges still wait`)
    const accepted = await heat.count(
      `battles where $1 in (challenger_id, opponent_id) and status = 'accepted'`,
      racer.id,
    )
    const { ap_held: held, ap_available: free } = await heat.balances(racer.id)
    heat.must(held === 50 * accepted && held + free === 100, `${held} held, ${free} free, ${accepted} accepted`)
  },
})

const claims: Race = {
  name: 'claim one lesson four times',
  async run(heat) {
    const racer = await heat.person()
    const lesson = await passedLesson(racer)
    const ask = claim(racer, lesson)
    const replies = await heat.atOnce(ask, ask, ask, ask)
    heat.must(succeeded(replies) === 4, 'all are answered')
    const news = replies.filter(({ body }) => (body as { alreadyPaid?: boolean }).alreadyPaid === false)
    heat.must(news.length === 1, 'one is told that it was paid, the others that it was paid already')
    heat.must((await heat.count('lesson_completions where user_id = $1', racer.id)) === 1, 'it counts once')
    const { ap_available: ap } = await heat.balances(racer.id)
    heat.must(ap === 100 + lesson.auraReward, `it paid ${ap - 100} AP`)
  },
}

const { stake, accept } = MEANWHILE

export const accountRaces: readonly Race[] = [
  claims,
  ...deletions,
  signInWhileRemoved,
  ...(stake && accept ? [suspension('stake', stake), suspension('accept', accept)] : []),
]
