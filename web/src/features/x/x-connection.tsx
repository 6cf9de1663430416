import { useLocation, useSearch } from 'wouter'
import { useConfig } from '#lib/use-config'
import { useDisconnectX } from './use-disconnect-x.ts'
import { XLink } from './x-link.tsx'
import { XMark } from './x-mark.tsx'

interface XConnectionProps {
  /** Handle without the leading @. */
  handle: string | null
  className: string
  size?: number
}

export function XConnection({ handle, className, size = 18 }: XConnectionProps) {
  const { data: config } = useConfig()
  const [location] = useLocation()
  const search = useSearch()
  if (handle !== null) return <Connected handle={handle} className={className} size={size} />
  if (!config?.xSignIn) return null
  return (
    <XLink className={className} size={size} next={search ? `${location}?${search}` : location}>
      Connect X Account
    </XLink>
  )
}

function Connected({ handle, className, size = 18 }: XConnectionProps & { handle: string }) {
  const disconnect = useDisconnectX()
  return (
    <div className={className}>
      <XMark size={size} />
      <span className="min-w-0 truncate">Connected as @{handle}</span>
      <button
        type="button"
        className="ml-auto min-h-10 text-sm underline underline-offset-4 hover:text-ink"
        aria-label={`Disconnect X account @${handle}`}
        aria-disabled={disconnect.isPending || undefined}
        onClick={() => !disconnect.isPending && disconnect.mutate()}
      >
        Disconnect
      </button>
    </div>
  )
}
