import type { LinkedAccount } from '@aura/api/calls/providers'
import { useLocation } from 'wouter'
import { useCurrentUser } from '#features/auth'
import { connectedText, handleText, ProviderLink, ProviderMark, useDisconnectAccount } from '#features/providers'
import { useConfig } from '#lib/use-config'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button, buttonClass } from '#ui/forms/button'
import { Card, Setting } from './card.tsx'

/** X, which every server has or says that it hasn't, then all other ways to sign in that are linked or offered. */
export function SocialCard() {
  const { linkedAccounts } = useCurrentUser()
  const { data: config } = useConfig()
  const offered = config?.providers.filter(({ id }) => !linkedAccounts.some((account) => account.id === id)) ?? []
  const x = linkedAccounts.find(({ provider }) => provider === 'x')
  return (
    <Card title="Social Connections">
      <Setting
        icon={<ProviderMark id="x" size={18} />}
        title="X (Twitter)"
        note={x ? connectedText(x) : <OfferOfX />}
        action={
          x ? (
            <Disconnect account={x} />
          ) : config ? (
            offered.some(({ id }) => id === 'x') && <Connect id="x" name="X" />
          ) : (
            <Skeleton className="h-10 w-54" />
          )
        }
      />
      {linkedAccounts.map(
        (account) =>
          account !== x && (
            <Setting
              key={account.provider}
              icon={<ProviderMark id={account.provider} size={18} />}
              title={account.name}
              note={
                account.id === null
                  ? `${connectedText(account)}. Signing in with it isn’t available any more.`
                  : connectedText(account)
              }
              action={<Disconnect account={account} />}
            />
          ),
      )}
      {offered.map(
        ({ id, name, isChannel }) =>
          id !== 'x' && (
            <Setting
              key={id}
              icon={<ProviderMark id={id} size={18} />}
              title={name}
              note={
                isChannel
                  ? `Connect ${name} to sign in with it and show your channel on your profile.`
                  : `Connect ${name} to sign in with it. Your profile doesn’t show it.`
              }
              action={<Connect id={id} name={name} />}
            />
          ),
      )}
    </Card>
  )
}

function OfferOfX() {
  const { data: config } = useConfig()
  return config && !config.providers.some(({ id }) => id === 'x')
    ? 'Connecting X isn’t available here.'
    : 'Connect X to sign in with it and show your handle on your profile.'
}

function Connect({ id, name }: { id: string; name: string }) {
  const [location] = useLocation()
  return (
    <ProviderLink id={id} className={buttonClass('secondary', 40)} size={16} next={location}>
      Connect {name} Account
    </ProviderLink>
  )
}

function Disconnect({ account }: { account: LinkedAccount }) {
  const disconnect = useDisconnectAccount(account)
  return (
    <Button
      kind="secondary"
      size={40}
      aria-label={`Disconnect ${account.name} account ${handleText(account)}`.trim()}
      busy={disconnect.isPending && 'Disconnecting...'}
      onClick={() => disconnect.mutate()}
    >
      Disconnect
    </Button>
  )
}
