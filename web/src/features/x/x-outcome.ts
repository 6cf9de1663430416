import type { XOutcome } from '@aura/api/calls/x'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { navigate } from 'wouter/use-browser-location'

interface OutcomeText {
  title: string
  description: string
}

const FAILED = 'Sign-in with X failed'

const TEXTS: Record<XOutcome, OutcomeText> = {
  linked: { title: 'X Connected', description: 'Your X account is connected. You can sign in with it from now on.' },
  confirmed: {
    title: 'X confirmed it’s you',
    description: `Continue within ${AUTH_RULES.providerConfirmationMinutes} minutes.`,
  },
  'not-you': {
    title: 'X didn’t confirm it’s you',
    description: 'You used a different X account. Sign in to X with the connected account and try again.',
  },
  recent: {
    title: 'X can’t confirm this yet',
    description: `Your X account was connected less than ${AUTH_RULES.walletNoticeDays} days ago. Sign with your current wallet.`,
  },
  denied: { title: 'X was not connected', description: 'You didn’t allow it on X. Nothing changed.' },
  state: { title: FAILED, description: 'This sign-in didn’t start on this page. Start again here.' },
  expired: { title: FAILED, description: `It took longer than ${AUTH_RULES.providerFlowMinutes} minutes. Start again.` },
  used: { title: FAILED, description: 'This sign-in was already used. Start again.' },
  code: { title: FAILED, description: 'The code from X expired. Start again.' },
  token: { title: FAILED, description: 'The permission from X expired. Start again.' },
  down: {
    title: 'X isn’t responding',
    description: 'Nothing is wrong with your account. Try again in a minute, or use a wallet.',
  },
  limited: {
    title: 'X is busy',
    description: 'X takes no more sign-ins from you for now. Try again later, or use a wallet.',
  },
  profile: {
    title: FAILED,
    description: 'X didn’t tell us who you are. Check on X that your account is active, then start again.',
  },
  switched: {
    title: 'X was not connected',
    description:
      'The signed-in account changed while you were on X. Check which account you use here, then start again.',
  },
  taken: { title: 'X was not connected', description: 'This X account belongs to another Aura account.' },
  other: { title: 'X was not connected', description: 'Another X account is connected here. Disconnect it first.' },
  restricted: {
    title: 'X was not connected',
    description: 'Your account is suspended; the page says why. Nothing changed.',
  },
  stale: { title: 'X was not connected', description: 'You signed in a while ago. Sign in again, then connect X.' },
  off: { title: 'X isn’t available', description: 'Signing in with X isn’t available here. Use a wallet.' },
  busy: { title: 'Too many attempts', description: 'Wait a minute, then try again.' },
  failed: { title: FAILED, description: 'Something went wrong on our side. Start again.' },
}

export const xOutcomeText = (outcome: string | null): OutcomeText | null =>
  outcome !== null && Object.hasOwn(TEXTS, outcome) ? TEXTS[outcome as XOutcome] : null

/** Returns the outcome and removes it from the address, so that a reload does not repeat it. */
export function takeXOutcome(): string | null {
  const url = new URL(location.href)
  const outcome = url.searchParams.get('x')
  if (outcome === null) return null
  url.searchParams.delete('x')
  navigate(url.pathname + url.search + url.hash, { replace: true })
  return xOutcomeText(outcome) ? outcome : null
}
