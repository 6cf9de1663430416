import { randomUUID } from 'node:crypto'
import { UNFINISHED_STATUSES } from '@aura/api/battle-statuses'
import type { Lab } from '@aura/api/calls/lessons/lab'
import { personalTables } from '../../server/src/features/settings/personal-tables.ts'
import { features } from '../../server/src/features.ts'
import { sqlList } from '../../server/src/platform/db/sql-list.ts'
import { answerAll, type Lesson, rightAnswer, solveLab } from '../../tests/server/actors/learning.ts'
import { challengeOf, pendingChallenge, step } from './battle-races.ts'
import { type Heat, type Races, type Run, succeeded } from './heat.ts'
import type { Ask, Racer, Reply } from './racer.ts'

async function deletion(racer: Racer): Promise<Ask> {
  const { username: confirmation } = await racer.me()
  const { message, signature } = await racer.signedMessage({ purpose: 'delete-account' })
  const proof = { message, signature }
  return racer.post('/api/user/delete', { confirmation, proof })
}

async function todaysLesson(racer: Racer): Promise<Lesson> {
  const [lesson] = (await racer.call('GET', '/api/lessons/daily')) as Lesson[]
  if (!lesson) throw new Error('there are no lessons today')
  return lesson
}

async function passedLesson(racer: Racer): Promise<Lesson> {
  const lesson = await todaysLesson(racer)
  await answerAll(lesson, (answer) => racer.call('POST', `/api/lessons/${lesson.id}/quiz`, { answer }))
  const lab = `/api/lessons/${lesson.id}/lab`
  await solveLab(lesson, {
    open: async () => (await racer.call('GET', lab)) as Lab,
    submit: (transcript) => racer.call('POST', lab, { transcript }),
  })
  return lesson
}

const claim = (racer: Racer, { id }: Lesson): Ask =>
  racer.post('/api/lessons/complete', { lessonId: id, tweetUrl: 'completed' })

const suspend = ({ admin }: Heat, { id }: Racer): Ask =>
  admin.post(`/api/admin/people/${id}/suspend`, { reason: 'A race' })

const takeOff = ({ admin }: Heat, { wallet }: Racer): Ask => admin.ask('DELETE', `/api/whitelist/${wallet.address}`)

const OPEN = sqlList(UNFINISHED_STATUSES)

/** Checks that a deleted account has nothing left or in progress, and that any other has lost nothing. */
async function mustBeWhole(heat: Heat, id: string, [deleted, other]: readonly Reply[]): Promise<void> {
  const isDeleted = (await heat.count('users where id = $1 and deleted_at is not null', id)) === 1
  heat.must(isDeleted === (deleted?.status === 200), 'the account is deleted where that was answered')
  if (!isDeleted) {
    heat.must(other?.status === 200, 'only what succeeded keeps the account')
    return
  }
  for (const { table, columns } of personalTables(features)) {
    // A concurrent request may leave its key and its refusal, which contain nothing personal.
    const unless = table === 'idempotent_answers' ? 'and status < 400' : ''
    for (const [column, { onDeletion }] of Object.entries(columns)) {
      if (onDeletion === 'kept' || onDeletion === 'carried') continue
      const rows = await heat.count(`${table} where ${column} = $1 ${unless}`, id)
      heat.must(rows === 0, `nothing is left in ${table}.${column}`)
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

type Prepare = (heat: Heat, racer: Racer) => Promise<Ask>

const MEANWHILE = {
  claim: async (_heat, racer) => claim(racer, await passedLesson(racer)),
  async gift(heat, racer) {
    const { id: battleId, sides } = await heat.liveBattle()
    return racer.post('/api/battles/gift', { battleId, participantId: sides[0], amount: 1 })
  },
  async stake(heat, racer) {
    return racer.post('/api/battles', challengeOf((await heat.person()).id))
  },
  async 'be challenged'(heat, racer) {
    const challenger = await heat.person()
    return challenger.post('/api/battles', challengeOf(racer.id))
  },
  async accept(heat, racer) {
    return step(racer, await pendingChallenge(await heat.person(), racer), 'accept')
  },
  redeem: async (_heat, racer) => racer.post('/api/steeze/redeem', { amount: 1 }),
  async 'link another wallet'(heat, racer) {
    const next = racer.withWallet((await heat.stranger()).wallet)
    const linking = await next.signedMessage({ purpose: 'link' })
    const { message, signature } = await racer.signedMessage({ purpose: 'replace', replacedBy: next.wallet.address })
    const body = { ...linking, replacing: { message, signature } }
    return next.post('/api/auth/link-wallet', body)
  },
  'link X': (_heat, racer) => racer.comingBackFromX(`x${randomUUID().slice(0, 12).replace('-', '')}`),
  'read notifications': async (_heat, racer) => racer.ask('POST', '/api/notifications/read-all'),
  'add a push browser': async (_heat, racer) => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
    return racer.post('/api/notifications/push', {
      endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
      keys,
    })
  },
  rename: async (_heat, racer) =>
    racer.post('/api/auth/update-profile', { username: `r${randomUUID().replaceAll('-', '').slice(0, 12)}` }),
  'delete twice': (_heat, racer) => deletion(racer),
  async 'sign in'(heat, racer) {
    const elsewhere = heat.again(racer)
    return elsewhere.post('/api/auth/wallet', await elsewhere.signedMessage())
  },
  'be frozen': async (heat, racer) =>
    heat.admin.post(`/api/admin/people/${racer.id}/freeze-redemption`, { reason: 'A race' }),
  'mute notifications': async (_heat, racer) =>
    racer.post('/api/notifications/preferences', { type: 'battle_rejected', isOn: false }),
  async 'ask to be reminded'(heat, racer) {
    const [ada, bo] = [await heat.person(), await heat.person()]
    const id = await pendingChallenge(ada, bo)
    return racer.ask('PUT', `/api/battles/${id}/reminder`)
  },
  async 'answer a question'(_heat, racer) {
    const lesson = await todaysLesson(racer)
    return racer.post(`/api/lessons/${lesson.id}/quiz`, { answer: rightAnswer(lesson) })
  },
  'be suspended': async (heat, racer) => suspend(heat, racer),
  'leave the whitelist': async (heat, racer) => takeOff(heat, racer),
} satisfies Record<string, Prepare>

/** Deletes an account while it does something else. */
const deletionAgainst =
  (name: string, prepare: Prepare): Run =>
  async (heat) => {
    const racer = await heat.person({ earned: name === 'gift' || name === 'redeem' ? 1 : 0 })
    const other = await prepare(heat, racer)
    const replies = await heat.atOnce(await deletion(racer), other)
    if (name === 'delete twice') replies.sort((a, b) => a.status - b.status)
    await mustBeWhole(heat, racer.id, replies)
  }

/** Suspends a person who is staking: no hold may remain. */
const suspension =
  (prepare: Prepare): Run =>
  async (heat) => {
    const racer = await heat.person()
    const [suspended] = await heat.atOnce(suspend(heat, racer), await prepare(heat, racer))
    heat.must(suspended?.status === 200, 'they are suspended')
    const battles = (status: string) =>
      heat.count('battles where $1 in (challenger_id, opponent_id) and status = $2', racer.id, status)
    const [waiting, accepted] = [await battles('pending'), await battles('accepted')]
    heat.must(waiting === 0, `${waiting} challenges still wait`)
    const { ap_held: held, ap_available: free } = await heat.balances(racer.id)
    heat.must(held === 50 * accepted && held + free === 100, `${held} held, ${free} free, ${accepted} accepted`)
  }

export const accountRaces: Races = {
  async 'claim one lesson four times'(heat) {
    const racer = await heat.person()
    const lesson = await passedLesson(racer)
    const replies = await heat.atOnce(...Array<Ask>(4).fill(claim(racer, lesson)))
    heat.must(succeeded(replies) === 4, 'all are answered')
    const news = replies.filter(({ body }) => (body as { alreadyPaid?: boolean }).alreadyPaid === false)
    heat.must(news.length === 1, 'one is told that it was paid, the others that it was paid already')
    heat.must((await heat.count('lesson_completions where user_id = $1', racer.id)) === 1, 'it counts once')
    const { ap_available: ap } = await heat.balances(racer.id)
    heat.must(ap === 100 + lesson.auraReward, `it paid ${ap - 100} AP`)
  },

  ...Object.fromEntries(
    Object.entries(MEANWHILE).map(([name, prepare]) => [
      `delete the account against: ${name}`,
      deletionAgainst(name, prepare),
    ]),
  ),

  async 'leave the whitelist against: sign in'(heat) {
    const racer = await heat.person()
    const elsewhere = heat.again(racer)
    const signIn = elsewhere.post('/api/auth/wallet', await elsewhere.signedMessage())
    const [removed, signedIn] = await heat.atOnce(takeOff(heat, racer), signIn)
    heat.must(removed?.status === 200, 'the wallet is taken off')
    heat.must(signedIn?.status === 200, 'its owner can come back for what is theirs')
    heat.must((await racer.ask('GET', '/api/auth/user')(0)).status === 401, 'older sessions have ended')
    const me = await elsewhere.ask('GET', '/api/auth/user')(0)
    heat.must(me.status === 401 || me.body.restriction !== null, 'what is left of a session is restricted')
  },

  'suspend against: stake': suspension(MEANWHILE.stake),
  'suspend against: accept': suspension(MEANWHILE.accept),
}
