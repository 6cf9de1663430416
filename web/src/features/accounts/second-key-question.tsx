import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { User } from '#features/auth'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Notice } from '#ui/feedback/notice'
import { Button, buttonClass } from '#ui/forms/button'

const FAILED = { title: 'Couldn’t close this', description: 'Please try again.' }

/** Shown only while the wallet has one key. `marks` is what an answer marks as shown, for good. */
export default function SecondKeyQuestion({ marks }: { marks: User['seenFirsts'] }) {
  const client = useQueryClient()
  const { data } = useQuery(read('GET /api/account/keys'))
  const answer = useWrite({
    async send() {
      for (const first of marks) await request('POST /api/auth/seen-first', { body: { first } })
    },
    onSuccess() {
      client.setQueryData<User | null>(
        read('GET /api/auth/user').queryKey,
        (user) => user && { ...user, seenFirsts: [...new Set([...user.seenFirsts, ...marks])] },
      )
    },
    onError: (error) => toastFailure(error, FAILED),
  })
  const staying = data?.account?.keys.filter(({ leavesAt }) => leavesAt === null)
  if (staying?.length !== 1) return null
  return (
    <div className="pt-5">
      <Notice
        tone="info"
        title="Would you still get in if you lost this device?"
        action={
          <span className="mt-2 -ml-8.5 flex flex-wrap gap-2 md:ml-0">
            <Link href={paths.settings} className={buttonClass('secondary', 40)} onClick={() => answer.mutate()}>
              Add a second key
            </Link>
            <Button kind="ghost" size={40} busy={answer.isPending && 'Closing...'} onClick={() => answer.mutate()}>
              Not now
            </Button>
          </span>
        }
      >
        One key opens your wallet. A passkey on a second device, or an ordinary wallet, opens it too when the first is
        gone.
      </Notice>
    </div>
  )
}
