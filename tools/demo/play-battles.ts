import { streamOrigin } from '@aura/api/streams'
import {
  battleFinder,
  createBattle,
  giveGifts,
  performTransition,
  readBattles,
  setOwnStream,
} from '../../server/src/features/battles/index.ts'
import { postComment, startChat } from '../../server/src/features/crowd/index.ts'
import { findUsername } from '../../server/src/features/profile/index.ts'
import { findLinkedAccount, insertLinkedAccount } from '../../server/src/features/providers/index.ts'
import { features } from '../../server/src/features.ts'
import { AppError } from '../../server/src/platform/app-error.ts'
import { clockAt } from '../../server/src/platform/clock.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { noLog } from '../../server/src/platform/http/security/security-log.ts'
import { scheduledJobs } from '../../server/src/run-features.ts'
import { playPartners } from './play-partners.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Script {
  challenger: string
  opponent: string
  title: string
  description: string
  stake: number
  duration: 3 | 4 | 5
  startsInMs: number
  isAccepted: boolean
  gifts: readonly Gift[]
  comments: readonly Comment[]
}

type Gift = readonly [giver: string, to: keyof Sides, steeze: number]

type Comment = readonly [author: string, text: string]

interface Sides {
  challenger: string
  opponent: string
}

const PAST: readonly Omit<Script, 'startsInMs' | 'isAccepted'>[] = [
  {
    challenger: 'temi_codes',
    opponent: 'gas_goblin',
    title: 'Who cooked harder?',
    description: 'Two explainers of one block, an hour each.',
    stake: 60,
    duration: 3,
    gifts: [
      ['kofi_mints', 'challenger', 6],
      ['merkle_maya', 'opponent', 4],
      ['ada_onchain', 'challenger', 3],
      ['nonce_and_ivy', 'opponent', 9],
      ['rollup_raj', 'challenger', 11],
      ['ada_onchain', 'challenger', 5],
    ],
    comments: [
      ['ada_onchain', 'An hour on one block. I’m in.'],
      ['gas_goblin', 'Watch the fees, that’s all I’ll say'],
      ['nonce_and_ivy', 'gas_goblin has the better examples'],
    ],
  },
  {
    challenger: 'kofi_mints',
    opponent: 'yuki_reads',
    title: 'Rug or real',
    description: 'Three tokens, one minute each.',
    stake: 45,
    duration: 4,
    gifts: [
      ['gas_goblin', 'challenger', 8],
      ['temi_codes', 'opponent', 12],
      ['rollup_raj', 'challenger', 5],
      ['fork_frida', 'opponent', 7],
    ],
    comments: [
      ['temi_codes', 'The second token is real, I’d bet on it'],
      ['gas_goblin', 'You say that every time'],
    ],
  },
  {
    challenger: 'hana_hashes',
    opponent: 'merkle_maya',
    title: 'Trees at night',
    description: 'A proof, drawn live.',
    stake: 50,
    duration: 3,
    gifts: [
      ['temi_codes', 'challenger', 10],
      ['yuki_reads', 'opponent', 3],
      ['kofi_mints', 'challenger', 9],
      ['rollup_raj', 'opponent', 8],
      ['gas_goblin', 'challenger', 4],
    ],
    comments: [
      ['merkle_maya', 'Paper, pen, no slides'],
      ['kofi_mints', 'This is the first time I understood the root'],
    ],
  },
]

/** A long streak against a short one, so that the two sides have two colours. */
const LIVE: Omit<Script, 'startsInMs' | 'isAccepted'> = {
  challenger: 'tobi_wav',
  opponent: 'fork_frida',
  title: 'Explain a rollup',
  description: 'To someone who hates charts.',
  stake: 50,
  duration: 5,
  gifts: [
    ['nonce_and_ivy', 'challenger', 2],
    ['kofi_mints', 'opponent', 3],
    ['temi_codes', 'challenger', 2],
  ],
  comments: [
    ['tobi_wav', 'No charts, as promised'],
    ['kofi_mints', 'fork_frida did this with two cups last week'],
    ['fork_frida', 'Three cups this time'],
    ['nonce_and_ivy', 'Who pays for the cups though'],
  ],
}

const AHEAD: readonly Omit<Script, 'startsInMs'>[] = [
  {
    challenger: 'sol_sister',
    opponent: 'gwei_gwen',
    title: 'Bridge etiquette',
    description: 'What nobody tells you before you cross.',
    stake: 40,
    duration: 4,
    isAccepted: true,
    gifts: [],
    comments: [],
  },
  {
    challenger: 'rollup_raj',
    opponent: 'replay_rosa',
    title: 'Day one, no hype',
    description: 'A first wallet, from nothing, on camera.',
    stake: 35,
    duration: 3,
    isAccepted: false,
    gifts: [],
    comments: [],
  },
]

/**
 * Keeps the demo's battles populated through the real commands: some finished, one live for hours, one upcoming
 * and one pending. Gifts need purchased Steeze. Existing battles stay as they are. Returns the number added.
 */
export async function playBattles(ctx: Context): Promise<number> {
  const nowMs = ctx.clock.now().getTime()
  const today = Math.floor(nowMs / DAY_MS)
  let added = 0
  await showStream(ctx)
  for (const [index, past] of PAST.entries()) {
    // The moment is the same all day, so that a replay recognises the battle.
    const startsAtMs = (today - PAST.length + index) * DAY_MS + 12 * HOUR_MS
    added += await play(ctx, `past-${startsAtMs}`, { ...past, startsInMs: startsAtMs - nowMs, isAccepted: true })
  }
  const roundsAt = new Date((today - 1) * DAY_MS + 17 * HOUR_MS)
  added += await playPartners(timeMachine(ctx), roundsAt, doDue)
  if ((await readBattles(ctx, undefined, { view: 'live', limit: 1 })).length === 0) {
    added += await play(ctx, `live-${nowMs}`, { ...LIVE, startsInMs: -HOUR_MS / 4, isAccepted: true })
  }
  await showChat(ctx)
  for (const ahead of AHEAD) {
    const startsAtMs = (today + 1) * DAY_MS + 18 * HOUR_MS
    added += await play(ctx, `ahead-${startsAtMs}`, { ...ahead, startsInMs: startsAtMs - nowMs })
  }
  return added
}

/** Gives a creator of the live battle the sandbox's stream, whose port may have changed since the last start. */
async function showStream(ctx: Context): Promise<void> {
  const host = ctx.settings.streamHosts.find(({ kind }) => kind === 'hls')?.host
  const creator = await findUsername(ctx.db, LIVE.challenger)
  if (!host || !creator) return
  const address = `${streamOrigin(host)}/stream/loop.m3u8`
  await setOwnStream(ctx, features, { userId: creator.id, address })
}

const timeMachine =
  (ctx: Context) =>
  (ms: number): Context => ({ ...ctx, clock: clockAt(new Date(ms)) })

/** Lets the sandbox's chat cheer in the live battle. The channel is one that nobody has on Twitch. */
async function showChat(ctx: Context): Promise<void> {
  const creator = await findUsername(ctx.db, LIVE.challenger)
  if (!creator || ctx.settings.twitchChatUrl === null) return
  const channel = { provider: 'twitch', subject: `demo-${LIVE.challenger}`, handle: `aura_demo_${LIVE.challenger}` }
  if (!(await findLinkedAccount(ctx.db, creator.id, 'twitch'))) {
    await insertLinkedAccount(ctx.db, { ...channel, userId: creator.id, now: null })
  }
  const findBattle = battleFinder(ctx)
  for (const { id, challengerId } of await readBattles(ctx, undefined, { view: 'live', limit: 10 })) {
    const battle = challengerId === creator.id ? await findBattle(id) : undefined
    if (battle) await startChat(ctx, battle, { userId: creator.id, provider: 'twitch' })
  }
}

/** Plays one battle up to now. Returns 1, or 0 when it exists or is impossible. */
async function play(ctx: Context, name: string, script: Script): Promise<number> {
  const challenger = await findUsername(ctx.db, script.challenger)
  const opponent = await findUsername(ctx.db, script.opponent)
  if (!challenger || !opponent) return 0
  const nowMs = ctx.clock.now().getTime()
  const startsAt = new Date(nowMs + script.startsInMs)
  const requestKey = `demo-${name}-${script.challenger}`
  const at = timeMachine(ctx)
  // The challenge is made two hours before the start, or now if that is earlier.
  const then = at(Math.min(nowMs, startsAt.getTime() - 2 * HOUR_MS))
  try {
    const before = await readBattles(ctx, undefined, { view: 'all', limit: 100 })
    const id = await createBattle(then, features, {
      userId: challenger.id,
      form: {
        title: script.title,
        description: script.description,
        opponentId: opponent.id,
        stakeAmount: script.stake,
        battleDate: startsAt.toISOString(),
        duration: script.duration,
        // A finished battle is replayed at once, up to the planned end.
        softClose: startsAt.getTime() + script.duration * HOUR_MS > nowMs,
      },
      requestKey,
    })
    if (before.some((battle) => battle.id === id)) return 0
    if (script.isAccepted)
      await performTransition(then, { battleId: id, userId: opponent.id, transition: 'accept', requestKey })
    const fromMs = Math.min(nowMs, startsAt.getTime())
    const toMs = Math.min(nowMs, startsAt.getTime() + script.duration * HOUR_MS)
    await doDue(at(fromMs))
    const sides = { challenger: challenger.id, opponent: opponent.id }
    await comment(at, script, { battleId: id, fromMs, toMs })
    await give(at, script, { battleId: id, sides, key: requestKey, fromMs, toMs })
    await doDue(at(toMs))
    return 1
  } catch (error) {
    // Too few points or too many battles, so this one is skipped.
    if (error instanceof AppError) return 0
    throw error
  }
}

/** Spreads the script's gifts over the elapsed time; skips givers without enough Steeze. */
async function give(
  at: (ms: number) => Context,
  { gifts }: Script,
  { battleId, sides, key, fromMs, toMs }: { battleId: string; sides: Sides; key: string; fromMs: number; toMs: number },
): Promise<void> {
  for (const [index, [username, to, amount]] of gifts.entries()) {
    const then = at(fromMs + ((toMs - fromMs) * (index + 1)) / (gifts.length + 1))
    const giver = await findUsername(then.db, username)
    if (!giver) continue
    await giveGifts(then, [
      { battleId, giverId: giver.id, participantId: sides[to], amount, key: `${key}-gift-${index}` },
    ])
  }
}

/** Spreads the script's comments over the elapsed time. */
async function comment(
  at: (ms: number) => Context,
  { comments }: Script,
  { battleId, fromMs, toMs }: { battleId: string; fromMs: number; toMs: number },
): Promise<void> {
  for (const [index, [username, text]] of comments.entries()) {
    const then = at(fromMs + ((toMs - fromMs) * (index + 1)) / (comments.length + 1))
    const author = await findUsername(then.db, username)
    const battle = await battleFinder(then)(battleId)
    if (author && battle) await postComment(then, battle, { authorId: author.id, text })
  }
}

/**
 * Jobs that aren't run in the past that is played here: the status would say that the server ran then, and those of chats
 * reach other hosts and hold connections and leases, which are the server's.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['status', 'chats', 'kickCheers', 'kickSubscriptions'])

async function doDue(ctx: Context): Promise<void> {
  const failed = (error: unknown): never => {
    throw error
  }
  const jobs = scheduledJobs(ctx, failed, noLog).filter(({ name }) => !LEFT_OUT.has(name))
  for (const job of jobs) while (await job.runBatch());
}
