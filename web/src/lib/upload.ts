import type { Answer, CallKey } from '@aura/api/calls'
import { ApiError, OfflineError } from './api-error.ts'

interface UploadOptions {
  field: string
  file: Blob
  /** Called with a share from 0 to 1 whenever the browser reports progress. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads a file with progress, which `fetch` lacks. Throws `ApiError`, `OfflineError` or the abort. */
export function upload<K extends Extract<CallKey, `POST ${string}`>>(
  key: K,
  { field, file, onProgress, signal }: UploadOptions,
): Promise<Answer<K>> {
  const form = new FormData()
  form.append(field, file, 'image')
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', key.slice(key.indexOf(' ') + 1))
    xhr.setRequestHeader('accept', 'application/json')
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    xhr.onload = () => {
      if (xhr.status < 300) resolve(JSON.parse(xhr.responseText) as Answer<K>)
      else reject(new ApiError(xhr.status, xhr.statusText, xhr.responseText))
    }
    xhr.onerror = () => reject(new OfflineError())
    xhr.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(form)
  })
}
