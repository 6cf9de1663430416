import type { BrowserContext, Page, Request, Route } from '@playwright/test'

/**
 * Stands in for the players of the platforms and of an Owncast host, by what each asks of a page that frames it. Returns
 * the requests that reached them.
 */
export async function fakePlayers(context: BrowserContext): Promise<Request[]> {
  const asked: Request[] = []
  const answer = (host: string, of: (route: Route, url: URL, referrer: string | undefined) => Promise<void>) =>
    context.route(`https://${host}/**`, async (route, request) => {
      asked.push(request)
      const { referer } = await request.allHeaders()
      await of(route, new URL(request.url()), referer)
    })
  // Twitch names the framing site in its policy, which the browser enforces.
  await answer('player.twitch.tv', (route, { searchParams: query }) => {
    const parent = query.get('parent') ?? ''
    const isSilent = query.get('muted') === 'true'
    return play(route, `${query.get('channel')} on Twitch${isSilent ? ', muted' : ''}`, {
      'content-security-policy': `frame-ancestors http://${parent}:* https://${parent}:*`,
    })
  })
  // YouTube plays for sites that say who they are.
  await answer('www.youtube-nocookie.com', (route, { searchParams: query }, referrer) => {
    const isSilent = query.get('mute') === '1'
    return play(route, referrer ? `${query.get('channel')} for ${referrer}${isSilent ? ', muted' : ''}` : 'Error 153')
  })
  await answer('player.kick.com', (route, { pathname, searchParams: query }, referrer) =>
    play(route, `${pathname.slice(1)} on Kick${query.get('muted') === 'true' ? ', muted' : ''}${referrer ?? ''}`),
  )
  await answer('tv.example.org', (route, { pathname, searchParams: query }) =>
    pathname === '/embed/video'
      ? play(route, `Owncast${query.get('initiallyMuted') === 'true' ? ', muted' : ''}`)
      : route.fulfill({ status: 404 }),
  )
  return asked
}

/** A page that tries to lead the page around it elsewhere, as no player may. */
const play = (route: Route, text: string, headers: Record<string, string> = {}): Promise<void> =>
  route.fulfill({
    contentType: 'text/html; charset=utf-8',
    headers,
    body: `<!doctype html><html lang="en"><title>${text}</title><body style="background:#123;color:#fff"><p>${text}</p>
      <script>try { top.location = 'https://evil.example/' } catch { document.body.dataset.held = 'yes' }</script>`,
  })

/** Collects what a page's policies, and those of its frames, have refused. */
export function policyFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) faults.push(message.text())
  })
  return faults
}
