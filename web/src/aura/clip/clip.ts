export const CLIP = { width: 1_080, height: 1_920, framesPerSecond: 30 } as const

/** Time each picture is shown with reduced motion. */
const STILL_FRAMES = 3 * CLIP.framesPerSecond
const MAX_STILLS = 6

/** A video before it is encoded. */
export interface Clip {
  /** Of the file, without its ending. */
  name: string
  /** Go with the file in a share sheet; `text` has the link. */
  title: string
  text: string
  scenes: readonly Scene[]
  /** Returns a key; frames of one key look the same and needn't be drawn twice. */
  pictureOf(frame: number): string
  /** Draws a frame, opaque. The same frame is always drawn the same, whatever was drawn before. */
  draw(ctx: CanvasRenderingContext2D, frame: number): void
}

export interface Scene {
  /** At least 1. */
  frames: number
  /** With reduced motion, scenes of the highest rank are kept where there are too many. */
  rank: number
}

export interface SceneMoment<S> {
  scene: S
  /** Progress within the scene: 0 on its first frame, 1 on its last. */
  k: number
  /** Frames since the scene began. */
  at: number
}

export const framesOf = (scenes: readonly Pick<Scene, 'frames'>[]): number =>
  scenes.reduce((sum, { frames }) => sum + frames, 0)

/** Returns the scene of a frame. Frames before the first or after the last are those. Throws without scenes. */
export function sceneAt<S extends Pick<Scene, 'frames'>>(scenes: readonly S[], frame: number): SceneMoment<S> {
  let at = Math.max(0, frame)
  for (const scene of scenes) {
    if (at < scene.frames) return { scene, k: scene.frames > 1 ? at / (scene.frames - 1) : 1, at }
    at -= scene.frames
  }
  const scene = scenes.at(-1)
  if (!scene) throw new Error('a clip has scenes')
  return { scene, k: 1, at: scene.frames - 1 }
}

/**
 * Returns the frame that each frame of the video shows. With motion these are the frames themselves; without, the last
 * frames of at most six scenes, three seconds each: the first and the last scene, and those of the highest rank.
 */
export function shownFrames(scenes: readonly Scene[], isStill: boolean): number[] {
  if (!isStill) return Array.from({ length: framesOf(scenes) }, (_, frame) => frame)
  const ends = scenes.map((scene, i) => ({ ...scene, i, end: framesOf(scenes.slice(0, i + 1)) - 1 }))
  const kept = ends
    .slice(1, -1)
    .toSorted((a, b) => b.rank - a.rank || b.i - a.i)
    .slice(0, MAX_STILLS - 2)
    .toSorted((a, b) => a.i - b.i)
  return [...ends.slice(0, 1), ...kept, ...ends.slice(1).slice(-1)].flatMap(({ end }) =>
    Array.from({ length: STILL_FRAMES }, () => end),
  )
}

export const easeOut = (k: number): number => 1 - (1 - k) ** 3
