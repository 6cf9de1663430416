import type { XOutcome } from '@aura/api/calls/x'
import { RULES } from '@aura/api/rules'
import { navigate } from 'wouter/use-browser-location'

interface OutcomeText {
  title: string
  description: string
}

const FAILED = 'Sign-in with X failed'

const TEXTS: Record<XOutcome, OutcomeText> = {
  linked: { title: 'X Connected', description: 'Your X account is connected. You can sign in with it from now on.' },
  confirmed: {
    title: 'X confirmed that it is you',
    description: `Go on within ${RULES.xConfirmationMinutes} minutes.`,
  },
  'not-you': {
    title: 'X did not confirm it',
    description: 'That is not the X account connected here. Sign in to X with that one, then try again.',
  },
  recent: {
    title: 'X cannot confirm this yet',
    description: `Your X account was connected less than ${RULES.walletNoticeDays} days ago. Sign with your current wallet.`,
  },
  denied: { title: 'X was not connected', description: 'You did not allow it on X. Nothing was changed.' },
  state: { title: FAILED, description: 'This sign-in did not begin on this page. Start it again here.' },
  expired: { title: FAILED, description: `It took longer than ${RULES.xFlowMinutes} minutes. Start it again.` },
  used: { title: FAILED, description: 'This sign-in was already used. Start it again.' },
  code: { title: FAILED, description: 'X did not accept its own code any more. Start it again.' },
  token: { title: FAILED, description: 'The permission of X ran out before it was used. Start it again.' },
  down: { title: 'X does not answer', description: 'This is not your fault. Try again in a minute, or use a wallet.' },
  switched: {
    title: 'X was not connected',
    description: 'Somebody signed in or out while you were on X. Check who you are here, then start again.',
  },
  taken: { title: 'X was not connected', description: 'This X account belongs to another Aura account.' },
  other: { title: 'X was not connected', description: 'Another X account is connected here. Disconnect it first.' },
  restricted: {
    title: 'X was not connected',
    description: 'Your account is kept from taking part; the page says why. Nothing was changed.',
  },
  off: { title: 'X is not available', description: 'Signing in with X is not set up here. Use a wallet.' },
  busy: { title: 'Too many attempts', description: 'Wait a minute, then try again.' },
  failed: { title: FAILED, description: 'Something went wrong on our side. Start it again.' },
}

/** What there is to say of a trip to X; what no server of ours writes says nothing. */
export const xOutcomeText = (outcome: string | null): OutcomeText | null =>
  outcome !== null && Object.hasOwn(TEXTS, outcome) ? TEXTS[outcome as XOutcome] : null

/** Takes the word a trip to X left in the address out of it, so that a reload does not repeat it. Answers the word. */
export function takeXOutcome(): string | null {
  const url = new URL(location.href)
  const outcome = url.searchParams.get('x')
  if (outcome === null) return null
  url.searchParams.delete('x')
  navigate(url.pathname + url.search + url.hash, { replace: true })
  return xOutcomeText(outcome) ? outcome : null
}
