import { createHash } from 'node:crypto'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { type BattlePicture, drawBattleImage } from './battle-image.ts'
import type { Faces } from './faces.ts'
import { drawHomeImage } from './home-image.ts'
import { drawProfileImage, type ProfilePicture } from './profile-image.ts'
import { drawRecapImage, type RecapPicture } from './recap-image.ts'
import type { Shape } from './size.ts'

export type SharePicture =
  | ({ of: 'battle'; shape: Shape } & BattlePicture)
  | ({ of: 'profile'; shape: Shape } & ProfilePicture)
  | ({ of: 'recap'; shape: Shape } & RecapPicture)
  | { of: 'home'; shape: 'wide' }

export type PictureOf<K extends SharePicture['of']> = Extract<SharePicture, { of: K }>

export const HOME_PICTURE: SharePicture = { of: 'home', shape: 'wide' }

/** Returns a picture as an upright one, which shows its link: nobody can press it. */
export const upright = (picture: Exclude<SharePicture, { of: 'home' }>, link: string): SharePicture => ({
  ...picture,
  shape: 'upright',
  link,
})

/** Addresses of the photos it shows. */
export function photosOf(picture: SharePicture): string[] {
  if (picture.of === 'home') return []
  const people = picture.of === 'battle' ? [picture.a, picture.b] : [picture]
  return people.flatMap(({ photo }) => photo ?? [])
}

export const versionOf = (picture: SharePicture): string =>
  createHash('sha256').update(JSON.stringify(picture)).digest('hex').slice(0, 16)

/** Draws on a canvas of the picture's shape. */
export function drawShareImage(ctx: SKRSContext2D, picture: SharePicture, faces: Faces = new Map()): void {
  if (picture.of === 'battle') drawBattleImage(ctx, picture, faces, picture.shape)
  else if (picture.of === 'profile') drawProfileImage(ctx, picture, faces, picture.shape)
  else if (picture.of === 'recap') drawRecapImage(ctx, picture, faces, picture.shape)
  else drawHomeImage(ctx)
}

/** Bytes of a picture that every messenger previews. */
const MAX_BYTES = 300_000
const QUALITIES = [82, 74, 66, 58, 50]

/**
 * Returns a JPEG below `MAX_BYTES`, of the best quality that is. Rings are fine lines in many shades, of which a PNG
 * would be too large.
 */
export function encodeShareImage(canvas: Canvas): Buffer {
  for (const quality of QUALITIES) {
    const jpeg = canvas.toBuffer('image/jpeg', quality)
    if (jpeg.length < MAX_BYTES) return jpeg
  }
  throw new Error('a share picture has more bytes than every messenger takes')
}
