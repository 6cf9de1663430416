/// <reference lib="webworker" />
// The service worker. It shows notifications while no page is open, and keeps one page that says there is no connection:
// no part of the app, which could be an old one, and no answer of the API, which could be somebody's.

// Names what FILES hold; a test says what to write here when one of them changes.
const CACHE = 'offline-dd32928c'
/** The cache that holds the registered endpoint under `ENDPOINT`; pages write it (features/push). */
const PUSH = 'push'
const ENDPOINT = '/push/endpoint'
/** Pages on other sites and in streaming programs, which are never led away. */
const FRAMED = /^\/(?:overlay|embed)\//i
/** The browser lets a click open a window for a few seconds only. */
const ANSWER_MS = 1_000
const FILES = ['/offline/page.html', '/offline/page.css', '/offline/page.js', '/theme.js']

addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)))
  // No page loads code from here, so a new worker may take over at any time.
  skipWaiting()
})

addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name !== CACHE && name !== PUSH)
      await Promise.all(old.map((name) => caches.delete(name)))
      // Pages load while the worker is still starting.
      await registration.navigationPreload?.enable()
      await clients.claim()
    })(),
  )
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') return event.respondWith(page(event))
  const { origin, pathname } = new URL(request.url)
  if (origin === location.origin && FILES.includes(pathname)) event.respondWith(file(request))
})

/** The page from the network, or else the offline page. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const kept = await caches.match(FILES[0], { cacheName: CACHE })
    if (!kept) throw error
    return kept
  }
}

async function file(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request, { cacheName: CACHE, ignoreVary: true })
    if (!kept) throw error
    return kept
  }
}

addEventListener('push', (event) => {
  const { id, title, message, path, kind } = event.data.json()
  // Duplicates replace each other.
  const actions = kind ? [{ action: 'off', title: 'Turn off' }] : []
  const shown = { body: message, tag: id, icon: '/icons/icon-192.png', data: { path, kind }, actions }
  event.waitUntil(registration.showNotification(title, shown))
})

addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/** Replaces the endpoint on the server after the browser changed it. */
async function renew({ oldSubscription, newSubscription }) {
  const kept = await caches.open(PUSH)
  const known = await kept.match(ENDPOINT)
  // Only some browsers report the old one.
  const replaces = oldSubscription?.endpoint ?? (await known?.text())
  if (!replaces) return
  const fresh =
    newSubscription ?? (await registration.pushManager.getSubscription()) ?? (await subscribe(oldSubscription))
  const { endpoint, keys } = fresh.toJSON()
  const answer = await fetch('/api/notifications/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, replaces }),
  })
  if (answer.ok) return kept.put(ENDPOINT, new Response(endpoint))
  // The next page knows whether it was turned on in this session and only the old endpoint is gone.
  const isForPage = answer.status === 404 && known !== undefined
  if (isForPage || (answer.status !== 401 && answer.status !== 404)) return
  await kept.delete(ENDPOINT)
  await fresh.unsubscribe()
}

async function subscribe(old) {
  const known = old?.options?.applicationServerKey
  const config = known ? null : await (await fetch('/api/config')).json()
  const applicationServerKey = known ?? config.push?.publicKey
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path, kind } = event.notification.data
  event.waitUntil(event.action === 'off' ? turnOff(kind) : lead(path))
})

/** Opens the settings if it didn't work, e.g. after signing out. */
async function turnOff(kind) {
  const answer = await fetch('/api/notifications/preferences', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: kind, isOn: false }),
  }).catch(() => null)
  if (!answer?.ok) await lead('/settings')
}

/** Shows a notification's path in an open window of the app, or else in a new one. No page is loaded again. */
async function lead(path) {
  // The most recently focused come first.
  for (const client of await clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    const isFramed = client.frameType === 'nested' || FRAMED.test(new URL(client.url).pathname)
    if (isFramed || !(await isShownIn(client, path))) continue
    // The browser decides whether a window may come to the front.
    return client.focus().catch(() => undefined)
  }
  return clients.openWindow(path)
}

/** Asks the app in a window to show a path (features/push). Where it isn't running, nothing answers. */
function isShownIn(client, path) {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, ANSWER_MS, false)
    client.postMessage({ type: 'show', path }, [port2])
  })
}
