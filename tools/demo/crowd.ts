/**
 * The crowd of the demo's live battles, so that newcomers see battles move. Where somebody watches, one of its creators
 * cheers, gives a little Steeze and sometimes comments every few seconds; without viewers, once a minute. Challenges are
 * accepted, and a battle of rounds between two creators is live or starts soon. A separate, optional program that uses
 * the public API and the local chain.
 */

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadCatalogue } from '../../server/src/features/lessons/index.ts'
import { challengeAccepter } from './accept-challenges.ts'
import { CrowdMember, type DemoServer, type ListedBattle } from './crowd-member.ts'
import { battlesOfTurn, FIRST_TURNS, isLookedAt } from './crowd-pace.ts'
import { duelStarter, roundsPlayer } from './play-rounds.ts'

const LESSONS_DIR = join(import.meta.dirname, '../../content/lessons')
const MEMBERS = ['calldata_kid', 'leo_longread', 'zero_x_zoe', 'opcode_omar']
const LINES = [
  'Here we go',
  'That gift moved the whole front',
  'Still anyone’s battle',
  'I came for the charts. There are no charts.',
  'Say that again, slower',
  'OK, that was clean',
  'Someone save this part',
  'The lead is smaller than it looks',
  'My streak is on the line and I’m watching this',
  'Best one this week',
  'Wait for the last minute',
  'I changed my mind twice already',
] as const
/** Shares no divisor with the number of lines or of members, so that every member says every line. */
const TURNS_PER_COMMENT = 7
const MAX_TAPS = 4
const MAX_STEEZE = 4
const PURCHASE_MICROS = 10_000_000n
const SHORTEST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 15_000
/** Delay before accepting a challenge. */
const ANSWER_PAUSE_MS = 3_000
/** After signing in, to leave the server to new visitors. */
const ARRIVAL_PAUSE_MS = 2_000

const upTo = (most: number) => Math.floor(Math.random() * most)

/** The lists of battles, as last read. */
const lists: Record<'live' | 'upcoming', readonly ListedBattle[]> = { live: [], upcoming: [] }

async function gather(server: DemoServer): Promise<CrowdMember[]> {
  const members: CrowdMember[] = []
  for (const username of MEMBERS) {
    const member = new CrowdMember(server, username)
    await member.signIn()
    members.push(member)
    await pause(ARRIVAL_PAUSE_MS)
  }
  return members
}

async function takeTurn(member: CrowdMember, turn: number, battles: readonly ListedBattle[]): Promise<void> {
  const battle = battles[upTo(battles.length)]
  if (!battle) return
  await member.cheer(battle.id, upTo(2) ? battle.challengerId : battle.opponentId, 1 + upTo(MAX_TAPS))
  // The battle that ends first, which is a newcomer's own if there is one.
  const [shortest = battle] = battles
  // The lane fills quickly at first; later the comment limit has to last.
  if (turn < FIRST_TURNS || turn % TURNS_PER_COMMENT === 0) {
    await member.comment(shortest.id, LINES[turn % LINES.length] as string).catch(() => {})
  }
  if ((await member.steeze()) < MAX_STEEZE) await member.buy(PURCHASE_MICROS)
  else await member.gift(battle.id, upTo(2) ? battle.challengerId : battle.opponentId, 1 + upTo(MAX_STEEZE))
}

async function watch(server: DemoServer): Promise<never> {
  const members = await gather(server)
  let turn = 0
  let lastMs = performance.now()
  for (;;) {
    await pause(SHORTEST_PAUSE_MS + upTo(LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
    const battles = battlesOfTurn(lists.live, { turn, sinceLastMs: performance.now() - lastMs })
    if (battles.length === 0) continue
    // The battle may just have ended, or a limit applies: retry at the next turn.
    await takeTurn(members[turn % members.length] as CrowdMember, turn, battles).catch(() => {})
    turn++
    lastMs = performance.now()
  }
}

/** Accepts visitors' challenges and plays rounds, with visitors and among the creators. */
async function playAlong(server: DemoServer): Promise<never> {
  const reader = new CrowdMember(server, '')
  const acceptAll = challengeAccepter(server)
  const playAll = roundsPlayer(server, await loadCatalogue(LESSONS_DIR))
  const startDuel = duelStarter(server)
  for (let look = 0; ; look++) {
    await pause(ANSWER_PAUSE_MS)
    try {
      lists.live = await reader.liveBattles()
      lists.upcoming = await reader.upcomingBattles()
      await acceptAll(lists.upcoming)
      await playAll({ live: lists.live.filter((each) => isLookedAt(each, look)), upcoming: lists.upcoming })
      await startDuel(lists)
    } catch {
      // The server may be starting again, and with it other battles.
      lists.live = []
      lists.upcoming = []
    }
  }
}

process.on('SIGTERM', () => process.exit(0))
// The parent process is gone.
process.on('disconnect', () => process.exit(0))

const server = JSON.parse(process.argv[2] ?? '') as DemoServer
await Promise.all([watch(server), playAlong(server)]).catch(() => process.exit(1))
