import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  uploadImage: { title: 'Error uploading image', description: 'Failed to upload image', fixed: true },
  savePhoto: { title: 'Failed to upload image', description: 'Please try again.' },
  removeImage: { title: 'Error', description: 'Failed to remove image' },
} as const satisfies Record<string, FailureText>
