import type { Recap } from '@aura/api/calls/recap'
import type { Clip } from '#aura/clip/clip.ts'
import { loadFonts, loadPhoto } from '#aura/clip/clip-sources.ts'
import type { User } from '#features/auth'
import { paths } from '#paths'
import { figuresText, weekText } from '../recap-texts.ts'
import { weekDrawing, weekPicture } from './draw-week.ts'
import { weekScenes } from './week-scenes.ts'

/** Returns the video of a user's week. Throws the signal's reason once it aborts. */
export async function weekClip(recap: Recap, user: User, signal: AbortSignal): Promise<Clip> {
  const { id, username, profileImageUrl, auraPoints } = user
  const scenes = weekScenes(recap)
  const title = `My week on Aura, ${weekText(recap.week, recap.until)}`
  const { figures, best } = recap
  const texts = [username, ...figures.flatMap(({ words, note }) => [words, note ?? '']), best?.title, best?.detail]
  const fonts = await loadFonts(texts.map((text) => text ?? ''))
  const photo = await loadPhoto(profileImageUrl, signal)
  const draw = weekDrawing({
    recap,
    scenes,
    person: { id, name: username, photo, days: recap.streak, auraPoints },
    link: location.host + paths.user(id),
  })
  return {
    name: `aura-week-${recap.week}`,
    title,
    text: `${figuresText(figures)}. ${location.origin}${paths.user(id)}`,
    scenes,
    pictureOf: (frame) => weekPicture(scenes, frame),
    draw: (ctx, frame) => draw({ ctx, fonts }, frame),
  }
}
