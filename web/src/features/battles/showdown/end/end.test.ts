import { describe, expect, it } from 'vitest'
import { type EndPhase, endPhase, nextPhaseMs } from './end-phase.ts'
import { endWords } from './end-words.ts'

const person = (id: string, username: string) => ({
  id,
  username,
  firstName: null,
  profileImageUrl: null,
  auraPoints: 0,
  currentStreak: 0,
})
const gifter = (userId: string, username: string, amount: number) => ({
  userId,
  username,
  profileImageUrl: null,
  amount,
  gifts: 1,
})
const battle = {
  winnerId: 'ada' as string | null,
  challengerId: 'ada',
  opponentId: 'bo',
  challenger: person('ada', 'ada_live'),
  opponent: person('bo', 'bo_cooks'),
  challengerStake: 500,
  opponentStake: 500,
  challengerVotes: 1_150,
  opponentVotes: 80,
  topGifters: {
    challenger: [gifter('cy', 'cy_claps', 1_100), gifter('dee', 'dee_cheers', 50)],
    opponent: [gifter('dee', 'dee_cheers', 80)],
  },
  ownGifts: { challenger: 0, opponent: 0 },
  version: 'completed  ',
}

describe('the end of a battle', () => {
  it('holds, collapses, floods and stands [battles.end-lands]', () => {
    const phases: EndPhase[] = []
    for (let ms: number | null = 0; ms !== null; ms = nextPhaseMs(ms)) {
      phases.push(endPhase({ passedMs: ms, hasWinner: true, isStill: false }))
    }
    expect(phases).toEqual(['hold', 'collapse', 'flood', 'still'])
  })

  it('stands at once without motion and for who comes later, and a draw only holds', () => {
    expect(endPhase({ passedMs: 0, hasWinner: true, isStill: true })).toBe('still')
    expect(endPhase({ passedMs: null, hasWinner: true, isStill: false })).toBe('still')
    expect([0, 1_000, 2_000].map((passedMs) => endPhase({ passedMs, hasWinner: false, isStill: false }))).toEqual([
      'hold',
      'still',
      'still',
    ])
  })
})

describe('the words of the end', () => {
  it('speak to the winner and to the loser [battles.end-words] [battles.stake-outcome]', () => {
    expect(endWords(battle, 'ada')).toEqual({
      title: ['You', 'won'],
      hasLost: false,
      note: '+500 AP net: you get your stake back, and that of bo_cooks. You keep the 1,150 Steeze you received.',
      gifter: 'Your top gifter: cy_claps, 1,100 Steeze',
    })
    expect(endWords(battle, 'bo')).toEqual({
      title: ['You lost', 'this one'],
      hasLost: true,
      note: 'You keep the 80 Steeze you received. −500 AP: your stake goes to ada_live.',
      gifter: 'Your top gifter: dee_cheers, 80 Steeze',
    })
    const unloved = { ...battle, opponentVotes: 0, topGifters: { ...battle.topGifters, opponent: [] } }
    expect(endWords(unloved, 'bo')).toMatchObject({
      note: 'Nobody gifted you this time. −500 AP: your stake goes to ada_live.',
      gifter: 'Top gifter of ada_live: cy_claps, 1,100 Steeze',
    })
  })

  it('name the winner to everybody else, and what they gave to those who gifted [battles.end-words]', () => {
    const cys = { ...battle, ownGifts: { challenger: 1_100, opponent: 0 } }
    expect(endWords(cys, 'cy')).toEqual({
      title: ['ada_live', 'Wins!'],
      hasLost: false,
      note: 'You gave 1,100 Steeze to ada_live.',
      gifter: 'Top gifter of ada_live: you, 1,100 Steeze',
    })
    const dees = { ...battle, ownGifts: { challenger: 50, opponent: 80 } }
    expect(endWords(dees, 'dee').note).toBe('You gave 50 Steeze to ada_live and 80 Steeze to bo_cooks.')
    const eves = { ...battle, ownGifts: { challenger: 0, opponent: 1 } }
    expect(endWords(eves, 'eve').note).toBe('You gave 1 Steeze to bo_cooks.')
    expect(endWords(battle, undefined)).toEqual({
      title: ['ada_live', 'Wins!'],
      hasLost: false,
      note: null,
      gifter: 'Top gifter of ada_live: cy_claps, 1,100 Steeze',
    })
    // After a sign-out, the cached battle is still the former user's.
    expect(endWords(cys, undefined).note).toBeNull()
  })

  it('say what a walkover costs, which is half the stake [battles.walkover]', () => {
    const rounds = { bestOf: 3 as const, points: { challenger: 0, opponent: 0 }, absent: 'opponent' as const }
    const walkover = { ...battle, rounds, challengerVotes: 0, opponentVotes: 0 }
    expect(endWords(walkover, 'ada').note).toBe(
      '+250 AP net: bo_cooks wasn’t ready in time, which costs half the stake. No question was asked.',
    )
    expect(endWords(walkover, 'bo').note).toBe(
      '−250 AP: you weren’t ready in time, so half your stake goes to ada_live. No question was asked.',
    )
    expect(endWords(walkover, undefined).note).toBe('bo_cooks wasn’t ready in time. No question was asked.')
  })

  it('say of a draw what came back [battles.end-words]', () => {
    const draw = {
      ...battle,
      winnerId: null,
      challengerVotes: 0,
      opponentVotes: 0,
      topGifters: { challenger: [], opponent: [] },
    }
    expect(endWords(draw, 'ada')).toEqual({
      title: ['Aura Draw -', 'No Winner'],
      hasLost: false,
      note: 'Your stake of 500 AP is back.',
      gifter: null,
    })
    expect(endWords(draw, undefined).note).toBeNull()
  })

  it('name the top gifter of a draw: the largest amount to either side, and both of equals [battles.end-words]', () => {
    const drawn = (challenger: number, opponent: number, to: readonly [string, string] = ['cy', 'dee']) => ({
      ...battle,
      winnerId: null,
      topGifters: {
        challenger: [gifter(to[0], `${to[0]}_claps`, challenger)],
        opponent: [gifter(to[1], `${to[1]}_claps`, opponent), gifter('eve', 'eve_waits', 1)],
      },
    })
    const said = (facts: ReturnType<typeof drawn>) =>
      [undefined, 'ada', 'bo', 'cy'].map((viewer) => endWords(facts, viewer).gifter)
    expect(said(drawn(80, 60))).toEqual([
      'Top gifter: cy_claps, 80 Steeze to ada_live',
      'Top gifter: cy_claps, 80 Steeze to you',
      'Top gifter: cy_claps, 80 Steeze to ada_live',
      'Top gifter: you, 80 Steeze to ada_live',
    ])
    expect(said(drawn(60, 1_080))[0]).toBe('Top gifter: dee_claps, 1,080 Steeze to bo_cooks')
    expect(said(drawn(60, 60))[0]).toBe('Top gifters: cy_claps and dee_claps, 60 Steeze each')
    expect(said(drawn(60, 60))[3]).toBe('Top gifters: you and dee_claps, 60 Steeze each')
    expect(said(drawn(60, 60, ['cy', 'cy']))[0]).toBe('Top gifter: cy_claps, 60 Steeze to each')
  })
})
