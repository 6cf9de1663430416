/**
 * Where a browser goes to sign in: the landing page with its dialog open, which leads on to `next` afterwards. Anything
 * that is not a plain path of this site is dropped, so that a link can't send people elsewhere after they signed in.
 */
export function loginPath(next: string | undefined): string {
  const target = next === undefined ? undefined : sameSitePath(next)
  return target === undefined || target === '/' ? '/?join=1' : `/?join=1&next=${encodeURIComponent(target)}`
}

/** One slash, and only one: a browser reads two, or one with a backslash, as the start of another site's address. */
const ONE_SLASH = /^\/(?![/\\])/

/** A path of this site to go on to, undefined for anything else. */
export function sameSitePath(path: string): string | undefined {
  if (!ONE_SLASH.test(path) || path.length > 500) return undefined
  const base = 'http://aura.invalid'
  try {
    const url = new URL(path, base)
    // Resolving `/.//evil.example` leaves `//evil.example`, so the outcome is looked at too.
    if (url.origin !== base || !ONE_SLASH.test(url.pathname)) return undefined
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return undefined
  }
}
