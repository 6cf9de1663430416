import { PROFILE_IMAGE } from '@aura/api/profile-image'
import { expect, it } from 'vitest'
import { BadPicture, readPicture } from './read-picture.ts'

it('refuses a photo that is too large to crop, and says how large it may be [profile.const-image-bytes]', async () => {
  const file = { size: PROFILE_IMAGE.maxChosenBytes + 1, type: 'image/jpeg' } as File
  await expect(readPicture(file)).rejects.toThrow(new BadPicture('Choose an image of up to 50 MB'))
})
