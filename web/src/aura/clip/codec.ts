import { CLIP } from './clip.ts'

export interface ClipCodec {
  codec: 'avc' | 'vp9'
  /** As WebCodecs names it, with profile and level: enough for the size and rate of a clip. */
  fullCodecString: string
}

/** The first is taken that the browser can encode. H.264 plays everywhere. */
const CODECS: readonly ClipCodec[] = [
  { codec: 'avc', fullCodecString: 'avc1.640028' },
  { codec: 'avc', fullCodecString: 'avc1.42e028' },
  { codec: 'vp9', fullCodecString: 'vp09.00.40.08' },
]

/** Bits per second. Thin lines on a dark ground blur below. */
export const BITRATE = 6_000_000

let found: Promise<ClipCodec | null> | undefined

/** Returns how this browser encodes videos, or null if it can't. */
export function findClipCodec(): Promise<ClipCodec | null> {
  found ??= probe()
  return found
}

async function probe(): Promise<ClipCodec | null> {
  if (typeof VideoEncoder !== 'function') return null
  const { width, height, framesPerSecond: framerate } = CLIP
  for (const each of CODECS) {
    const config = { codec: each.fullCodecString, width, height, framerate, bitrate: BITRATE }
    // Some browsers throw at a codec they don't know.
    const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }))
    if (supported) return each
  }
  return null
}
