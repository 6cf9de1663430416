import { useLocation } from 'wouter'
import { useCurrentUser } from '#features/auth'
import { useDisconnectX, XLink, XMark } from '#features/x'
import { useConfig } from '#lib/use-config'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button, buttonClass } from '#ui/forms/button'
import { Card, Setting } from './card.tsx'

export function SocialCard() {
  const { twitterUsername } = useCurrentUser()
  return (
    <Card title="Social Connections">
      <Setting
        icon={<XMark size={18} />}
        title="X (Twitter)"
        note={<Status handle={twitterUsername} />}
        action={twitterUsername === null ? <Connect /> : <Disconnect handle={twitterUsername} />}
      />
    </Card>
  )
}

function Status({ handle }: { handle: string | null }) {
  const { data: config } = useConfig()
  if (handle !== null) return `Connected as @${handle}`
  if (config && !config.xSignIn) return 'Connecting X isn’t available here.'
  return 'Connect X to sign in with it and show your handle on your profile.'
}

function Connect() {
  const { data: config } = useConfig()
  const [location] = useLocation()
  if (!config) return <Skeleton className="h-10 w-54" />
  if (!config.xSignIn) return null
  return (
    <XLink className={buttonClass('secondary', 40)} size={16} next={location}>
      Connect X Account
    </XLink>
  )
}

function Disconnect({ handle }: { handle: string }) {
  const disconnect = useDisconnectX()
  return (
    <Button
      kind="secondary"
      size={40}
      aria-label={`Disconnect X account @${handle}`}
      busy={disconnect.isPending && 'Disconnecting...'}
      onClick={() => disconnect.mutate()}
    >
      Disconnect
    </Button>
  )
}
