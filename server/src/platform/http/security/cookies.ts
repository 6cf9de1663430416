import type { Settings } from '../../settings.ts'

export interface Site {
  settings: Pick<Settings, 'origin'>
}

const isSecure = ({ settings }: Site) => settings.origin.startsWith('https:')

/** On https the name has the `__Host-` prefix, so no subdomain or network attacker can plant one. */
export const cookieName = (site: Site, name: string): string => (isSecure(site) ? `__Host-${name}` : name)

/** Includes what `__Host-` requires. */
export const cookieOptions = (site: Site) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(site) }) as const
