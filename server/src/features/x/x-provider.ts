import { clientOf, type ProviderClient, type ProviderSettings } from '#features/providers'
import type { Context } from '#platform/context'
import type { Settings } from '#platform/settings'
import type { XSettings } from './settings.ts'

/** The name stored with accounts of X. */
export const X = 'x'

const xProvider = ({ clientId, clientSecret, scopes, imageOrigin, ...x }: XSettings): ProviderSettings => ({
  id: X,
  name: 'X',
  key: X,
  clientId,
  clientSecret,
  sendsSecretInForm: false,
  scopes,
  server: { authorizeUrl: x.authorizeUrl, tokenUrl: x.tokenUrl },
  profile: 'x',
  profileUrl: x.userUrl,
  imageOrigin,
})

/** Returns the providers that people can sign in with, X first. */
export const providersOf = ({ x, providers }: Settings): ProviderSettings[] => [
  ...(x ? [xProvider(x)] : []),
  ...providers,
]

/** Returns a client of X, or null if X is not set up. */
export const xClientOf = (ctx: Context): ProviderClient | null =>
  ctx.settings.x && clientOf(ctx, xProvider(ctx.settings.x))
