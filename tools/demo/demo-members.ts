import { CrowdMember, type DemoServer } from './crowd-member.ts'
import { PERSONAS } from './personas.ts'

const names: ReadonlySet<string> = new Set(PERSONAS.map(({ username }) => username))

export const isCreator = ({ username }: { username: string }): boolean => names.has(username)

/** Returns a function that does something as a creator of the demo, who signs in first. Returns whether it succeeded. */
export function creatorsOf(server: DemoServer, send: typeof fetch) {
  const members = new Map<string, Promise<CrowdMember>>()

  async function signedIn(username: string): Promise<CrowdMember> {
    const member = new CrowdMember(server, username, send)
    await member.signIn()
    return member
  }

  return async (username: string, act: (member: CrowdMember) => Promise<unknown>): Promise<boolean> => {
    const member = members.get(username) ?? signedIn(username)
    members.set(username, member)
    try {
      await act(await member)
      return true
    } catch {
      // The session may have ended, so the next attempt signs in again.
      members.delete(username)
      return false
    }
  }
}
