import { CrowdMember, type DemoServer, type ListedBattle } from './crowd-member.ts'
import { creatorsOf, isCreator } from './demo-members.ts'

/**
 * Returns a function that accepts every visitor's challenge to a creator and returns the number accepted. Takes the
 * upcoming battles if they are known. Challenges between creators are left alone; one that can't be accepted, for example for lack of points, stays pending.
 */
export function challengeAccepter(
  server: DemoServer,
  send: typeof fetch = fetch,
): (upcoming?: readonly ListedBattle[]) => Promise<number> {
  const reader = new CrowdMember(server, '', send)
  const as = creatorsOf(server, send)
  return async (upcoming) => {
    let accepted = 0
    for (const { id, status, challenger, opponent } of upcoming ?? (await reader.upcomingBattles())) {
      const isForUs = isCreator(opponent) && !isCreator(challenger)
      const isAccepted = status === 'pending' && isForUs && (await as(opponent.username, (member) => member.accept(id)))
      if (isAccepted) accepted += 1
    }
    return accepted
  }
}
