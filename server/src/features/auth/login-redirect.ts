/**
 * Where a browser goes to sign in: the landing page with its dialog open, which leads on to `next` afterwards. Anything
 * that is not a plain path of this site is dropped, so that a link can't send people elsewhere after they signed in.
 */
export function loginPath(next: string | undefined): string {
  const target = next === undefined ? undefined : sameSitePath(next)
  return target === undefined || target === '/' ? '/?join=1' : `/?join=1&next=${encodeURIComponent(target)}`
}

function sameSitePath(path: string): string | undefined {
  if (!/^\/(?![/\\])/.test(path) || path.length > 500) return undefined
  const base = 'http://aura.invalid'
  try {
    const url = new URL(path, base)
    return url.origin === base ? `${url.pathname}${url.search}${url.hash}` : undefined
  } catch {
    return undefined
  }
}
