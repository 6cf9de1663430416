import { CrowdMember, type DemoServer } from './crowd-member.ts'
import { PERSONAS } from './personas.ts'

const names: ReadonlySet<string> = new Set(PERSONAS.map(({ username }) => username))

/**
 * Returns a function that accepts every visitor's challenge to a creator and returns the number accepted. Challenges
 * between creators are left alone; one that can't be accepted, for example for lack of points, stays pending.
 */
export function challengeAccepter(server: DemoServer, send: typeof fetch = fetch): () => Promise<number> {
  const reader = new CrowdMember(server, '', send)
  const members = new Map<string, Promise<CrowdMember>>()

  async function signedIn(username: string): Promise<CrowdMember> {
    const member = new CrowdMember(server, username, send)
    await member.signIn()
    return member
  }

  async function accept(id: string, username: string): Promise<number> {
    const member = members.get(username) ?? signedIn(username)
    members.set(username, member)
    try {
      await (await member).accept(id)
      return 1
    } catch {
      // The session may have ended, so the next attempt signs in again.
      members.delete(username)
      return 0
    }
  }

  return async () => {
    let accepted = 0
    for (const { id, status, challenger, opponent } of await reader.upcomingBattles()) {
      const isForUs = names.has(opponent.username) && !names.has(challenger.username)
      if (status === 'pending' && isForUs) accepted += await accept(id, opponent.username)
    }
    return accepted
  }
}
