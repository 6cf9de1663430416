/** Returns the address of the sign-in page, leading on to `next` if that is a plain path of this site. */
export function loginPath(next: string | undefined): string {
  const target = next === undefined ? undefined : sameSitePath(next)
  return target === undefined || target === '/' ? '/?join=1' : `/?join=1&next=${encodeURIComponent(target)}`
}

/** Matches a single slash: browsers read two, or a slash and a backslash, as the start of another site's address. */
const ONE_SLASH = /^\/(?![/\\])/

export function sameSitePath(path: string): string | undefined {
  if (!ONE_SLASH.test(path) || path.length > 500) return undefined
  const base = 'http://aura.invalid'
  try {
    const url = new URL(path, base)
    // `/.//evil.example` resolves to `//evil.example`, so the result is checked too.
    if (url.origin !== base || !ONE_SLASH.test(url.pathname)) return undefined
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return undefined
  }
}
