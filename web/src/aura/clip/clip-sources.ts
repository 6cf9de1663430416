import { type Fonts, fontOf } from './pen.ts'

/** Returns a photo to draw, or null if it can't be read: then the first letter of the name is drawn. */
export async function loadPhoto(url: string | null, signal: AbortSignal): Promise<ImageBitmap | null> {
  if (url === null) return null
  try {
    const response = await fetch(url, { signal })
    return response.ok ? await createImageBitmap(await response.blob()) : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** Loads the page's fonts for texts of a clip, as far as they can be: a canvas doesn't wait for them. Returns them. */
export async function loadFonts(texts: readonly string[]): Promise<Fonts> {
  const style = getComputedStyle(document.documentElement)
  const fonts = {
    display: style.getPropertyValue('--font-display').trim(),
    reading: style.getPropertyValue('--font-sans').trim(),
  }
  const text = texts.join('')
  const looks = [{ size: 40, weight: 800, width: 'normal' } as const, { size: 40, weight: 400 }]
  await Promise.all(looks.map((look) => document.fonts.load(fontOf(fonts, look), text).catch(() => [])))
  return fonts
}
