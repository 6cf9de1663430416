import { PROFILE_IMAGE } from '@aura/api/profile-image'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { request } from '#lib/api'
import { isUnauthorized } from '#lib/api-error'
import { toastFailure } from '#lib/toast-failure'
import { upload } from '#lib/upload'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { errorTexts } from './error-texts.ts'
import { BadPicture } from './read-picture.ts'

const SHOWS_IMAGES = /^\/api\/(auth\/user|leaderboard|users|battles)/

const useRefetch = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey: [url] }) => SHOWS_IMAGES.test(String(url)) })
}

export function useUploadPhoto({ onDone, onFailed }: { onDone: () => void; onFailed: (error: Error) => void }) {
  const refetch = useRefetch()
  const [share, setShare] = useState(0)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const begin = () => {
    ending.current = new AbortController()
    return ending.current
  }
  const mutation = useWrite({
    // Encoding takes time, too, so it is part of the mutation.
    send: async (picture: () => Promise<Blob>) => {
      setShare(0)
      const { signal } = begin()
      const file = await picture()
      return upload('POST /api/user/upload-profile-image', {
        field: PROFILE_IMAGE.field,
        file,
        onProgress: setShare,
        signal,
      })
    },
    onSuccess: async () => {
      toast({ title: 'Profile image updated successfully!', durationMs: 3_000 })
      await refetch()
      onDone()
    },
    onError: (error) => {
      onFailed(error)
      if (error instanceof BadPicture || ending.current?.signal.aborted || isUnauthorized(error)) return undefined
      return toastFailure(error, errorTexts.uploadImage)
    },
  })
  return { ...mutation, share }
}

export function useRemovePhoto(onDone: () => void) {
  const refetch = useRefetch()
  return useWrite({
    send: () => request('DELETE /api/user/profile-image'),
    onSuccess: async () => {
      await refetch()
      onDone()
    },
    onError: (error) => toastFailure(error, errorTexts.removeImage),
  })
}
