const INVITE_PATH = /^\/invite\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** Returns the invite the visitor follows, from the page or from the page they go to after signing in. */
export function inviteIdOf({ pathname, search }: { pathname: string; search: string }): string | null {
  const next = new URLSearchParams(search).get('next') ?? ''
  const [, id] = INVITE_PATH.exec(pathname) ?? INVITE_PATH.exec(next) ?? []
  return id ?? null
}
