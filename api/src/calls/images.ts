import { z } from 'zod'
import { call } from '../call.ts'
import { PROFILE_IMAGE } from '../profile-image.ts'
import { Done } from '../shapes.ts'

export const imagesCalls = {
  'POST /api/user/upload-profile-image': call({
    summary: 'Give my profile an image: any PNG, JPEG, WebP, GIF or AVIF of at most 5 MB; its middle square is kept',
    access: 'user',
    rate: 'upload',
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
    summary: 'Take the image off my profile',
    access: 'user',
    rate: 'write',
    answer: Done,
  }),
}
