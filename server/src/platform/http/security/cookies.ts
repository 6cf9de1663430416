import type { Settings } from '../../settings.ts'

export interface Site {
  settings: Pick<Settings, 'origin'>
}

const isSecure = ({ settings }: Site) => settings.origin.startsWith('https:')

/** Returns the cookie's name; on https with `__Host-`, so that no subdomain or attacker can plant one. */
export const cookieName = (site: Site, name: string): string => (isSecure(site) ? `__Host-${name}` : name)

/** Returns cookie options, which include those required by `__Host-`. */
export const cookieOptions = (site: Site) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(site) }) as const
