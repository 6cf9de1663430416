import type { LinkedAccount } from '@aura/api/calls/providers'

/** Returns the handle as its platform writes it. Names at providers without channels are no handles. */
export const handleText = ({ handle, url }: Pick<LinkedAccount, 'handle' | 'url'>): string =>
  url === null ? handle : `@${handle}`

/** Returns `Connected as …`, and without a handle `Connected`. */
export const connectedText = (account: Pick<LinkedAccount, 'handle' | 'url'>): string =>
  account.handle === '' ? 'Connected' : `Connected as ${handleText(account)}`
