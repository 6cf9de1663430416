import { shortAddress } from '@aura/api/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Notice } from '#ui/feedback/notice'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { errorTexts } from './error-texts.ts'

export function WaitingReplacement() {
  const client = useQueryClient()
  const times = useTimes()
  // Another session may have requested or cancelled it.
  const { data } = useQuery({
    ...read('GET /api/auth/wallet-replacement'),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const keep = useWrite({
    send: () => request('POST /api/auth/wallet-replacement/cancel'),
    onSuccess: async () => {
      toast({ title: 'Your wallet stays', durationMs: 3_000 })
      await client.invalidateQueries(read('GET /api/auth/wallet-replacement'))
    },
    onError: (error) => toastFailure(error, errorTexts.keepWallet),
  })
  if (!data?.replacement) return null
  const { walletAddress, takesEffectAt } = data.replacement
  return (
    <Notice
      tone="warn"
      title={`${shortAddress(walletAddress)} will replace your wallet`}
      action={
        <Button kind="ghost" size={40} busy={keep.isPending && 'Cancelling...'} onClick={() => keep.mutate()}>
          Keep my wallet
        </Button>
      }
    >
      <p>It replaces your wallet on {times.minute(takesEffectAt)}. Until then you can’t redeem.</p>
      <p>If this wasn’t you, keep your wallet and log out every other session.</p>
    </Notice>
  )
}
