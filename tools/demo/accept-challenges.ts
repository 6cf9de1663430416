import type { DemoServer, ListedBattle } from './crowd-member.ts'
import { creatorsOf, isCreator } from './demo-members.ts'

/**
 * Returns a function that takes the upcoming battles, accepts every visitor's challenge to a creator and returns the
 * number accepted. Challenges between creators are left alone. One that can't be accepted, for example for lack of
 * points, stays pending.
 */
export function challengeAccepter(
  server: DemoServer,
  send: typeof fetch = fetch,
): (upcoming: readonly ListedBattle[]) => Promise<number> {
  const as = creatorsOf(server, send)
  return async (upcoming) => {
    let accepted = 0
    for (const { id, status, challenger, opponent } of upcoming) {
      const isForUs = isCreator(opponent) && !isCreator(challenger)
      const isAccepted = status === 'pending' && isForUs && (await as(opponent.username, (member) => member.accept(id)))
      if (isAccepted) accepted += 1
    }
    return accepted
  }
}
