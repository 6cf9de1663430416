import type { ProviderOutcome } from '@aura/api/calls/providers'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { navigate } from 'wouter/use-browser-location'

export interface OutcomeText {
  title: string
  description: string
}

/** `name` is what people call the provider. */
const textsOf = (name: string): Record<ProviderOutcome, OutcomeText> => ({
  linked: {
    title: `${name} Connected`,
    description: `Your ${name} account is connected. You can sign in with it from now on.`,
  },
  confirmed: {
    title: `${name} confirmed it’s you`,
    description: `Continue within ${AUTH_RULES.providerConfirmationMinutes} minutes.`,
  },
  'not-you': {
    title: `${name} didn’t confirm it’s you`,
    description: `You used a different ${name} account. Sign in to ${name} with the connected account and try again.`,
  },
  recent: {
    title: `${name} can’t confirm this yet`,
    description: `Your ${name} account was connected less than ${AUTH_RULES.walletNoticeDays} days ago. Sign with your current wallet.`,
  },
  newer: {
    title: `${name} can’t confirm this yet`,
    description: `Your ${name} account was connected less than ${AUTH_RULES.walletNoticeDays} days ago. Confirm with an account that was connected before.`,
  },
  denied: { title: `${name} was not connected`, description: `You didn’t allow it on ${name}. Nothing changed.` },
  state: {
    title: `Sign-in with ${name} failed`,
    description: 'This sign-in didn’t start on this page. Start again here.',
  },
  expired: {
    title: `Sign-in with ${name} failed`,
    description: `It took longer than ${AUTH_RULES.providerFlowMinutes} minutes. Start again.`,
  },
  used: { title: `Sign-in with ${name} failed`, description: 'This sign-in was already used. Start again.' },
  code: { title: `Sign-in with ${name} failed`, description: `The code from ${name} expired. Start again.` },
  token: { title: `Sign-in with ${name} failed`, description: `The permission from ${name} expired. Start again.` },
  down: {
    title: `${name} isn’t responding`,
    description: 'Nothing is wrong with your account. Try again in a minute, or use a wallet.',
  },
  limited: {
    title: `${name} is busy`,
    description: `${name} takes no more sign-ins from you for now. Try again later, or use a wallet.`,
  },
  profile: {
    title: `Sign-in with ${name} failed`,
    description: `${name} didn’t tell us who you are. Check on ${name} that your account is active, then start again.`,
  },
  switched: {
    title: `${name} was not connected`,
    description: `The signed-in account changed while you were on ${name}. Check which account you use here, then start again.`,
  },
  taken: { title: `${name} was not connected`, description: `This ${name} account belongs to another Aura account.` },
  other: {
    title: `${name} was not connected`,
    description: `Another ${name} account is connected here. Disconnect it first.`,
  },
  restricted: {
    title: `${name} was not connected`,
    description: 'Your account is suspended; the page says why. Nothing changed.',
  },
  stale: {
    title: `${name} was not connected`,
    description: `You signed in a while ago. Sign in again, then connect ${name}.`,
  },
  off: { title: `${name} isn’t available`, description: `Signing in with ${name} isn’t available here. Use a wallet.` },
  busy: { title: 'Too many attempts', description: 'Wait a minute, then try again.' },
  failed: { title: `Sign-in with ${name} failed`, description: 'Something went wrong on our side. Start again.' },
})

/** What came back in the address: an outcome, and the provider's id. */
export interface Returned {
  outcome: ProviderOutcome
  from: string
}

export const outcomeText = (outcome: ProviderOutcome, name: string): OutcomeText => textsOf(name)[outcome]

const isOutcome = (text: string | null): text is ProviderOutcome => text !== null && Object.hasOwn(textsOf(''), text)

/** Returns the outcome and removes it from the address, so that a reload does not repeat it. */
export function takeReturned(): Returned | null {
  const url = new URL(location.href)
  const outcome = url.searchParams.get('x')
  if (outcome === null) return null
  const from = url.searchParams.get('from') ?? 'x'
  url.searchParams.delete('x')
  url.searchParams.delete('from')
  navigate(url.pathname + url.search + url.hash, { replace: true })
  return isOutcome(outcome) ? { outcome, from } : null
}

/** Returns what people call a provider. An unknown one is none of this server's. */
export const nameOf = (id: string, providers: readonly { id: string; name: string }[]): string =>
  id === 'x' ? 'X' : (providers.find((provider) => provider.id === id)?.name ?? 'This provider')
