import { type PlayerState, playerAddress, readPlayerPage, type StreamAddress, streamText } from '@aura/api/streams'
import './styles/player.css'

/** Tells the page around it, which alone may frame this one. */
const tell = (player: PlayerState): void => parent.postMessage({ player }, location.origin)

/** YouTube refuses to play without knowing the site. The others don't ask. */
const referrerOf = ({ kind }: StreamAddress): ReferrerPolicy =>
  kind === 'youtube' ? 'strict-origin-when-cross-origin' : 'no-referrer'

async function framePlayer(of: StreamAddress): Promise<void> {
  const address = playerAddress(of, location.hostname)
  // After a failure the player is loaded unasked, in case it is only this question that its host refuses.
  if (location.hash !== '#unasked' && !(await canReach(address, referrerOf(of)))) return tell('failed')
  const frame = document.createElement('iframe')
  frame.title = streamText(of)
  frame.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture'
  frame.referrerPolicy = referrerOf(of)
  // It can't lead the page elsewhere. Its links open tabs of their own.
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
  )
  frame.addEventListener('load', () => tell('playing'))
  frame.src = address
  document.body.append(frame)
}

/** A frame that shows a browser's error page reports that it has loaded, so its host is asked first. */
async function canReach(address: string, referrerPolicy: ReferrerPolicy): Promise<boolean> {
  const stop = new AbortController()
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit', referrerPolicy, signal: stop.signal })
    return true
  } catch {
    return false
  } finally {
    stop.abort()
  }
}

async function playHere(of: StreamAddress): Promise<void> {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, autoplay: true, loop: true, controls: true, playsInline: true })
  video.setAttribute('aria-label', streamText(of))
  video.addEventListener('canplay', () => tell('playing'))
  document.body.append(video)
  const address = playerAddress(of, location.hostname)
  const { default: Hls } = await import('hls.js/light')
  if (!Hls.isSupported()) {
    // Phones of Apple play such streams by themselves.
    video.addEventListener('error', () => tell('failed'))
    video.src = address
    return
  }
  const hls = new Hls({ enableWorker: false })
  hls.on(Hls.Events.ERROR, (_, { fatal, response }) => {
    if (!fatal) return
    hls.destroy()
    tell(response?.code === 404 ? 'offline' : 'failed')
  })
  hls.loadSource(address)
  hls.attachMedia(video)
}

const stream = readPlayerPage(location.pathname, new URLSearchParams(location.search))
if (!stream) tell('failed')
else if (stream.kind === 'hls') void playHere(stream)
else void framePlayer(stream)
