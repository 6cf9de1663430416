import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { readKey } from '#lib/query-client'
import { markupOf, wordsOf } from '../../dev/markup.tsx'
import { pageForEach } from '../../dev/render-hook.ts'
import { features } from '../../features.ts'

const ADA = { id: 'ada', username: 'ada', currentStreak: 3, profileImageUrl: null, auraPoints: 5 }
const ENTRIES = features.flatMap(({ boards = [] }) => boards)

const page = pageForEach()

/** `ranked`: ids of the board's people. */
async function positions(ranked: readonly string[], rating: object = {}): Promise<string[]> {
  const { BoardPosition } = await import('./position.tsx')
  const { WithCurrentUser } = await import('#features/auth')
  const client = new QueryClient()
  client.setQueryData(readKey('GET /api/auth/user'), ADA)
  const profile = {
    user: ADA,
    trust: { points: 1_250 },
    reputation: { learned: 40, won: -1_000 },
    rating: { battles: 2, shown: null, place: null, ...rating },
  }
  client.setQueryData(readKey('GET /api/users/:id', { id: 'ada' }), profile)
  const boards = await Promise.all(ENTRIES.map(async ({ load }) => (await load()).default))
  return boards.map((board) => {
    const ranking = ranked.map((id, index) => ({ rank: index + 1, person: { id } }))
    client.setQueryData(board.ranking.queryKey, ranking)
    const position = (
      <WithCurrentUser useFigures={(user) => user}>
        <BoardPosition board={board} />
      </WithCurrentUser>
    )
    return wordsOf(markupOf(position, { client }))
  })
}

it('stands beside the boards of Trust, Learned, Won and Rounds too, ranked or not [leaderboard.position-on-boards]', async () => {
  const texts = await positions(['bo', 'ada'])
  expect(ENTRIES.map(({ name }) => name)).toEqual(['Trust', 'Learned', 'Won', 'Rounds'])
  const [trust, learned, won] = texts
  expect(trust).toMatch(/^Your Position .*2 1,250 Trust 3 days$/)
  expect(learned).toMatch(/2 40 AP 3 days$/)
  expect(won).toMatch(/2 \u22121,000 AP 3 days$/)
  expect((await positions(['bo']))[0]).toMatch(/– 1,250 Trust Not ranked yet, 3 days$/)
  const others = Array.from({ length: 100 }, (_, index) => `other-${index}`)
  expect((await positions(others))[0]).toMatch(/100\+ 1,250 Trust 3 days$/)
})

it('has an exact place among the ratings, however low, and says what is left until there is one [battles.rating-board]', async () => {
  expect((await positions(['bo']))[3]).toMatch(/– 2 of 5 battles Not ranked yet, 3 days$/)
  const rated = { battles: 9, shown: { points: 1_480, plusMinus: 120 }, place: 1_204 }
  expect((await positions(['bo'], rated))[3]).toMatch(/1,204 1,480 ± 120 3 days$/)
})

it('reads both the ranks and the points again when a board is opened [leaderboard.position-on-boards]', async () => {
  const { useBoardReads } = await import('./position.tsx')
  vi.stubGlobal('fetch', async () => Response.json('newer'))
  for (const { load } of ENTRIES) {
    const { default: board } = await load()
    const client = await page.newClient({ [String(board.ranking.queryKey[0])]: 'older', '/api/users/ada': 'older' })
    await page.pass(60_000)
    const reads = await page.render(client, () => useBoardReads(board, 'ada'))
    await page.pass(10)
    expect([reads.current.ranking.data, reads.current.profile.data]).toEqual(['newer', 'newer'])
  }
})
