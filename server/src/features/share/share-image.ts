import { createHash } from 'node:crypto'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { type BattlePicture, drawBattleImage } from './battle-image.ts'
import { drawHomeImage } from './home-image.ts'
import { drawProfileImage, type ProfilePicture } from './profile-image.ts'
import { drawRecapImage, type RecapPicture } from './recap-image.ts'

export type SharePicture =
  | ({ of: 'battle' } & BattlePicture)
  | ({ of: 'profile' } & ProfilePicture)
  | ({ of: 'recap' } & RecapPicture)
  | { of: 'home' }

export const HOME_PICTURE: SharePicture = { of: 'home' }

export const versionOf = (picture: SharePicture): string =>
  createHash('sha256').update(JSON.stringify(picture)).digest('hex').slice(0, 16)

export function drawShareImage(ctx: SKRSContext2D, picture: SharePicture): void {
  if (picture.of === 'battle') drawBattleImage(ctx, picture)
  else if (picture.of === 'profile') drawProfileImage(ctx, picture)
  else if (picture.of === 'recap') drawRecapImage(ctx, picture)
  else drawHomeImage(ctx)
}

/** Rings are fine lines in many shades, of which a PNG would be too large for some link previews. */
const QUALITY = 82

export const encodeShareImage = (canvas: Canvas): Buffer => canvas.toBuffer('image/jpeg', QUALITY)
