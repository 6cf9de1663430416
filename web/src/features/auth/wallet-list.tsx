import { shortAddress } from '@aura/api/ids'
import { ChevronRight, LoaderCircle, Wallet } from 'lucide-react'
import { safeIcon } from '#lib/wallet/discovery'
import type { AnnouncedWallet } from '#lib/wallet/provider'
import type { SignInStep } from '#lib/wallet/sign-in'
import { useConnectedAccount } from './use-connected-account.ts'
import { STEP_TEXT } from './use-sign-in.ts'

interface WalletListProps {
  wallets: readonly AnnouncedWallet[]
  attempt: { uuid: string; step: SignInStep } | null
  onChoose: (wallet: AnnouncedWallet, options: { chooseAccount: boolean }) => void
}

const ROW =
  'flex min-h-14 w-full items-center gap-3.5 py-1.5 text-left font-semibold hover:bg-bg-2 aria-disabled:cursor-default aria-disabled:text-ink-3 aria-disabled:hover:bg-transparent'

/** The wallets of this browser, each a button. */
export function WalletList({ wallets, attempt, onChoose }: WalletListProps) {
  return (
    <ul className="divide-y divide-line">
      {wallets.map((wallet) => (
        <WalletRow
          key={wallet.info.uuid}
          wallet={wallet}
          step={attempt?.uuid === wallet.info.uuid ? attempt.step : null}
          idle={attempt === null}
          onChoose={(options) => onChoose(wallet, options)}
        />
      ))}
    </ul>
  )
}

interface WalletRowProps {
  wallet: AnnouncedWallet
  step: SignInStep | null
  idle: boolean
  onChoose: (options: { chooseAccount: boolean }) => void
}

function WalletRow({ wallet, step, idle, onChoose }: WalletRowProps) {
  const address = useConnectedAccount(wallet)
  return (
    <li>
      <button
        type="button"
        className={ROW}
        aria-disabled={!idle || undefined}
        onClick={idle ? () => onChoose({ chooseAccount: false }) : undefined}
      >
        <WalletIcon icon={wallet.info.icon} />
        <span className="min-w-0 leading-tight">
          <span aria-live="polite" className={`block truncate ${step ? 'text-ink' : ''}`}>
            {step ? STEP_TEXT[step] : wallet.info.name}
          </span>
          {address && <span className="text-sm font-normal text-ink-2">{shortAddress(address)}</span>}
        </span>
        <span className="mr-1 ml-auto text-ink-3">
          {step ? (
            <LoaderCircle className="animate-spin" size={18} aria-hidden="true" />
          ) : (
            <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
          )}
        </span>
      </button>
      {address && idle && (
        <button
          type="button"
          className="mb-2 ml-12.5 min-h-10 text-sm text-ink-2 underline underline-offset-4 hover:text-ink"
          onClick={() => onChoose({ chooseAccount: true })}
        >
          Use another account
        </button>
      )}
    </li>
  )
}

function WalletIcon({ icon }: { icon: string }) {
  const src = safeIcon(icon)
  return (
    <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-md bg-bg-2 text-ink">
      {src ? (
        <img className="size-full" src={src} alt="" />
      ) : (
        <Wallet size={20} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  )
}
