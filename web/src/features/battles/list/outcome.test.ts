import { expect, it } from 'vitest'
import { timesIn } from '#lib/time/times'
import type { Battle } from '../shared/battle-view.ts'
import { outcomeOf } from './outcome.ts'

const END = Date.parse('2026-03-02T20:00:00Z')
const live = {
  status: 'active',
  votingEndsAt: '2026-03-02T20:00:00Z',
  challengerStake: 250,
  opponentStake: 250,
} as Battle
const at = (nowMs: number) => outcomeOf(live, { viewerId: 'cy', times: timesIn('UTC'), nowMs })

it('counts down to the end of voting, and says when it has ended [battles.text-voting-countdown]', () => {
  expect(at(END - 3_723_000)).toEqual({ value: '01:02:03', note: 'remaining, 500 AP' })
  expect(at(END - 1_000)).toEqual({ value: '00:00:01', note: 'remaining, 500 AP' })
  expect(at(END)).toEqual({ value: 'Voting Ended', note: '500 AP at stake' })
  expect(at(END + 5_000).value).toBe('Voting Ended')
})

it('says what the battle moved for each of the two, and who won to everybody else [battles.stake-outcome]', () => {
  const people = { challengerId: 'ada', opponentId: 'bo', challenger: { id: 'ada', username: 'ada_live' } }
  const over = { ...live, ...people, status: 'completed', winnerId: 'ada' } as Battle
  const to = (viewerId: string, battle = over) => outcomeOf(battle, { viewerId, times: timesIn('UTC'), nowMs: END })
  expect(to('ada')).toEqual({ value: '+250 AP', note: 'net, you won' })
  expect(to('bo')).toEqual({ value: '−250 AP', note: 'you lost' })
  expect(to('cy')).toEqual({ value: '500 AP', note: 'to ada_live' })
  expect(to('ada', { ...over, winnerId: null })).toEqual({ value: 'Draw', note: '250 AP each returned' })
})

it('shows rounds without a countdown, and what a walkover moved [battles.rounds-kind] [battles.walkover]', () => {
  const rounds = { bestOf: 5 as const, points: { challenger: 1, opponent: 0 }, absent: null }
  const played = { ...live, rounds } as Battle
  const of = (battle: Battle, viewerId: string) => outcomeOf(battle, { viewerId, times: timesIn('UTC'), nowMs: END })
  expect(of(played, 'cy')).toEqual({ value: 'Best of 5', note: 'live, 500 AP' })
  const people = { challengerId: 'ada', opponentId: 'bo', challenger: { id: 'ada', username: 'ada_live' } }
  const absent = { ...rounds, absent: 'opponent' as const }
  const over = { ...played, ...people, rounds: absent, status: 'completed', winnerId: 'ada' } as Battle
  expect(of(over, 'ada')).toEqual({ value: '+125 AP', note: 'net, you won by walkover' })
  expect(of(over, 'bo')).toEqual({ value: '−125 AP', note: 'you lost by walkover' })
  expect(of(over, 'cy')).toEqual({ value: 'Walkover', note: '125 AP to ada_live' })
})
