import { PASSKEY_RULES } from '@aura/api/rules/auth'
import { deviceOf } from '#platform/session/user-agent.rules'

/** Returns a name for a passkey made with this user agent, other than those taken. */
export function passkeyName(userAgent: string, taken: readonly string[]): string {
  const { browser, system } = deviceOf(userAgent)
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Passkey')
  for (let number = 1; ; number++) {
    const numbered = (number === 1 ? name : `${name} ${number}`).slice(0, PASSKEY_RULES.maxName)
    if (!taken.includes(numbered)) return numbered
  }
}
