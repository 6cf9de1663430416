import { BATTLE_RULES } from '@aura/api/rules/battles'
import { rng } from '@aura/drawing/random'
import { expect, it } from 'vitest'
import { extendedEnd } from './soft-close.rules.ts'

/** Milliseconds over the network in one direction, evenly distributed. */
const DELAY = { min: 20, max: 400 } as const
const SENDS_BEFORE_MS = DELAY.max
const MAX_STEEZE = 1_000
const ENDS_MS = 10 * 60_000

/**
 * Returns whether the sniper wins a battle between two fans, each of whom has a maximum they will give. The sniper
 * waits, and gifts just enough to lead so that it arrives as late as is safe. The other fan responds at once when
 * behind: with just enough while the end can still move, and with everything once it can't.
 */
function sniperWins(softClose: boolean, random: () => number): boolean {
  const delay = () => DELAY.min + random() * (DELAY.max - DELAY.min)
  const purse = () => 1 + Math.floor(random() * MAX_STEEZE)
  const max = { challenger: purse(), opponent: purse() }
  // The other fan leads by one from the start.
  const score = { challenger: 0, opponent: 1 }
  const battle = { softClose, endsAt: new Date(ENDS_MS), extendedAt: [] as Date[] }
  const give = (side: 'challenger' | 'opponent', total: number, atMs: number): void => {
    if (atMs >= battle.endsAt.getTime()) return
    const [before, at] = [{ ...score }, new Date(atMs)]
    score[side] = total
    const moved = extendedEnd(battle, { at, before, after: score })
    if (!moved) return
    battle.endsAt = moved
    battle.extendedAt.push(at)
  }
  for (;;) {
    const wanted = score.opponent + 1
    if (wanted > max.challenger) return false
    const snipedMs = battle.endsAt.getTime() - SENDS_BEFORE_MS + delay()
    give('challenger', wanted, snipedMs)
    const canMove = softClose && battle.extendedAt.length < BATTLE_RULES.softClose.times
    const answer = canMove ? score.challenger + 1 : max.opponent
    if (answer <= score.challenger || answer > max.opponent) return true
    give('opponent', answer, snipedMs + delay() + delay())
    if (score.challenger > score.opponent) return true
  }
}

const share = (softClose: boolean): number => {
  const random = rng(7)
  return Array.from({ length: 2_000 }, () => sniperWins(softClose, random)).filter(Boolean).length / 2_000
}

it('a soft close takes the last second from those who wait for it', () => {
  expect(share(true)).toBeLessThan(0.55)
  expect(share(true)).toBeGreaterThan(0.4)
  expect(share(false)).toBeGreaterThan(0.7)
})
