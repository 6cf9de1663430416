/**
 * The crowd at the demo's live battles: every few seconds one of a handful of made-up creators gives a little Steeze, and
 * whoever is challenged accepts, so that a newcomer sees battles move, their own included. Talks to the server as browsers do, and buys its Steeze on the local chain. A program
 * of its own beside the server; without it everything else works.
 */
import { challengeAccepter } from './accept-challenges.ts'
import { CrowdMember, type Place } from './crowd-member.ts'

const MEMBERS = ['calldata_kid', 'leo_longread', 'zero_x_zoe', 'opcode_omar']
const MAX_STEEZE = 4
/** A purchase is 100 Steeze. */
const PURCHASE_MICROS = 10_000_000n
const SHORTEST_PAUSE_MS = 4_000
const LONGEST_PAUSE_MS = 11_000
/** How soon a challenge is accepted. */
const ANSWER_PAUSE_MS = 3_000
/** After signing in, so that whoever is new finds the server's attention. */
const ARRIVAL_PAUSE_MS = 2_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const upTo = (most: number) => Math.floor(Math.random() * most)

async function gather(place: Place): Promise<CrowdMember[]> {
  const members: CrowdMember[] = []
  for (const username of MEMBERS) {
    const member = new CrowdMember(place, username)
    await member.signIn()
    members.push(member)
    await pause(ARRIVAL_PAUSE_MS)
  }
  return members
}

async function giveSomething(member: CrowdMember): Promise<void> {
  const battles = await member.liveBattles()
  const battle = battles[upTo(battles.length)]
  if (!battle) return
  if ((await member.steeze()) < MAX_STEEZE) await member.buy(PURCHASE_MICROS)
  else await member.gift(battle.id, upTo(2) ? battle.challengerId : battle.opponentId, 1 + upTo(MAX_STEEZE))
}

async function watch(place: Place): Promise<never> {
  const members = await gather(place)
  for (;;) {
    await pause(SHORTEST_PAUSE_MS + upTo(LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
    // A battle that ended a moment ago, or a limit: next time is soon.
    await giveSomething(members[upTo(members.length)] as CrowdMember).catch(() => {})
  }
}

async function answerChallenges(place: Place): Promise<never> {
  const acceptAll = challengeAccepter(place)
  for (;;) {
    await pause(ANSWER_PAUSE_MS)
    await acceptAll().catch(() => 0)
  }
}

process.on('SIGTERM', () => process.exit(0))
// Whoever started this is gone.
process.on('disconnect', () => process.exit(0))
const place = JSON.parse(process.argv[2] ?? '') as Place
await Promise.all([watch(place), answerChallenges(place)]).catch(() => process.exit(1))
