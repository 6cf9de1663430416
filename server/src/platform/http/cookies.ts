import type { Context } from '../context.ts'

type Site = Pick<Context, 'settings'>

const isSecure = ({ settings }: Site) => settings.origin.startsWith('https:')

/**
 * Returns the name of one of our cookies. On https it has the `__Host-` prefix: browsers then accept it only from this
 * exact host over https, so that neither a subdomain nor a network attacker can plant one.
 */
export const cookieName = (site: Site, name: string): string => (isSecure(site) ? `__Host-${name}` : name)

/** Returns the attributes all our cookies share, including those `__Host-` requires. */
export const cookieOptions = (site: Site) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(site) }) as const
