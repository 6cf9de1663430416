import type { LinkedAccount } from '@aura/api/calls/providers'
import { ProviderLink } from './provider-link.tsx'
import type { Confirms } from './start-url.ts'

interface ConfirmLinksProps {
  accounts: readonly LinkedAccount[]
  confirms: Confirms
  next: string
  className: string
  /** Label, given what people call the provider. */
  children: (name: string) => string
}

/** Returns whether a linked account may confirm the user’s identity: without a wallet, even beside a passkey, which may be lost. */
export const confirmsByLink = ({
  walletAddress,
  linkedAccounts,
}: {
  walletAddress: string | null
  linkedAccounts: readonly LinkedAccount[]
}): boolean => walletAddress === null && linkedAccounts.some(({ id }) => id !== null)

/** A link to each provider that can confirm who the person is. */
export const ConfirmLinks = ({ accounts, children, ...link }: ConfirmLinksProps) =>
  accounts.map(({ id, provider, name }) =>
    id === null ? null : (
      <ProviderLink key={provider} id={id} {...link}>
        {children(name)}
      </ProviderLink>
    ),
  )
