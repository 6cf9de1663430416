import type { Context } from '../context.ts'

type Site = Pick<Context, 'settings'>

const isSecure = ({ settings }: Site) => settings.origin.startsWith('https:')

/**
 * Returns the name one of our cookies goes by. On https it carries the `__Host-` prefix: browsers then take it only from
 * this very host over https, so neither a subdomain nor a network in between can plant one.
 */
export const cookieName = (site: Site, name: string): string => (isSecure(site) ? `__Host-${name}` : name)

/** The attributes all our cookies share; those `__Host-` asks for among them. */
export const cookieOptions = (site: Site) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(site) }) as const
