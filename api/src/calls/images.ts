import { z } from 'zod'
import { call } from '../contract/call.ts'
import { PROFILE_IMAGE } from '../profile-image.ts'
import { Done } from '../shapes.ts'

export const imagesCalls = {
  'POST /api/user/upload-profile-image': call({
    summary: 'Upload a profile image: PNG, JPEG, WebP, GIF or AVIF, at most 5 MB; cropped to its central square',
    access: 'user',
    rate: 'upload',
    withoutKey: 'moves no value',
    file: PROFILE_IMAGE.field,
    answer: z.object({ profileImageUrl: z.string() }),
    errors: [
      'IMAGE_MISSING',
      'IMAGE_TOO_LARGE',
      'IMAGE_UNREADABLE',
      'IMAGE_TOO_MANY_PIXELS',
      'IMAGE_TOO_SLOW',
      'IMAGE_UPLOADING',
      'IMAGE_BUSY',
    ],
  }),
  'DELETE /api/user/profile-image': call({
    summary: 'Remove the profile image',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    answer: Done,
  }),
}
