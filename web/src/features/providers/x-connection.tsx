import { useLocation, useSearch } from 'wouter'
import { useConfig } from '#lib/use-config'
import { ProviderLink } from './provider-link.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { useDisconnectAccount } from './use-disconnect.ts'

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
  if (!config?.providers.some(({ id }) => id === 'x')) return null
  return (
    <ProviderLink id="x" className={className} size={size} next={search ? `${location}?${search}` : location}>
      Connect X Account
    </ProviderLink>
  )
}

function Connected({ handle, className, size = 18 }: XConnectionProps & { handle: string }) {
  const disconnect = useDisconnectAccount({ provider: 'x', name: 'X' })
  return (
    <div className={className}>
      <ProviderMark id="x" size={size} />
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
