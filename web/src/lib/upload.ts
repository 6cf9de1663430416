import type { Answer, CallKey } from '@aura/api/calls'
import { ApiError, OfflineError } from './api-error.ts'

interface UploadOptions {
  field: string
  file: Blob
  /** 0 to 1, each time the browser reports progress. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file and returns the typed response. Throws `ApiError`, `OfflineError` or the abort. Doesn't use `fetch`,
 * which reports no upload progress.
 */
export function upload<K extends Extract<CallKey, `POST ${string}`>>(
  key: K,
  { field, file, onProgress, signal }: UploadOptions,
): Promise<Answer<K>> {
  const form = new FormData()
  form.append(field, file, 'image')
  return new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest()
    asked.open('POST', key.slice(key.indexOf(' ') + 1))
    asked.setRequestHeader('accept', 'application/json')
    asked.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    asked.onload = () => {
      if (asked.status < 300) resolve(JSON.parse(asked.responseText) as Answer<K>)
      else reject(new ApiError(asked.status, asked.statusText, asked.responseText))
    }
    asked.onerror = () => reject(new OfflineError())
    asked.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => asked.abort(), { once: true })
    asked.send(form)
  })
}
