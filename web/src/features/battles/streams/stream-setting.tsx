import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card, Setting } from '#features/settings'
import { errorText } from '#lib/error-text'
import { PartFailed } from '#ui/feedback/load-failed'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import { ownStreamsRead } from '../shared/battle-reads.ts'

const StreamDialog = lateDialog(() => import('./stream-dialog.tsx'))

/** The stream that all battles of the user show. */
export function StreamSetting() {
  const [isOpen, setOpen] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({ ...ownStreamsRead, staleTime: 0 })
  return (
    <Card title="Stream">
      {error && data === undefined && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      <Setting
        title="Your stream in battles"
        note={
          <>
            <p className="wrap-anywhere">
              {data === undefined
                ? 'Loading...'
                : (data.stream?.text ?? 'None. Your battles can show your live stream, beside your ring.')}
            </p>
            {data?.hiddenReason && <p className="text-warn">An admin hid your streams: {data.hiddenReason}</p>}
          </>
        }
        action={
          <Button
            kind="secondary"
            size={40}
            aria-haspopup="dialog"
            aria-label="Change: Your stream in battles"
            disabled={data === undefined}
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        }
      />
      {isOpen && <StreamDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}
