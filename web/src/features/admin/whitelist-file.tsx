import { useQueryClient } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { request } from '#lib/api'
import { ApiError } from '#lib/api-error'
import { freshly } from '#lib/freshly'
import { csvFile, csvText } from '#lib/share/csv-file'
import { saveFile } from '#lib/share/save-file'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Notice } from '#ui/feedback/notice'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { errorTexts } from './error-texts.ts'

interface LineFault {
  line: number
  message: string
}

class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding'
  override readonly message = 'We can’t tell which letters these are. Save the file as “CSV UTF-8” and add it again.'
}

export function WhitelistFile() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [faults, setFaults] = useState<readonly LineFault[]>([])
  const read = useWrite({
    send: async (file: File) => {
      const csv = await csvText(file)
      if (csv === null) throw new UnknownEncoding()
      return freshly(() => request('POST /api/whitelist/csv', { body: { csv } }))
    },
    onMutate: () => setFaults([]),
    onSuccess: ({ added, reactivated, unchanged, skipped }) => {
      const left = skipped > 0 ? `, ${skipped} inactive and left as they are` : ''
      const description = `${added} new, ${reactivated} reactivated, ${unchanged} there already${left}`
      toast({ title: 'File imported', description })
      return client.invalidateQueries({ queryKey: ['whitelist'] })
    },
    onError: (failure) => {
      const isLines = failure instanceof ApiError && failure.code === 'WHITELIST_CSV_INVALID'
      if (isLines) setFaults((failure.data.errors as LineFault[] | undefined) ?? [])
      else if (failure instanceof UnknownEncoding) setFaults([{ line: 1, message: failure.message }])
      else return toastFailure(failure, errorTexts.importWhitelist)
      return undefined
    },
  })
  const write = useWrite({
    send: () => freshly(() => request('GET /api/whitelist/csv')),
    onSuccess: ({ csv }) => saveFile(csvFile(csv, 'aura-whitelist.csv')),
    onError: (failure) => toastFailure(failure, errorTexts.exportWhitelist),
  })
  return (
    <div className="mb-5 grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          className="sr-only"
          tabIndex={-1}
          aria-label="CSV file"
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file) read.mutate(file)
          }}
        />
        <Button kind="secondary" size={40} busy={read.isPending && 'Adding...'} onClick={() => input.current?.click()}>
          <Upload size={16} strokeWidth={1.75} aria-hidden="true" />
          Add from CSV
        </Button>
        <Button kind="secondary" size={40} busy={write.isPending && 'Writing...'} onClick={() => write.mutate()}>
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
          Save as CSV
        </Button>
        <span className="text-sm text-ink-3">
          One per line: address, note, status, or columns of these names. Inactive entries are skipped.
        </span>
      </div>
      {faults.length > 0 && (
        <Notice tone="danger" title="Nothing was added">
          <ul>
            {faults.map(({ line, message }) => (
              <li key={line}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
