const HZ = 880
const LASTS_S = 0.3
const LOUDNESS = 0.15
/** A browser that needs a tap first would otherwise play old tones with it. */
const LATE_MS = 500

let context: AudioContext | undefined

/** Plays a short tone, or nothing where the browser doesn't allow sound. Throws nothing. */
export async function playAlertTone(): Promise<void> {
  const askedMs = performance.now()
  try {
    context ??= new AudioContext()
    await context.resume()
    if (performance.now() - askedMs < LATE_MS) ring(context)
  } catch {
    // Without sound, the alert is still seen.
  }
}

function ring(audio: AudioContext): void {
  const from = audio.currentTime
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = HZ
  volume.gain.setValueAtTime(0, from)
  volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, from + LASTS_S)
  tone.connect(volume).connect(audio.destination)
  tone.start(from)
  tone.stop(from + LASTS_S)
}
