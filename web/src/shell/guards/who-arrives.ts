import type { QueryClient } from '@tanstack/react-query'
import { currentUserQuery, mayHaveSession } from '#features/auth'
import { preloadHero } from '#features/landing'
import { requestNamed } from '#lib/api'
import { preloadable } from '#lib/preloadable'
import { paths } from '#paths'

const loadSignedIn = () => import('./signed-in.tsx')
const loadVisitor = () => import('./visitor.tsx')

export const signedIn = preloadable(loadSignedIn)
export const visitor = preloadable(loadVisitor)

/** After this time the page starts with a loader. */
const LIMIT_MS = 2_000
/** After this time the landing page starts with system fonts, which its own replace later. */
const FONTS_MS = 150

/**
 * Waits until the first screen's code and data have loaded, so that it is drawn once instead of after several loaders:
 * React shows every loader for at least 300 ms. The landing page is in the first file and waits for its fonts alone.
 * Never throws, and takes at most `LIMIT_MS`.
 */
export async function prepareFirstScreen(client: QueryClient, loadFonts: () => Promise<unknown>): Promise<void> {
  const isSignedIn = mayHaveSession()
  if (!isSignedIn && location.pathname === paths.home) {
    preloadHero().catch(() => undefined)
    return within(FONTS_MS, loadFonts())
  }
  const [frame, load] = isSignedIn ? [signedIn, loadSignedIn] : [visitor, loadVisitor]
  const screen = load()
    .then(({ preloadScreen }) => preloadScreen(location.pathname))
    .catch(() => undefined)
  const all = Promise.all([client.prefetchQuery(currentUserQuery), frame.preload(), screen, readNamed(client)])
  await within(LIMIT_MS, all)
  // Sooner they would share a slow connection with the code.
  void loadFonts()
}

const within = (ms: number, work: Promise<unknown>): Promise<void> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]).then(() => undefined)

/** Reads the responses that the server named in the page's head. Their addresses are their keys in the cache. */
const readNamed = (client: QueryClient) =>
  Promise.all(
    [...document.querySelectorAll('link[rel=preload][as=fetch]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((address) => address !== currentUserQuery.queryKey[0])
      .map((address) =>
        client.prefetchQuery({ queryKey: [address], queryFn: ({ signal }) => requestNamed(address, signal) }),
      ),
  )
